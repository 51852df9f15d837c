"""The game at one keyboard."""
