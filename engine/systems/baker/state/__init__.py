"""The position: its records, the events that change it, how each event is applied, and what each side may know."""
