"""What every way in and out shares: the engine's thread, deadlines, the clock, the outbox, words for people."""
