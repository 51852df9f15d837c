"""Who may do what in a league, and whom a word means, in the words of each door."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from bot.hosting import wording
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.matches import Match
from engine.lookups.requests import matching_names

_SIGNS = re.compile(r"[@_.-]+")


class Voice(NamedTuple):
    """How a door speaks.  ``called``: of a player; ``plain``: of what somebody wrote; ``code``: of what can be typed.

    ``organisers`` and ``referees``: who may do the same as whoever opened the league ("" = nobody).  ``look``: how one
    sees the league; ``enter``: how one enters it.  ``decides``: who decides a match of the referee's own.
    """

    called: Callable[[str], str]
    plain: Callable[[str], str]
    code: Callable[[str], str]
    organisers: str
    referees: str
    look: str
    enter: str
    decides: str


def require_organiser(voice: Voice, player: str, league: League, *, hosts: bool = False) -> None:
    """Raises Refused for whoever did not open the league; ``hosts``: they may do the same."""
    if player != league.owner and not hosts:
        raise Refused(
            "not-organiser",
            f"Only {voice.called(league.owner)}, who opened {voice.plain(league.name)}{voice.organisers} can do that. "
            f"{voice.look}",
        )


def require_referee(voice: Voice, player: str, league: League, *, is_referee: bool = False) -> None:
    """Raises Refused for whoever is no referee of the league."""
    if player != league.owner and not is_referee:
        raise Refused(
            "not-referee",
            f"You are no referee of {voice.plain(league.name)}: that is {voice.called(league.owner)}, who opened it"
            f"{voice.referees}.",
        )


def refuse_own_match(voice: Voice, player: str, match: Match, winner: str | None) -> None:
    """Nobody decides a match of their own, unless for the opponent.  ``winner``: None if nobody wins by it."""
    if player in match.players and winner != match.opponent(player):
        opponent = voice.called(match.opponent(player))
        raise Refused(
            "own-match",
            f"You play match {match.number} against {opponent} yourself, so you can only decide it for {opponent}. "
            f"{voice.decides}",
        )


def find_entrant(voice: Voice, league: League, names: Mapping[str, str], word: str) -> str:
    """The player of the league with this id or name, which may be shortened.  Refused no-such-player."""
    here = {player: names.get(player, player) for player in league.entrants}
    return _named(voice, here, word, f"has entered {voice.plain(league.name)}")


def find_match_player(voice: Voice, match: Match, names: Mapping[str, str], word: str) -> str:
    """The same of the two players of a match."""
    here = {player: names.get(player, player) for player in match.players}
    return _named(voice, here, word, f"plays match {match.number}")


def _folded(name: str) -> str:
    """As forums write names in mentions: without signs, which stand for spaces."""
    return " ".join(_SIGNS.sub(" ", name).split())


def _named(voice: Voice, names: Mapping[str, str], word: str, does: str) -> str:
    folded = {player: _folded(name) for player, name in names.items()}
    found = matching_names(word, names) or matching_names(_folded(word), folded)
    if len(found) == 1:
        return found[0]
    known = wording.join_list([voice.code(name) for name in list(names.values())[:12]], "or")
    what = "could be several players" if found else f"is nobody who {does}"
    end = f"Write {known}." if known else f"Nobody has entered yet: {voice.enter}"
    raise Refused("no-such-player", f"{voice.code(wording.clip(word, 40))} {what}. {end}")
