"""A Discord on loopback that speaks over real sockets, and what is tested with it."""
