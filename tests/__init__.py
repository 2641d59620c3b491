"""The tests; README.md says how to write one."""
