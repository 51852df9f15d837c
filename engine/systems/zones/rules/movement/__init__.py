"""Moving and hunkering, entries, fleeing and falling back."""
