"""Geometry without a game: hexes, planes, polygons, areas."""
