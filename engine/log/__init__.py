"""The log of a game: its chain of entries, the state they add up to, how a commit adds to them, and how anybody can
verify them.
"""
