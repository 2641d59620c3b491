"""The rooms and Discords in which tests play, and shared helpers. It contains no tests."""
