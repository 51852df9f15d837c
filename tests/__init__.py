"""All that a change must pass."""
