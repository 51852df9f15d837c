"""From a scene to a PNG: maps, cards, charts."""
