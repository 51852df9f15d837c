"""Results and rulings as a line says them: a match, perhaps a player by name, and the scores or a reason."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.hosting import wording
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.matches import Match
from engine.leagues.player_names import DRAW, name_key
from engine.lookups.requests import matching_names

from .named import Quoted
from .rights import Voice, find_match_player, refuse_own_match
from .steps import Step
from .words import is_scores, match_number

NAMING = ("result", "forfeit", "adjudicate")
RULINGS = (*NAMING, "double-loss", "reopen")
REASONS = {
    "forfeit": "no answer for 14 days",
    "adjudicate": "clearly ahead at the deadline",
    "double-loss": "neither player wrote",
    "reopen": "the wrong winner was reported",
}


class Decision(NamedTuple):
    """``number``: of the match, perhaps with that of the game: ``3.2``.  ``said``: who wins, by name, or ``draw``; of a
    forfeit who loses; "" if the deed names nobody.  ``rest``: the scores, or the reason.
    """

    match: Match
    number: str
    deed: str
    said: str
    rest: Sequence[str]


def ruling(league: League, deed: str, words: Sequence[str], by: str, voice: Voice, names: Mapping[str, str]) -> Step:
    """Raises Refused, also if it decides a match of the referee's own."""
    if not words:
        raise _missing("Name the match", league, deed, names)
    number, *rest = words
    match = league.match(match_number(number)[0])
    said, count = "", 0
    if deed in NAMING:
        if not rest:
            raise _missing("Name a player of the match", league, deed, names)
        count = _name_length(league, match, names, rest, deed)
        said = " ".join(rest[:count])
    if deed in REASONS and len(rest) == count:
        raise _missing("Give the reason; everybody is told", league, deed, names)
    return step_of(Decision(match, number, deed, said, rest[count:]), by, voice, names)


def step_of(decision: Decision, by: str, voice: Voice, names: Mapping[str, str]) -> Step:
    """Raises Refused, also if it decides a match of the referee's own."""
    match, deed, named = decision.match, decision.deed, list[str]()
    if decision.said:
        is_draw = name_key(decision.said) == DRAW and deed != "forfeit"
        named = [DRAW if is_draw else find_match_player(voice, match, names, decision.said)]
    wins = next(iter(named), None)
    refuse_own_match(voice, by, match, match.opponent(wins) if wins and deed == "forfeit" else wins)
    return Step(deed, [decision.number, *named, *decision.rest])


def _name_length(league: League, match: Match, names: Mapping[str, str], rest: Sequence[str], deed: str) -> int:
    """How many of these words are the player's name, or draw.  Refused no-such-player if they could be two of them."""
    if deed == "result":
        return len(rest) - 1 if len(rest) > 1 and is_scores(rest[-1]) else len(rest)
    if isinstance(rest[0], Quoted):
        return 1
    fits = _fitting(match, names, rest, draws=deed != "forfeit")
    if len(fits) > 1:
        head = ("league", deed, league.id, str(match.number))
        lines = [" ".join((*head, f'"{_unmistakable(match, names, who)}"', REASONS[deed])) for who in fits]
        raise Refused(
            "no-such-player",
            f"{wording.clip(' '.join(rest), 40)!r} may begin with more than one name. Put the name that you mean in "
            f"quotation marks: {wording.join_list([f'`{line}`' for line in lines], 'or')}.",
        )
    return next(iter(fits.values()), 1)


def _fitting(match: Match, names: Mapping[str, str], rest: Sequence[str], *, draws: bool) -> dict[str, int]:
    """Whom the first words may name, with the number of these words: by an id or a name that is there whole, or by a
    first word that may be the beginning of one.
    """
    whole = dict[str, set[str]]()
    called = {player: names.get(player, player) for player in match.players}
    for player, name in called.items():
        for key in (player, name):
            whole.setdefault(name_key(key), set()).add(player)
    whole |= {DRAW: {DRAW}} if draws else {}
    longest = max(len(key.split()) for key in whole)
    fits = {
        who: count
        for count in range(1, min(longest, len(rest)) + 1)
        for who in whole.get(name_key(" ".join(rest[:count])), ())
    }
    if name_key(rest[0]) not in whole:
        fits = dict.fromkeys(matching_names(rest[0], called), 1) | fits
    return fits


def _unmistakable(match: Match, names: Mapping[str, str], who: str) -> str:
    """A player's name if nobody else in the match fits it, or else their id."""
    called = {player: names.get(player, player) for player in match.players}
    name = called.get(who, DRAW)
    return name if who == DRAW or (name_key(name) != DRAW and matching_names(name, called) == [who]) else who


def _missing(wrong: str, league: League, deed: str, names: Mapping[str, str]) -> Refused:
    """With a line for a match of the league, an open one if there is any."""
    matches = [*league.open_matches(), *league.season_matches()]
    if not matches:
        return Refused("missing-argument", f"{wrong}. {league.name} has no match yet: `league pair {league.id}`.")
    player = [names.get(matches[0].players[0], matches[0].players[0])] if deed in NAMING else []
    more = REASONS.get(deed, "12-4")
    return Refused(
        "missing-argument",
        f"{wrong}. For example: `{' '.join(('league', deed, league.id, str(matches[0].number), *player, more))}`",
    )
