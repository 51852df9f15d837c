"""What can be asked without changing anything: cards, sight, distances, odds, ideas, paragraphs of a rulebook."""
