"""From a forum post to the lines that its author wrote."""
