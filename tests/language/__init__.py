"""Text to orders and back."""
