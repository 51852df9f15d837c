"""The way in and out by e-mail."""
