"""Programs that play a side."""
