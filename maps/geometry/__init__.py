"""Hexes, planes, polygons and areas: whole arithmetic without a game."""
