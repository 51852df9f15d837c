"""Paths, moves and their costs, riding, overwatch."""
