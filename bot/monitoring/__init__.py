"""Metrics, health, logs and error reports.

Every room may report to this one; it asks none of them, so they hand it what it has to check.
"""
