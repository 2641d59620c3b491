"""The Discord bot: everything that concerns Discord, storage and the clock."""
