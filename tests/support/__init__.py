"""The rooms and Discords that tests play in, and what tests share. There is no test in here."""
