"""Pictures, drawn with Pillow: emoji, the table, a game's replay, a chart. Pure: nothing here knows Discord."""
