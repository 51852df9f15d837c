"""The command line, the terminal and what is posted."""
