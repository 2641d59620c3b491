"""Programs that a host runs beside the bot: verify, back up, restore or move the database, or begin a new chain."""
