"""Moves, their dice and limits, facing, contact, leaders."""
