"""Mail servers for tests, on this machine's own ports: Dovecot and Postfix where they are, ours where they are not."""
