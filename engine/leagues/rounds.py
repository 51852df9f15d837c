"""The next round of a league: pairs by its format, scenarios from its pool, sides in balance."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import counted
from engine.errors import Refused
from engine.log.deadline import add_seconds

from .entries import MatchPaired, Paired
from .knock_out import knock_out_round, still_in
from .open_queue import queue_round
from .pairing import Contender, pair, seated
from .round_robin import meetings_left, round_robin_round
from .standings import standings

if TYPE_CHECKING:
    from .fold import League

DAY = 86_400


def next_round(league: "League", now: str) -> Paired:
    """Refused if the season is over, matches are open that decide who plays, or too few players are there."""
    _require_round(league)
    pairs, byes = list[tuple[str, str, str]](), list[str]()
    for division in league.divisions():
        found, left = _division_pairs(league, division, now)
        pairs += [(division, *one) for one in found]
        byes += left
    if not pairs:
        raise _nothing_to_pair(league)
    return paired(league, pairs, byes, now)


def challenge(league: "League", challenger: str, challenged: str, now: str) -> Paired:
    """A match of a ladder.  Refused if the challenge is not allowed."""
    if league.template.format != "ladder":
        raise Refused("no-ladder", f"{league.name} is no ladder; its rounds are paired: `league pair {league.id}`.")
    order = league.ladder()
    for player in (challenger, challenged):
        if player not in order:
            league.entrant(player)
            raise Refused("withdrawn-already", f"{player} has withdrawn from {league.name}.")
    low, high = order.index(challenger), order.index(challenged)
    if low == high:
        raise Refused("bad-challenge", f"{challenger} cannot challenge {challenger}. {_whom(league, order, low)}")
    if not 0 < low - high <= league.template.reach:
        raise Refused(
            "bad-challenge",
            f"{challenger} stands on rung {low + 1} and {challenged} on rung {high + 1}; a challenge goes up by "
            f"{counted(league.template.reach, 'rung')} at most. {_whom(league, order, low)}",
        )
    for match in league.open_matches():
        if {challenger, challenged} & set(match.players):
            raise Refused("busy-player", f"{match.name[0].upper()}{match.name[1:]}, has to be finished first.")
    return paired(league, [("", challenger, challenged)], (), now)


def _whom(league: "League", order: Sequence[str], rung: int) -> str:
    """Whom the player on this rung, from 0, can challenge."""
    can = league.above(order[rung])
    return f"{order[rung]} can challenge {' or '.join(can)}." if can else f"{order[rung]} is at the top already."


def paired(league: "League", pairs: Sequence[tuple[str, str, str]], byes: Sequence[str], now: str) -> Paired:
    """A round of these pairs (division, player, player), with the scenario that both know least, and with sides."""
    tilts, played = tilt_of(league), _scenarios_played(league)
    matches = list[MatchPaired]()
    number = len(league.rounds) + 1
    for at, (division, one, other) in enumerate(pairs):
        pool = league.template.scenarios
        turned = [pool[(at + number + step) % len(pool)] for step in range(len(pool))]
        scenario = min(turned, key=lambda name: played[one, name] + played[other, name])
        players = seated(Contender(one, tilt=tilts[one]), Contender(other, tilt=tilts[other]))
        matches.append(MatchPaired(len(league.matches) + at + 1, players, scenario, division))
    return Paired(number, tuple(matches), tuple(byes), _due(league, now))


def _due(league: "League", now: str) -> str:
    """In a round robin, whose rounds may be paired together, each has its days after the one before."""
    days, ends = league.template.days, [held.due for held in league.rounds]
    began = max([now, *ends]) if league.template.format == "round-robin" else now
    return add_seconds(began, days * DAY) if days else ""


def tilt_of(league: "League") -> Counter[str]:
    """By player: games on the first side less those on the second, in all seasons."""
    tilts = Counter[str]()
    for match in league.matches.values():
        for game in match.games:
            tilts[game.players[0]] += 1
            tilts[game.players[1]] -= 1
    return tilts


def contenders(league: "League", division: str) -> list[Contender]:
    """Who plays on in a division, in the order of the standings."""
    met, byes = _met(league, division), Counter(player for held in league.rounds for player in held.byes)
    tilts = tilt_of(league)
    found = list[Contender]()
    for row in standings(league, division):
        one = league.entrants[row.player]
        if one.withdrawn is None and one.division == division:
            meetings = met.get(one.player, Counter[str]())
            found.append(
                Contender(one.player, row.points, meetings, tilts[one.player], byes[one.player], one.offset, one.pace)
            )
    return found


def season_length(league: "League", division: str = "") -> int:
    """Rounds of a Swiss season: as agreed, or as many as tell that number of players apart, and one more."""
    players = len(league.active(division))
    return league.template.rounds or min(max(players - 1, 1), max(players - 1, 1).bit_length() + 1)


def rounds_left(league: "League") -> int:
    """Rounds that this season plans and that have not been paired, of the division with most; of a knock-out as many
    as make a winner, 0 in a ladder and an open queue.
    """
    return max(_rounds_left(league, division) for division in league.divisions())


def _rounds_left(league: "League", division: str) -> int:
    if len(league.active(division)) < 2:
        return 0
    match league.template.format:
        case "swiss":
            return max(0, season_length(league, division) - len(league.rounds))
        case "round-robin":
            return meetings_left(league, division)
        case "knock-out":
            return max(0, len(still_in(league, division)) - 1).bit_length()
        case _:
            return 0


def _require_round(league: "League") -> None:
    form = league.template.format
    if form == "ladder":
        raise Refused(
            "no-rounds", f"{league.name} is a ladder, without rounds: `league challenge {league.id} PLAYER OPPONENT`."
        )
    if form in ("swiss", "knock-out"):
        league.require_complete()
    if form != "queue" and len(league.active()) < 2:
        raise Refused(
            "too-few", f"{league.name} has {counted(len(league.active()), 'player')}, and a round needs 2 or more."
        )


def _division_pairs(league: "League", division: str, now: str) -> tuple[Sequence[tuple[str, str]], Sequence[str]]:
    """The pairs and byes of one division; none if its season is over, or if it has one player."""
    if league.template.format != "queue" and len(league.active(division)) < 2:
        return (), ()
    match league.template.format:
        case "round-robin":
            found = round_robin_round(league, division)
            return found, _left_over(league, division, found) if found else ()
        case "swiss":
            if len(league.rounds) >= season_length(league, division):
                return (), ()
            swiss = pair(contenders(league, division))
            return swiss.pairs, (swiss.bye,) if swiss.bye else ()
        case "knock-out":
            players = still_in(league, division)
            had = [player for held in league.rounds for player in held.byes]
            return knock_out_round(players, had) if len(players) > 1 else ((), ())
        case _:
            met = _met(league, division)
            times = {(one, other): count for one, others in met.items() for other, count in others.items()}
            return queue_round(tuple(league.tickets.values()), times, now), ()


def _left_over(league: "League", division: str, pairs: Sequence[tuple[str, str]]) -> list[str]:
    playing = {player for pair in pairs for player in pair}
    return [one.player for one in league.active(division) if one.player not in playing]


def _nothing_to_pair(league: "League") -> Refused:
    if league.template.format == "queue":
        count = counted(len(league.tickets), "ticket")
        return Refused(
            "nobody-fits",
            f"{league.name} has {count}, and no two of them fit yet: the longer somebody waits, the further apart "
            "ratings may be.",
        )
    if not league.rounds:
        counts = ", ".join(f"{division} {len(league.active(division))}" for division in league.divisions())
        return Refused("too-few", f"No division of {league.name} has 2 players yet, and a round needs them: {counts}.")
    waiting = league.open_matches()
    more = f" once nothing is open ({counted(len(waiting), 'match')} now)" if waiting else ""
    return Refused(
        "season-over",
        f"Season {league.season} of {league.name} has had {_all_rounds(len(league.rounds))}. "
        f"Close it{more}: `league close {league.id}`.",
    )


def _all_rounds(count: int) -> str:
    return f"all its {count} rounds" if count > 1 else "its only round"


def _met(league: "League", division: str) -> dict[str, Counter[str]]:
    met = dict[str, Counter[str]]()
    for match in league.season_matches(division):
        for player in match.players:
            met.setdefault(player, Counter())[match.opponent(player)] += 1
    return met


def _scenarios_played(league: "League") -> Counter[tuple[str, str]]:
    return Counter((player, match.scenario) for match in league.matches.values() for player in match.players)
