"""Scenario files and army lists read into records, every fault with its line and column."""
