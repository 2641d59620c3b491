"""Programs that a host runs beside the bot: verify the database, copy it to another one, begin a new chain."""
