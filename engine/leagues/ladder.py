"""A ladder: whoever wins against somebody above takes their rung."""

from collections.abc import Mapping

from .entries import Template
from .matches import Match, match_winner


class Ladder:
    """``order``: who stands on it, the highest first.  ``changes``: who entered (``+ann``) or left (``-ann``), and
    numbers of complete matches, in the order that counts.
    """

    def __init__(self) -> None:
        self.changes, self.order = list[str | int](), list[str]()

    def __repr__(self) -> str:
        return f"Ladder({self.changes!r})"

    def copy(self) -> "Ladder":
        made = Ladder()
        made.changes, made.order = list(self.changes), list(self.order)
        return made

    def change(self, change: str | int, matches: Mapping[int, Match], template: Template) -> None:
        """One change more."""
        self.changes.append(change)
        self._move(change, matches, template)

    def match_changed(self, number: int, matches: Mapping[int, Match], template: Template) -> None:
        """The result of a match that was complete has changed: who stands where is worked out anew."""
        if not matches[number].complete:
            self.changes.remove(number)
        self.replace(self.changes, matches, template)

    def replace(self, changes: list[str | int], matches: Mapping[int, Match], template: Template) -> None:
        """These are the changes, and who stands where is worked out anew."""
        self.changes, self.order = changes, []
        for change in changes:
            self._move(change, matches, template)

    def _move(self, change: str | int, matches: Mapping[int, Match], template: Template) -> None:
        if isinstance(change, int):
            climb(self.order, matches[change], match_winner(matches[change], template))
        elif change.startswith("+"):
            self.order.append(change[1:])
        else:
            self.order.remove(change[1:])


def climb(order: list[str], match: Match, winner: str) -> None:
    """Change the order, the highest first, by a match that is complete.  ``winner``: "" for nobody."""
    challenger, challenged = match.challenger, match.opponent(match.challenger)
    if winner == challenger and {challenger, challenged} <= set(order):
        rung = order.index(challenged)
        if order.index(challenger) > rung:
            order.remove(challenger)
            order.insert(rung, challenger)
