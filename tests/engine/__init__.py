"""The engine but its rules."""
