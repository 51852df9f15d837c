"""Geometry and pictures."""
