"""Dice that anyone can verify, and dice expressions."""
