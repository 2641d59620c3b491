"""The rooms and Discords in which tests play, and helpers that tests share. It contains no tests."""
