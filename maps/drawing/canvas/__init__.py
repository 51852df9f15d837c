"""What everything is drawn with: pen, colours, lettering, PNG."""
