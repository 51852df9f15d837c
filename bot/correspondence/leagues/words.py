"""The words of a deed in a league: which match, which scores, which zone."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import chain
from shlex import quote
from typing import NamedTuple

from bot.hosting.engine_thread import EngineData
from bot.hosting.league_games import PlaceGame, place_nowhere
from bot.hosting.time_zones import find_zone, zone_of
from engine.errors import Refused
from engine.leagues.entries import Body
from engine.leagues.fold import League
from engine.leagues.player_names import DRAW, name_key
from engine.leagues.template_words import EXAMPLE
from engine.log.entries import HOST

LINES = {
    "new": f'new "Spring Cup" {EXAMPLE}',
    "enter": "enter cup ann zone=Europe/Berlin pace=24",
    "withdraw": "withdraw cup ann moved house",
    "queue": "queue cup ann pace=24",
    "unqueue": "unqueue cup ann",
    "pair": "pair cup",
    "unpair": "unpair cup",
    "challenge": "challenge cup ann bob",
    "bid": "bid cup 3 ann 5",
    "bids": "bids cup 3 5 2",
    "open": "open cup",
    "game": "game cup 3 millers-bridge-1",
    "result": "result cup 3 ann 12-4",
    "collect": "collect cup",
    "forfeit": "forfeit cup 3 ann no answer for 14 days",
    "adjudicate": "adjudicate cup 3 ann clearly ahead at the deadline",
    "double-loss": "double-loss cup 3 neither player wrote",
    "reopen": "reopen cup 3 the game was rewound",
    "close": "close cup",
}
"""A line for each deed; ``usage`` puts a league, a match and players that there are in place of its own."""
NEWCOMERS = ("ann", "bob", "carol", "dora", "eve")
"""Names of players who may enter a league, the first that it has not yet."""
_MATCH = re.compile(r"([0-9]{1,6})(?:\.([12]))?")
_SCORES = re.compile(r"([0-9]{1,6})[-–—:]([0-9]{1,6})")


class Said(NamedTuple):
    """``league``: a word for it; ``words``: what follows it; ``by``: who says it.  ``place``: what else is done with a
    game that is opened.
    """

    data: EngineData
    league: str
    words: Sequence[str]
    by: str
    now: str
    place: PlaceGame = place_nowhere

    def write(self, make: Callable[[League], Body | Sequence[Body]]) -> League:
        """The league after what is made of it has been added to its log.  Raises Refused."""
        return self.data.leagues.write(self.league, make, self.now)


def speaker(said: Said) -> str:
    """How a game calls whoever has decided about it."""
    return "the host" if said.by == HOST else said.data.people.name(said.by)


def round_name(league: League, number: int) -> str:
    """``Round 2 of Spring Cup``; ladders have challenges, and an open queue has what the match maker found."""
    what = {"ladder": "Challenge", "queue": "Pairing"}.get(league.template.format, "Round")
    return f"{what} {number} of {league.name}"


WITH_REASON = ("forfeit", "adjudicate", "double-loss", "reopen")
"""Deeds whose last words say why."""


def words_of(said: Said, deed: str, least: int, most: int = 1000) -> list[str]:
    """The words, at least and at most so many.  Refused missing-argument, no-such-league."""
    found = list(said.words)
    if len(found) < least:
        reason = found and len(found) == least - 1 and deed in WITH_REASON
        wrong = "The reason is missing, which everybody is told" if reason else "Something is missing"
        raise usage(deed, wrong, said.data.leagues.find(said.league))
    if len(found) > most:
        raise usage(deed, f"{' '.join(found[most:])[:40]!r} is too much", said.data.leagues.find(said.league))
    return found


def usage(deed: str, wrong: str, league: League | None = None) -> Refused:
    """With a line for the deed, in this league if there is one."""
    line = _line_in(league, deed) if league else LINES[deed]
    return Refused("missing-argument", f"{wrong}. For example: `league {line}`")


def _line_in(league: League, deed: str) -> str:
    decided = [match for match in league.season_matches() if match.complete]
    match = next(chain(decided if deed == "reopen" else (), league.open_matches()), None)
    names = [name for name, entrant in league.entrants.items() if entrant.withdrawn is None]
    if deed == "enter":
        known_names = set(map(name_key, league.entrants))
        names = [name for name in NEWCOMERS if name_key(name) not in known_names]
    elif match and " 3 " in LINES[deed]:
        names = [*match.players]
    known = {"cup": league.id, **dict(zip(("ann", "bob"), map(quote, names), strict=False))}
    known |= {"3": str(match.number)} if match else {}
    return re.sub(r"\b(cup|ann|bob|3)\b", lambda word: known.get(word[0], word[0]), LINES[deed])


def match_number(word: str) -> tuple[int, int]:
    """The number of a match, and that of its game, 0 if none is named: ``3``, ``3.2``."""
    found = _MATCH.fullmatch(word)
    if not found:
        raise Refused(
            "bad-number", f"{word[:40]!r} is no match. Write its number, such as 3, or 3.2 for its second game."
        )
    return int(found[1]), int(found[2] or 0)


def winner_of(league: League, word: str) -> str:
    """The player, whatever case their name is given in; "" for a draw.  Refused not-in-match without a word."""
    if not word.strip():
        raise Refused("not-in-match", f"The winner has no name. Write a player of {league.name}, or draw.")
    return "" if name_key(word) == DRAW else league.spelling(word)


def is_scores(word: str) -> bool:
    return _SCORES.fullmatch(word) is not None


def scores_of(word: str) -> tuple[int, int]:
    found = _SCORES.fullmatch(word)
    if not found:
        raise Refused("bad-number", f"{word[:40]!r} are no scores. Write both, such as 12-4.")
    return int(found[1]), int(found[2])


def offset_of(zone: str, now: str) -> int:
    """Minutes east of Greenwich in this zone at this moment.  Refused no-such-zone."""
    moment = datetime.fromisoformat(now).astimezone(zone_of(find_zone(zone)))
    offset = moment.utcoffset()
    return int(offset.total_seconds()) // 60 if offset else 0
