"""Forumini Armies: World War II at the tactical level on a hex map, for two players; the rulebook is RULES.md beside this file."""
