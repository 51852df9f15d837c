"""Places for words and units so that none covers another."""
