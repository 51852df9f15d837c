"""What lies still under a game."""
