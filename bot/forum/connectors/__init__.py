"""What the forum programs offer: Discourse and NodeBB, each behind the same calls."""
