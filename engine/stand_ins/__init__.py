"""Players that are programs: they see what their side may know, and roll no dice of the game."""
