"""miniwars: its rulebook, its invariants, and independent calculations to check them."""
