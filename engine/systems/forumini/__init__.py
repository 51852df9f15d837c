"""Forumini Armies: WWII hex tactics, one card one unit; the rulebook is RULES.md beside this file."""
