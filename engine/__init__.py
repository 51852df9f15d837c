"""The rules, orders, dice and journal.  Knows no Discord, no clock, no network, no randomness it was not handed."""
