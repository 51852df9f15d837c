"""Areas: who holds them, industrial complexes, captures, cargo."""
