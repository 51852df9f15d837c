"""The mails that Fieldpost writes: acknowledgements, reports, reminders."""
