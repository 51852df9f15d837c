"""The command line: its arguments and its short commands."""
