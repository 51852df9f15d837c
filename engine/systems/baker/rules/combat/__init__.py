"""Battles of the map: begun, fought, broken off, and what follows."""
