"""Targets, attacks, morale."""
