"""The position: its records, the events, how each event changes it, and what each side may know."""
