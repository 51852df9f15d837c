"""What if: a private copy of what one side may know of a game, played with throwaway dice and kept in no journal."""
