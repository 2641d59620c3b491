"""A Discord server on loopback, over real sockets, with people and bots that tests connect to it."""
