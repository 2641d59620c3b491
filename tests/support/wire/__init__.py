"""A Discord server on loopback, over real sockets, and the people and bots that tests connect to it."""
