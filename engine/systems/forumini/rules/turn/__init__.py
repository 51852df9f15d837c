"""The sequence of play: phases from army purchase to victory, and what may be ordered when."""
