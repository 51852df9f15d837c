"""One battle on its own, without a map: its model, its rules, its odds, and how a battle is written."""
