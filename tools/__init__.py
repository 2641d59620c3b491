"""Scripts for maintainers; each says at its top what it does."""
