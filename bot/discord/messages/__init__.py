"""Posts in Discord: their text and buttons, and the publisher that sends each exactly once."""
