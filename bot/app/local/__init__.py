"""Discord in your browser: the bot on SimCord, with its pages and its terminal, to try it without a token.

The bot here is the client that runs on Discord; nothing in this room changes how it behaves.
"""
