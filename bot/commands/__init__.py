"""What Discord calls: slash commands, buttons and selects, one file per feature.

They read options, call a service and show the answer; rules, SQL and wording live in other rooms.
"""
