"""Leagues in words: what organisers and players type, and what they are answered."""
