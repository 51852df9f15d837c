"""Terrain, lines of sight, arcs, stacking."""
