"""What Discord calls: slash commands, buttons and selects, one file per feature.

They parse options, call a service and show the answer; rules, SQL and wording belong in other rooms.
"""
