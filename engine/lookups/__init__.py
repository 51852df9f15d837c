"""Look-ups, which change nothing: cards, line of sight, distances, odds, ideas, passages of the rulebooks."""
