"""Who wrote a post, and which game and seat it is about."""

import re
from typing import NamedTuple

from bot.correspondence.leagues.named import league_of_line
from bot.correspondence.message import Seat
from bot.hosting.deputies import sides_of
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_lanes import league_of_topic
from bot.hosting.forum_queue import LOBBY
from engine.table import Game

from .connectors.connector import TOPIC, SeenPost

DOOR = "forum"
_GAME = re.compile(r"[a-z][a-z0-9-]*-\d+")
_NAME_LINE = re.compile(rf"\W*(?:(?:game|orders(?: for)?)\W+)?({_GAME.pattern})\W*")


class Standing(NamedTuple):
    """``player``: the person with the author's account, "" for a stranger.  ``game``: whose topic it is, or which the
    letter is about ("" = none).  ``seat``: the one that the post speaks for.  ``choices``: games among which a letter
    does not choose.  ``league``: whose topic it is, or which the letter names first.
    """

    player: str
    game: str
    seat: Seat | None
    lobby: bool = False
    public: bool = False
    choices: tuple[str, ...] = ()
    league: str = ""


def identify(data: EngineData, post: SeenPost, title: str, opening: str) -> Standing | None:
    """``title``: of the letter; ``opening``: the first line that its author wrote.  None for a post in a topic that is
    none of ours.
    """
    player = data.people.player(DOOR, str(post.author.id))
    if post.place.kind == TOPIC:
        topic = data.forum.topic_at(post.place.key)
        if topic is None:
            return None
        if topic.game == LOBBY:
            return Standing(player, "", None, lobby=True, public=True)
        if league := league_of_topic(topic.game):
            return Standing(player, "", None, public=True, league=league)
        game = data.table.game(topic.game)
        return Standing(player, topic.game, None if game.anonymous else seat_in(game, player), public=True)
    return _by_letter(data, post, (title, opening), player)


def _by_letter(data: EngineData, post: SeenPost, words: tuple[str, str], player: str) -> Standing:
    """The game that is named, else the only one in which the person is awaited, else the only one they play."""
    mine = {game.id: game for game in data.table.games() if sides_of(game, player) and not game.over}
    title, opening = words
    if league := league_of_line(data, opening):
        return Standing(player, "", None, league=league)
    quoted = next((line for line in post.raw.splitlines() if line.strip()), "")
    candidates = [word for line in (opening, quoted, title) for word in _GAME.findall(line.lower()) if word in mine]
    known = data.forum.letter(post.place.key)
    candidates += [known.game] if known and known.game in mine else []
    awaited = [game.id for game in mine.values() if game.phase and {*game.phase.sides} & {*sides_of(game, player)}]
    candidates += awaited if len(awaited) == 1 else list(mine) if len(mine) == 1 else []
    if candidates:
        return Standing(player, candidates[0], seat_in(mine[candidates[0]], player))
    return Standing(player, "", None, choices=tuple(mine))


def names_game(line: str, game: str) -> bool:
    """Whether the line does nothing but name the game, as a letter's first line may."""
    found = _NAME_LINE.fullmatch(line.lower())
    return found is not None and found[1] == game


def _awaited(game: Game) -> list[str]:
    return [game.holder(side) for side in game.phase.sides] if game.phase else []


def seat_in(game: Game, player: str) -> Seat | None:
    """The person's seat in this game: one whose turn it is, else the first."""
    mine = sides_of(game, player)
    waiting = game.phase.sides if game.phase else ()
    return Seat(game.id, next((side for side in waiting if side in mine), mine[0])) if mine else None


class Person(NamedTuple):
    """What others are told a person is called, and the mention that reaches them ("" = they are not here)."""

    name: str
    mention: str


def people_of(data: EngineData, game: Game) -> dict[str, Person]:
    """Everybody who plays in the game or orders as a deputy, by what it calls them; a pseudonym is nobody whom a
    mention reaches.
    """
    found = dict[str, Person]()
    known_by_name = () if game.anonymous else game.people.values()
    for player in filter(None, (*game.seats.values(), *game.deputies.values(), *known_by_name)):
        accounts = [data.forum.account(contact.address) for contact in data.people.contacts(player, DOOR)]
        known = [account for account in accounts if account]
        mention = f"@{known[0].handle}" if known and re.fullmatch(r"[\w.-]+", known[0].handle) else ""
        found[player] = Person(data.people.name(player), mention)
    return found
