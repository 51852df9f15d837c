"""Questions about the board: control of areas, industrial complexes, captures, cargo of transports."""
