"""Boards, second reckonings, invariants and what violates them."""
