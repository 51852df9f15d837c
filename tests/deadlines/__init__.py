"""Calendars of deadlines."""
