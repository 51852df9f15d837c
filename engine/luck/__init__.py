"""The luck of a game, a season or a player: statistics of public rolls, their words and their chart."""
