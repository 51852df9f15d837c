"""Everything players read and see: reports, pictures, cards, the map in words."""
