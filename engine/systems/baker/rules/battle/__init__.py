"""One battle by itself: no map, no names."""
