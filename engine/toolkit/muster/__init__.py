"""Games on a board: each side musters an army in secret before the rules of its game begin; alike in every system."""
