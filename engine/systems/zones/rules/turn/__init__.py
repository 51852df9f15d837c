"""Rounds, phases and turns, victory, and what orders are legal when."""
