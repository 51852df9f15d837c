"""Distances, lines of sight, zones, and room for models."""
