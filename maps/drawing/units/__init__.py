"""Pieces of every kind of board."""
