"""What organisers and players do in a league, from the words that they type: ``pair cup``, ``result cup 3 ann``."""

from collections.abc import Callable, Mapping, Sequence
from itertools import dropwhile

from bot.hosting.league_bids import open_due_bids
from bot.hosting.league_games import finished_games, game_of_match, open_all_games
from engine.contract import counted
from engine.errors import Refused
from engine.leagues.entries import (
    Body,
    Entered,
    Queued,
    Reopened,
    Reported,
    SeasonClosed,
    Unqueued,
    Withdrew,
)
from engine.leagues.fold import League
from engine.leagues.player_names import DRAW, name_key
from engine.leagues.ratings import NEWCOMER
from engine.leagues.rounds import challenge, next_round
from engine.leagues.template_words import read_number, read_options, read_template
from engine.leagues.winners import require_equal_draw, require_sides
from engine.log.entries import HOST

from .bid_deeds import bid, bids, opened_lines
from .closing import EARLY, moves_lines, require_all_rounds
from .forms import DEEDS, LEAGUE, SHOWN
from .ruling_deeds import (
    adjudicate,
    decided,
    double_loss,
    dropped_line,
    forfeit,
    outcome_line,
    reopen,
    reported,
    stop_games,
)
from .unpairing import unpair
from .words import Said, match_number, offset_of, round_name, scores_of, usage, winner_of, words_of

WORDS = frozenset((LEAGUE, DRAW, EARLY, *DEEDS, *SHOWN))
"""Words of commands and results, which no league is called."""


def do(deed: str, said: Said) -> tuple[str, ...]:
    """What was done, in lines.  Refused, and then nothing was."""
    if not said.league:
        raise usage(deed, "Name the league", next(map(said.data.leagues.find, said.data.leagues.ids()), None))
    with said.data.table.journal.transaction():
        return _DEEDS[deed](said)


def _open_league(said: Said) -> tuple[str, ...]:
    """Words in front of the options belong to the name, also where nobody quoted them."""
    options = list(dropwhile(lambda word: "=" not in word, said.words))
    name = " ".join((said.league, *said.words[: len(said.words) - len(options)]))
    if name_key(name) in WORDS:
        raise Refused("bad-name", f"{name[:40]!r} is a word of commands. Name it {name[:40]} Cup, perhaps.")
    league = said.data.leagues.open(name, read_template(options), said.by, said.now)
    return (f"{league.name} is open to all ({league.id}). Players enter it: `league enter {league.id} NAME`.",)


def _enter(said: Said) -> tuple[str, ...]:
    name, *rest = words_of(said, "enter", 1)
    options = read_options(rest, ("division", "zone", "pace", "reliability"))
    found = said.data.leagues.find(said.league)
    player, template = found.spelling(name), found.template
    division = options.get("division", "")
    body = Entered(
        player,
        next((one for one in template.divisions if name_key(one) == name_key(division)), division),
        offset_of(options["zone"], said.now) if "zone" in options else None,
        read_number("pace", 1, 2000, options["pace"]) if "pace" in options else 0,
        _rating(said, player, template.system) if template.rating or template.format == "knock-out" else None,
        read_number("reliability", 0, 100, options["reliability"]) if "reliability" in options else None,
        "" if said.by in (player, HOST) else said.by,
    )
    league = said.write(lambda _: body)
    entrant = league.entrants[player]
    where = f", division {entrant.division}" if entrant.division else ""
    return (f"{player} has entered {league.name}{where}: {counted(len(league.active()), 'player')}.",)


def _withdraw(said: Said) -> tuple[str, ...]:
    name, *why = words_of(said, "withdraw", 1)
    reason = " ".join(why)

    def withdraw(league: League) -> Withdrew:
        leaver = league.spelling(name)
        by = "" if said.by == leaver else said.by
        return Withdrew(leaver, reason, league.template.format == "knock-out", by)

    league = said.write(withdraw)
    player = league.spelling(name)
    left = [match for match in league.open_matches() if player in match.players]
    more = f" To be decided by the referee: {'; '.join(match.name for match in left)}." if left else ""
    return (f"{player} has withdrawn from {league.name}: {counted(len(league.active()), 'player')} left.{more}",)


def _queue(said: Said) -> tuple[str, ...]:
    name, *rest = words_of(said, "queue", 1)
    options = read_options(rest, ("pace",))
    pace = read_number("pace", 1, 2000, options.get("pace", "24"))
    found = said.data.leagues.find(said.league)
    player = found.spelling(name)
    rating = _rating(said, player, found.template.system)
    league = said.write(lambda _: Queued(player, pace, NEWCOMER if rating is None else rating))
    return (f"{player} waits for an opponent in {league.name}: {counted(len(league.tickets), 'ticket')}.",)


