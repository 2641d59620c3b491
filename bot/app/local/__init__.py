"""Discord in your browser: the bot on SimCord, with its page and its terminal, for trying it without a token.

It drives the same client as Discord does, so it holds no behaviour of the bot's own.
"""
