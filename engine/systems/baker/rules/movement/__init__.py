"""Moves by land, sea and air."""