def _unqueue(said: Said) -> tuple[str, ...]:
    (name,) = words_of(said, "unqueue", 1, most=1)
    league = said.write(lambda league: Unqueued(league.spelling(name)))
    left = counted(len(league.tickets), "ticket")
    return (f"{league.spelling(name)} looks for no opponent in {league.name} any more: {left} left.",)


def _pair(said: Said) -> tuple[str, ...]:
    words_of(said, "pair", 0, most=0)
    return _round_lines(said.write(lambda league: next_round(league, said.now)))


def _challenge(said: Said) -> tuple[str, ...]:
    challenger, challenged = words_of(said, "challenge", 2, most=2)

    def make(league: League) -> Body:
        return challenge(league, league.spelling(challenger), league.spelling(challenged), said.now)

    return _round_lines(said.write(make))


def _open(said: Said) -> tuple[str, ...]:
    words_of(said, "open", 0, most=0)
    open_due_bids(said.data, said.league, said.now)
    made = open_all_games(said.data, said.league, said.now, said.place)
    head = f"{said.data.leagues.find(said.league).name}: {counted(len(made), 'game')} opened."
    return (head, *opened_lines(made))


def _game(said: Said) -> tuple[str, ...]:
    match, word = words_of(said, "game", 2, most=2)
    number, game = match_number(match)
    league = said.write(lambda league: game_of_match(said.data, league, league.match(number), game or 1, word))
    said.data.league_places.note_game(league.match(number).games[(game or 1) - 1].game, league.id)
    return (f"Match {number} of {league.name} is {league.match(number).games[(game or 1) - 1].game}.",)


def _result(said: Said) -> tuple[str, ...]:
    """Scores in the order of the match: ``12-4`` are those of its first player, then of the other."""
    match, winner, *rest = words_of(said, "result", 2, most=3)
    number, game = match_number(match)
    scores = scores_of(rest[0]) if rest else None
    found = said.data.leagues.find(said.league)
    body, before_it = Reported(number, winner_of(found, winner), game or 1, scores), found.match(number)

    def report(league: League) -> Sequence[Body]:
        require_sides(league, number)
        require_equal_draw(league, body)
        return decided(league, body)

    league = said.write(report)
    won = f"{said.data.people.name(body.winner)} won" if body.winner else "a draw"
    stop_games(said, league.match(number), game or 1, reported(league, number, won))
    return (outcome_line(league, number), *dropped_line(before_it, league.match(number)))


def _collect(said: Said) -> tuple[str, ...]:
    words_of(said, "collect", 0, most=0)
    made = list[Body]()

    def collect(league: League) -> Sequence[Body]:
        made.extend(finished_games(said.data.table, league))
        return made

    league = said.write(collect)
    results = sum(isinstance(body, Reported) for body in made)
    lines = [outcome_line(league, body.match) for body in made if isinstance(body, Reported | Reopened)]
    return (f"{league.name}: {counted(results, 'result')} taken from finished games.", *dict.fromkeys(lines))


def _close(said: Said) -> tuple[str, ...]:
    """Before all its rounds were played only if that is said."""
    early = [word.casefold() for word in words_of(said, "close", 0, most=1)]
    if early not in ([], [EARLY]):
        raise usage("close", f"{said.words[0][:40]!r} is no word of it", said.data.leagues.find(said.league))
    moved = list[str]()

    def close(league: League) -> Body:
        league.require_closable(league.season)
        if not early:
            require_all_rounds(league)
        moved.extend(moves_lines(league, str))
        return SeasonClosed(league.season)

    league = said.write(close)
    return (f"Season {league.season - 1} of {league.name} is closed.", *moved)


def _rating(said: Said, player: str, system: str) -> int | None:
    found = said.data.leagues.ratings(system).find(player, said.now)
    return found.rating if found else None


def _round_lines(league: League) -> tuple[str, ...]:
    held = league.rounds[-1]
    due = f", due {held.due[:10]}" if held.due else ""
    lines = []
    for number in held.matches:
        match = league.matches[number]
        lines.append(f"Match {number}: {' against '.join(match.games[0].players)}, {match.scenario}")
    byes = [f"Bye: {', '.join(held.byes)}"] if held.byes else []
    return (f"{round_name(league, held.number)}: {counted(len(held.matches), 'match')}{due}.", *lines, *byes)


_DEEDS: Mapping[str, Callable[[Said], tuple[str, ...]]] = {
    "new": _open_league,
    "enter": _enter,
    "withdraw": _withdraw,
    "queue": _queue,
    "unqueue": _unqueue,
    "pair": _pair,
    "unpair": unpair,
    "challenge": _challenge,
    "bid": bid,
    "bids": bids,
    "open": _open,
    "game": _game,
    "result": _result,
    "collect": _collect,
    "forfeit": forfeit,
    "adjudicate": adjudicate,
    "double-loss": double_loss,
    "reopen": reopen,
    "close": _close,
}
