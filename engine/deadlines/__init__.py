"""When the phases of a game end: its calendar, and the words in which it is written."""
