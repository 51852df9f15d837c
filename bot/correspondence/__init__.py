"""What mails and forum posts share: text read as orders and commands, and the texts that answer it."""
