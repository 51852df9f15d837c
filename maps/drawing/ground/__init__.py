"""The ground of each kind of board: what does not change during a game."""
