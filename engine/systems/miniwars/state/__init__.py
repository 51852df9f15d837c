"""The position: its records, the events that change it, and what each side may know of it."""
