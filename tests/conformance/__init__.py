"""What every rule system must pass."""
