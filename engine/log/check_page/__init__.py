"""A page that checks the chain and the dice of a public log in a browser, and shares no code with what it checks."""
