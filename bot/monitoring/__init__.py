"""Metrics, health, logs and error reports.

Every room may report to this one; it asks none of them, so whatever it checks is handed to it.
"""
