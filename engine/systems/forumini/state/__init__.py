"""The position: its records, what can happen to it, what each event makes of it, and who may know what."""
