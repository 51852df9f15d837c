"""Targets, dice and cover; direct, indirect, defensive and aerial attacks."""
