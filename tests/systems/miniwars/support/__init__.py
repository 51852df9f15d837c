"""Boards, independent calculations, invariants and what violates them."""
