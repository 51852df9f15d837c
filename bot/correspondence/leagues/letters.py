"""What organisers, referees and players of leagues do by lines of a letter: ``league enter spring-cup pace=24``."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_homes import DOORS, game_placer, require_reachable
from bot.hosting.league_limits import require_room
from bot.hosting.league_places import LeaguePlace
from bot.hosting.opening_limits import too_short
from bot.hosting.questions import HELD
from engine.deadlines.words import read_calendar
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.template_words import read_options, read_template
from engine.log.entries import DEADLINE

from ..answers import said
from ..commands import Command
from ..emphasis import spoken
from ..message import Seat
from ..order_deeds import Done, Writer
from ..persons import person_named
from .closing import EARLY, season_lookups
from .deeds import do
from .handles import without_handles
from .named import find_league, split_words
from .news import LeagueNews, league_news
from .refusals import in_letters, with_names
from .rights import Voice, find_entrant, refuse_own_match, require_organiser, require_referee
from .rulings import RULINGS, ruling
from .steps import By, Step, changed_games, queue_steps, take_steps
from .words import Said, match_number, usage

OPENS = ("pair", "challenge", "queue", "bids")
"""Deeds that open games, which only the door can do at which the league lives; after the last bid it does so itself."""
SHOWN_OPEN = 5
"""Leagues that are named to somebody who may have meant one of them."""
CLOSED = ("enter", "queue", "unqueue", "pair", "unpair", "close")
"""Deeds behind which only a league and options are written."""
UNPROVED = (
    "Nothing shows that this mail is from you, so nothing was done. Send the line to the address of one of your seats:"
    " answer a mail of a game."
)


class Wish(NamedTuple):
    """A line about a league, and who writes it.  ``words``: behind the league's name."""

    data: EngineData
    writer: Writer
    league: League
    words: list[str]

    @property
    def voice(self) -> Voice:
        return voice(self.data, self.league)

    @property
    def names(self) -> dict[str, str]:
        return {player: self.data.people.name(player) for player in self.league.entrants}


def voice(data: EngineData, league: League) -> Voice:
    return Voice(
        data.people.name,
        str,
        lambda text: f"`{text}`",
        ",",
        "",
        f"`league show {league.id}` shows the standings.",
        f"`league enter {league.id}`.",
        "Whoever runs Fieldpost decides the rest, with `fieldpost league`.",
    )


