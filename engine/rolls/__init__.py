"""Dice logs: rolls outside of games, each a commit that anyone can verify; and expressions that people have named."""
