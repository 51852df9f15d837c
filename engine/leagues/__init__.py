"""Leagues: who plays whom, what came of it, standings and ratings; all of it follows from a league's log."""
