"""What people type and press, and what they are answered."""
