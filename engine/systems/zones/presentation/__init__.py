"""What players read and see: reports, pictures, cards, the text map."""
