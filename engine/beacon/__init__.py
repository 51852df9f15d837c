"""The public randomness beacon: numbers that nobody knows before a stated time, and everybody can check after it."""
