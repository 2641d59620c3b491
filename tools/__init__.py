"""What maintainers run: each script says at its top what it does."""
