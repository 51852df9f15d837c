"""Each rule system against its rulebook."""
