"""What the bot does, without Discord."""
