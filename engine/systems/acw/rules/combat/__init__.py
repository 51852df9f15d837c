"""Charges, melee, retreats, and the fire of guns."""