def act(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    """Raises Refused, and then nothing was done."""
    deed = command.word.partition(" ")[2]
    if writer.doubt not in ("", HELD):
        raise Refused("unconfirmed", UNPROVED)
    if not writer.player:
        raise Refused("unknown", "Nobody knows you here yet. Write `league enter` first.")
    words = split_words(command.rest)
    try:
        with data.table.journal.attempt():
            return _open_league(data, writer, words) if deed == "new" else _act_in(data, writer, deed, words)
    except Refused as refused:
        raise in_letters(data, refused) from refused


def _open_league(data: EngineData, writer: Writer, words: Sequence[str]) -> Done:
    name, options = _name_and_options(words)
    if not name:
        raise usage("new", "The league has no name")
    mine = data.league_places.at_addresses(_address(writer))
    require_room(mine, {place.league for place in mine}, data.leagues.ended())
    terms = read_template(options).terms.get(DEADLINE, "")
    if terms and (short := too_short(read_calendar(terms), data.limits.shortest)):
        raise Refused("bad-deadline", f"{short} `deadline={wording.compact(data.limits.shortest)}` works.")
    before = {*data.leagues.ids()}
    do("new", Said(data, name, options, writer.player, writer.now))
    (made,) = {*data.leagues.ids()} - before
    league = data.leagues.find(made)
    data.league_places.put(made, league.name, _address(writer), secrets.token_hex(4))
    writer.open_league(data, made)
    pairs = {"ladder": f"they challenge each other with `league challenge {made} NAME`",
             "queue": f"they look for an opponent with `league queue {made}`"}  # fmt: skip
    then = pairs.get(league.template.format, f"you pair the rounds with `league pair {made}`")
    how = f"Its id is {made}. Players take part with a line `league enter {made}`; {then}."
    return _done(data, league, league_news(data.leagues.log(made), 0, data.people.name), how=how)


def _address(writer: Writer) -> str:
    """Where a league lives that this person opens."""
    return f"{writer.door}:{writer.player}/"


def _name_and_options(words: Sequence[str]) -> tuple[str, list[str]]:
    """``Spring Cup rounds=5 deadline=Mon 20:00``: what follows an option belongs to it up to the next."""
    first = next((at for at, word in enumerate(words) if "=" in word), len(words))
    options = list[str]()
    for word in words[first:]:
        if "=" in word:
            options.append(word)
        else:
            options[-1] += f" {word}"
    return " ".join(words[:first]), options


def _act_in(data: EngineData, writer: Writer, deed: str, words: list[str]) -> Done:
    league, rest = _league_of(data, writer, deed, words)
    place = data.league_places.find(league.id)
    if place is None:
        raise Refused(
            "not-here",
            f"{league.name} is run from the command line: whoever runs Fieldpost enters its players with `fieldpost "
            f"league`. `league show {league.id}` shows the standings.",
        )
    if deed in OPENS and place.door == "discord":
        raise Refused(
            "not-here", f"{place.name} is played {DOORS['discord']}, where its games are opened: `/league {deed}`."
        )
    wish = Wish(data, writer, league, without_handles(data, league, deed, rest))
    by = By(writer.player, writer.now, game_placer(data, league, place))
    try:
        return _take(wish, place, deed, by)
    except Refused as refused:
        raise with_names(refused, wish.names) from refused


def _take(wish: Wish, place: LeaguePlace, deed: str, by: By) -> Done:
    before = wish.league
    taken = take_steps(wish.data, before.id, _plan(wish, place, deed), by, wish.data.people.name)
    told = f"Your bid for match {wish.words[0]} is {wish.words[1]}, in points of score." if deed == "bid" else ""
    done = _done(wish.data, before, taken.news, taken.games, told)
    lookups = season_lookups(before.id, before.season) if deed == "close" else ()
    changed = changed_games(before, wish.data.leagues.find(before.id), taken.bodies)
    return done._replace(changed=changed, lookups=lookups)


def _league_of(data: EngineData, writer: Writer, deed: str, words: list[str]) -> tuple[League, list[str]]:
    """The league and the words behind it.  A reason to leave may be the name of another league, written wrong: nobody
    leaves by a guess.
    """
    early = deed == "close" and [*map(str.casefold, words)] == [EARLY]
    if deed in CLOSED and not early:
        return find_league(data, words)
    if deed != "withdraw":
        return find_league(data, words, lambda _: True)
    try:
        return find_league(data, words, lambda word: word.casefold().startswith("player="))
    except Refused as unknown:
        leagues = data.leagues.readable()[0]
        mine = [one.id for one in leagues if any(who.player == writer.player for who in one.active())]
        lines = wording.join_list([f'"league withdraw {one} {" ".join(words)}"' for one in mine[:SHOWN_OPEN]], "or")
        more = f" With a reason: {lines}." if mine else ""
        raise Refused(unknown.code, f"{unknown}{more}") from unknown


def _done(
    data: EngineData, league: League, news: Sequence[LeagueNews], games: Sequence[str] = (), how: str = ""
) -> Done:
    lines = [line for item in news for line in (item.head, *item.lines)]
    opened = [f"Games: {', '.join(games)}."] if games else []
    return Done(said(league.name, *lines, *opened, *filter(None, (spoken(how),))), tuple(games), (league.id,))


def _plan(wish: Wish, place: LeaguePlace, deed: str) -> Sequence[Step]:
    if deed in RULINGS:
        require_referee(wish.voice, wish.writer.player, wish.league)
        return (ruling(wish.league, deed, wish.words, wish.writer.player, wish.voice, wish.names),)
    return _PLANS[deed](wish, place)


def _enter(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    unread, said_ = _name_and_options(wish.words)
    options = read_options([*unread.split(), *said_], ("pace", "zone", "division", "player"))
    player = wish.writer.player
    known = wish.writer.reliability
    if named := options.pop("player", ""):
        require_organiser(wish.voice, player, wish.league)
        player, known = person_named(wish.data, named, f"league enter {wish.league.id} player="), None
    require_reachable(wish.data, place, player)
    zone = wish.data.settings.find(player).zone
    options = {**({"zone": zone} if zone != "UTC" else {}), **options}
    options |= {"reliability": str(known)} if known is not None else {}
    return (Step("enter", [player, *(f"{key}={value}" for key, value in options.items())]),)


def _withdraw(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    player, why = wish.writer.player, wish.words
    if why and why[0].casefold().startswith("player="):
        player = find_entrant(wish.voice, wish.league, wish.names, why[0].partition("=")[2])
        why = why[1:]
    if player != wish.writer.player:
        require_organiser(wish.voice, wish.writer.player, wish.league)
    return (Step("withdraw", [player, *why]),)


def _challenge(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    if not wish.words:
        above = wish.league.above(wish.writer.player)
        line = f'"league challenge {wish.league.id} {wish.names[above[-1]] if above else "Bob"}"'
        raise Refused("missing-argument", f"Name the player whom you challenge: {line}")
    opponent = find_entrant(wish.voice, wish.league, wish.names, " ".join(wish.words))
    return Step("challenge", [wish.writer.player, opponent]), Step("open")


def _queue(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    require_reachable(wish.data, place, wish.writer.player)
    return queue_steps(wish.writer.player, wish.words)


def _pair(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    require_organiser(wish.voice, wish.writer.player, wish.league)
    return Step("pair", wish.words), Step("open")


def _unpair(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    require_organiser(wish.voice, wish.writer.player, wish.league)
    return (Step("unpair", wish.words),)


def _close(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    require_organiser(wish.voice, wish.writer.player, wish.league)
    return (Step("close", wish.words),)


def _unqueue(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    return (Step("unqueue", [wish.writer.player, *wish.words]),)


def _bid(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    """A player's own bid, in secret; the game opens as soon as the opponent has bid too."""
    player = wish.writer.player
    open_ = next((one.number for one in wish.league.awaiting_bids() if player in one.players), 0)
    works = f'"league bid {wish.league.id} {open_} 5" works.' if open_ else "No match waits for your bid."
    if len(wish.words) != 2:
        raise Refused("missing-argument", f"Write the match and your bid. {works}")
    match = wish.league.match(match_number(wish.words[0])[0])
    if player not in match.players:
        raise Refused("not-in-match", f"You do not play match {match.number}, so you cannot bid for it. {works}")
    bid = Step("bid", [wish.words[0], player, wish.words[1]])
    return (bid,) if place.door == "discord" else (bid, Step("open"))


def _bids(wish: Wish, place: LeaguePlace) -> Sequence[Step]:
    """A referee waits no longer for the bids of others."""
    require_referee(wish.voice, wish.writer.player, wish.league)
    if len(wish.words) != 1:
        raise Refused("missing-argument", f'Name the match alone, such as "league bids {wish.league.id} 3".')
    match = wish.league.match(match_number(wish.words[0])[0])
    refuse_own_match(wish.voice, wish.writer.player, match, None)
    return Step("bids", wish.words), Step("open")


_PLANS: Mapping[str, Callable[[Wish, LeaguePlace], Sequence[Step]]] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "challenge": _challenge,
    "queue": _queue,
    "pair": _pair,
    "unpair": _unpair,
    "close": _close,
    "bid": _bid,
    "bids": _bids,
    "unqueue": _unqueue,
}
