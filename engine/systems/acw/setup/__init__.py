"""Setting up: from a scenario or a case to a position, and the validation of scenarios and army lists."""
