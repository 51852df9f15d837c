"""The vocabulary of a picture: what is to be drawn, no pixels."""
