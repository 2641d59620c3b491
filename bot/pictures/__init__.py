"""Card faces, tables, replays and charts, drawn with Pillow.

They return image bytes for positions and numbers, and know nothing of Discord or the store.
"""
