"""What would do: legal ideas, and alternatives to a refused order."""
