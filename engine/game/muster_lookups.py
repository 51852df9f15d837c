"""What can be asked about army lists in a game in which armies are being mustered."""

from engine.lookups.muster import judge_army, own_army, price_list
from engine.lookups.requests import find_side
from engine.scenarios.army_lists import CheckedList
from engine.toolkit.muster.position import MUSTER, MusterArmy

from . import drafts
from .game_cache import GameCache


class MusterLookups:
    """``key`` and Refused as in ``GameLookups``."""

    _cache: GameCache

    def judge_army(self, key: str, side: str, text: str) -> CheckedList:
        """An army list for a game in which armies are being mustered.  Refused no-muster, bad-list."""
        fold = self._cache.find(key)
        return judge_army(fold, find_side(fold, side), text)

    def own_army(self, key: str, side: str) -> str:
        """For the side's own player alone: the army list that it has submitted, or what it gets without one, and the
        list in its draft; "" where no armies are being mustered.
        """
        fold = self._cache.find(key)
        owner = find_side(fold, side)
        draft = fold.drafts.get(owner)
        if draft is None or fold.phase is None or fold.phase.name != MUSTER:
            return own_army(fold, owner)
        verdicts = drafts.check_orders(fold, owner, draft.text)
        lists = [one.echo.partition(" ")[2] for one in verdicts if one.accepted and one.kind is MusterArmy]
        return own_army(fold, owner, lists[-1] if lists else "")

    def price_list(self, key: str, side: str) -> tuple[str, ...]:
        """What the side can choose for its army, with prices, a line each; () where no armies are being mustered."""
        fold = self._cache.find(key)
        return price_list(fold, find_side(fold, side))
