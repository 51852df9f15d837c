"""The bot against a Discord of our own."""
