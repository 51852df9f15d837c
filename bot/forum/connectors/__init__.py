"""The programs that forums run, each behind the same few calls: Discourse, NodeBB."""
