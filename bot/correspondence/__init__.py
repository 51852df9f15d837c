"""What mails and forum posts share: text read as commands, and the texts that answer it."""
