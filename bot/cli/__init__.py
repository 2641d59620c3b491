"""Programs that a host runs beside the bot: verify what is stored, copy it to another database, begin a new chain."""
