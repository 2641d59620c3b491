"""Pictures of cards, tables, replays and charts, drawn with Pillow.

Everything here turns positions and numbers into image bytes, without Discord or the store.
"""
