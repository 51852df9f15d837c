"""A power's turn from purchase to income, victory, and what may be ordered when."""
