"""How mails arrive and leave: IMAP, LMTP, standard input, SMTP."""
