"""The Discord bot: everything that has to do with Discord, storage and the clock."""
