"""The rulebook's tables: the types of their rows, ``tables.yaml`` read into them, the checks when it is loaded."""
