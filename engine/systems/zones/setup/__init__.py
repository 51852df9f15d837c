"""From a scenario or a case to a position, and everything that is wrong with one."""
