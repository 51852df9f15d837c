"""The database under the journal: one small interface, and behind it SQLite or PostgreSQL with the same guarantees."""
