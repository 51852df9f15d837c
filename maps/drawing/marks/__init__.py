"""What happened or is planned, drawn over the map."""
