"""The ways in and out by forums."""
