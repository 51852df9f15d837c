"""Forums for tests, on this machine's own ports: what Discourse and NodeBB answer, and how they fail."""
