"""The log of a game: the chain of entries, what they say and add up to, how a commit adds to them, and how a stranger checks them."""
