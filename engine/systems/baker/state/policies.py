"""Which standing order applies to a battle: the most specific one, else the published default (BK 17.2)."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeVar

from ..table_rows import LOADED
from ..tables import TRANSPORT
from .position import Policies, State, Wish, is_land

T = TypeVar("T")
ALL = "all"
"""The scope of a standing order that names no scope."""
Side = Literal["attack", "defence"]
NO_POLICIES = Policies()


def policies(state: State, power: str) -> Policies:
    return state.game.policies.get(power, NO_POLICIES)


def scopes(state: State, area: str, side: Side) -> Iterator[str]:
    """The scopes that include a battle, the most specific first."""
    ground = "land" if is_land(state, area) else "sea"
    yield from (area, f"{ground} {side}", ground, ALL)


def _holds(state: State, area: str, side: Side, given: Mapping[str, T]) -> tuple[str, T] | None:
    return next(((scope, given[scope]) for scope in scopes(state, area, side) if scope in given), None)


def ranking(state: State, area: str, power: str, policy: Literal["losses", "targets"], side: Side) -> tuple[str, ...]:
    """The list that applies, as its owner wrote it; () is the default."""
    found = _holds(state, area, side, getattr(policies(state, power), policy))
    return found[1] if found else ()


def list_source(state: State, area: str, power: str, policy: Literal["losses", "targets"], side: Side) -> str:
    """The order that set the list: ``losses land: infantry > tank``; "" is the default."""
    found = _holds(state, area, side, getattr(policies(state, power), policy))
    if found is None:
        return ""
    scope, types = found
    return f"{policy}{'' if scope == ALL else f' {scope}'}: {' > '.join(types)}"


def wish_for(state: State, area: str, power: str, policy: Literal["retreat", "withdraw"], side: Side) -> Wish | None:
    """BK 17.3: the condition on which a power retreats or withdraws, if it has set one."""
    found = _holds(state, area, side, getattr(policies(state, power), policy))
    return found[1] if found else None


WHEN: Mapping[str, str] = {
    "never": "never",
    "after": "after round {}",
    "attackers": "when attackers < {}",
    "defenders": "when defenders > {}",
    "no-land": "when no land",
    "submarines": "when submarines < {}",
}


def condition_in_words(policy: str, scope: str, wish: Wish) -> str:
    """The order that set a condition: ``retreat land when attackers < 3 to Kiev``."""
    when = WHEN[wish.when].format("defenders" if wish.n is None else wish.n)
    return f"{policy}{'' if scope == ALL else f' {scope}'} {when}{f' to {wish.to}' if wish.to else ''}"


def wish_in_words(state: State, area: str, power: str, policy: Literal["retreat", "withdraw"], side: Side) -> str:
    """The order that set the condition for this battle; "" if there is none."""
    found = _holds(state, area, side, getattr(policies(state, power), policy))
    return condition_in_words(policy, *found) if found else ""


def land_units_kept(state: State, power: str) -> int:
    """BK 4.15: how many land units a power keeps alive as long as possible."""
    return policies(state, power).keep


def completed_ranking(given: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
    """BK 4.14, 17.2: a player's list, with the missing types added in the order of the default.

    ``transport`` alone means loaded transports too, after the empty ones.
    """
    if TRANSPORT in given and LOADED not in given:
        at = given.index(TRANSPORT) + 1
        given = (*given[:at], LOADED, *given[at:])
    whole = tuple(dict.fromkeys((*given, *usual)))
    return (
        whole
        if LOADED in whole or TRANSPORT not in whole
        else tuple(name for kind in whole for name in ((kind, LOADED) if kind == TRANSPORT else (kind,)))
    )
