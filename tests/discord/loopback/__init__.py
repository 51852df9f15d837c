"""A Discord of our own: its server, its people, its troubles."""
