"""The way in and out by forums."""
