"""One game between two commits: its drafts, its public news, its cached position."""
