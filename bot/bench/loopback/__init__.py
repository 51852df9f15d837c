"""A Discord of our own on the loopback and people who use it; of the bot it knows only its process."""
