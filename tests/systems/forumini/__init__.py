"""forumini: its rulebook, its invariants, and second reckonings of them."""
