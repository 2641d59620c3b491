"""Programs that a host runs beside the bot, for its database and for what concerns its users and servers."""
