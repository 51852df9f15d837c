"""Movement by land, sea and air, transports, and the return of aircraft."""
