"""From the bytes of a mail to the lines that its author wrote."""
