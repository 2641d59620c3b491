"""The rooms and Discords that tests play in, and what tests share. Nothing here is a test, and no test imports another."""
