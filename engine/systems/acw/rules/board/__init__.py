"""Questions about the table: terrain, footprints of units, lines of sight."""
