"""What tests of the bot on the loopback Discord share: whole games, stricter checks, planted leaks, kills."""
