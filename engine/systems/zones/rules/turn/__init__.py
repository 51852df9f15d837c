"""The sequence of play: rounds and phases, victory, and what may be ordered when."""
