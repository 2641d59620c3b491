"""Programs that a host runs beside the bot, for its database and for its users and servers.

Each returns its exit status, and raises StoreError when the database fails.
"""
