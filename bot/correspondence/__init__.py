"""Letters, whatever brings them: text read as orders and commands, and the texts that answer it."""
