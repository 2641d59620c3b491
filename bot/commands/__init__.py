"""What Discord calls: slash commands and buttons. Thin: read the options, call a service, show the answer."""
