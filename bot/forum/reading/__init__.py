"""From the raw text of a post to the lines that its author wrote."""
