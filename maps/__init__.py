"""Geometry of the boards, the vocabulary of a picture, and its drawing.  Knows no rules, no players, no Discord."""
