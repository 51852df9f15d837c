"""Who may import whom, and documents that are true."""
