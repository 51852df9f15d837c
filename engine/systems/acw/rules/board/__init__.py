"""Terrain, footprints and lines of sight."""
