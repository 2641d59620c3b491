"""Pictures of cards, tables, replays and wins, drawn with Pillow.

Everything here turns positions and numbers into image bytes, without Discord or the store.
"""
