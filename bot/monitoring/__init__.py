"""Metrics, health, logs and error reports.

Every room may report here. This one imports none of them, so they pass in what it checks.
"""
