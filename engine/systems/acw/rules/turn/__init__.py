"""The sequence of play: phases, deployment, victory, and what may be ordered when."""
