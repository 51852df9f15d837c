"""Advice: legal orders worth offering, and alternatives to a refused order."""
