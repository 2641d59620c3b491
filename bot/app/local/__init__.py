"""Discord in your browser: the bot on SimCord, in pages, to try it without a token.

The bot here is the client that runs on Discord; nothing in this room changes how it behaves.
"""
