"""Moves, entries, going back, hunkering."""
