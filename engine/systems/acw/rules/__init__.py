"""The rulebook as code: what an order may do and what comes of it."""
