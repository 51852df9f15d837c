"""ACW: regiments of the American Civil War on a table in inches; the rulebook is RULES.md beside this file."""
