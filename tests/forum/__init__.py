"""Posts of forums: how they are read."""
