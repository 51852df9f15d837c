"""Where words stand so that none lies over another."""
