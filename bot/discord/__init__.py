"""The ways in and out by Discord."""
