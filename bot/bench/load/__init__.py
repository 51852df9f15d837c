"""Benchmarks of the bot under load: people on a loopback Discord, the real bot as a process of its own, and kills."""
