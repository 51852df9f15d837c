"""The rulebook's tables: the types of their rows, ``tables.yaml`` read into them, and what is checked when it is loaded."""
