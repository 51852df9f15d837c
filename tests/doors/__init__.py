"""Games whose players sit at different doors."""
