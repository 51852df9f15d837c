"""What every way to play shares: the engine thread, the database, deadlines, the outbox, wording."""
