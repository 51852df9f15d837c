"""Posts are written when they are about to be sent: news with its map, answers with what was looked up."""

import logging
import secrets

from bot.correspondence.answers import Answer, File, Found, Section
from bot.correspondence.asker import Asker
from bot.correspondence.emphasis import without_marks
from bot.correspondence.lookups import look_up
from bot.correspondence.markdown import alt_text, escape
from bot.correspondence.message import Seat
from bot.correspondence.reports.replays import last_replay
from bot.correspondence.reports.theatres import lively_theatres
from bot.correspondence.standings import standings
from bot.correspondence.times import own_time
from bot.hosting import open_battle_sides, wording
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.forum_lanes import league_of_topic
from bot.hosting.forum_queue import LOBBY, OutgoingPost
from engine.contract import decode
from engine.rolls.dice_log import PREFIX
from engine.table import Game, News

from .bodies import AnswerBody, NewsBody
from .connectors.connector import Connector, Gone, RefusedForGood, Unclear, read_place
from .identity import people_of
from .league_topics import league_first_post
from .markdown import fit, told
from .reminding import reminder_text
from .reports import People, report
from .status_post import LOBBY_TEXT, status_text

log = logging.getLogger("fieldpost.forum")

LARGEST_PICTURE = 2_000_000
"""Bytes of a picture that both programs take as they are set up."""
PICTURES = (".png", ".gif")
"""How the names of files end that a forum shows."""
MOST_PICTURES = 3
PICTURE_TRIES = 3
"""Tries after which a post goes without its pictures."""
ROOM = 200
"""Characters of a post that are kept for its mark."""


class Writer:
    def __init__(self, engine: EngineThread, connector: Connector) -> None:
        self._engine, self._connector = engine, connector

    async def write(self, row: OutgoingPost) -> str:
        """The text of a post.  Raises ForumTrouble if its pictures must be tried again, TooLate for a reminder."""
        match row.kind:
            case "topic":
                return await self.status(row.game)
            case "status":
                return await self.status(row.game)
            case "news":
                return await self._news(row)
            case "notice":
                return row.body
            case "reminder":
                return await self._engine.use_data(lambda data: reminder_text(data, row))
            case _:
                return await self._answer(row)

    async def status(self, game: str) -> str:
        """What the first post of a topic says now."""
        if game == LOBBY:
            return LOBBY_TEXT
        if league := league_of_topic(game):
            return await self._engine.use_data(lambda data: league_first_post(data, league))
        return await self._engine.use_data(lambda data: _status(data, game))

    async def _news(self, row: OutgoingPost) -> str:
        body: NewsBody = decode(row.body, NewsBody)
        game, people = await self._engine.use_data(lambda data: _about(data, row.game))
        pictures = [] if body.quiet or row.tries >= PICTURE_TRIES else await self._maps(row.game, body.news)
        return report(game, body, people, "\n\n".join(pictures), self._connector.longest - ROOM)

    async def _maps(self, game: str, news: News) -> list[str]:
        """The theatres in which the news happened, and the map; with those that tell the end the whole game."""
        scene = await self._engine.use_table(lambda table: table.picture(game, at=news.seq))
        drawn = File(wording.map_name(game, news.seq), await self._engine.draw(scene), scene.alt)
        whole = await last_replay(self._engine, game) if news.kind == "over" else None
        parts = await lively_theatres(self._engine, game, news.seq, scene)
        shown = [
            *[await self._shown(part) for part in parts],
            await self._shown(drawn),
            *([await self._shown(whole)] if whole else []),
        ]
        return [one for one in shown if one]

    async def _answer(self, row: OutgoingPost) -> str:
        body: AnswerBody = decode(row.body, AnswerBody)
        answer = body.answer
        seat = Seat(answer.game, answer.side) if answer.game else None
        log = f"{PREFIX}{answer.game or LOBBY}" if body.message and not body.private else ""
        asker = Asker(self._engine, body.player, seat, log, f"forum:{body.message}")
        found = await look_up(asker, answer.lookups)
        files = [*(await self._preview(seat) if seat and answer.preview and body.private else ())]
        files += [file for one in found for file in one.files]
        pictures = [file for file in files if file.name.endswith(PICTURES)][:MOST_PICTURES]
        shown = [await self._shown(file, body.private) for file in pictures] if row.tries < PICTURE_TRIES else []
        sections = (*answer.sections, *(one.section for one in found), *_files(found))
        unread = body.unread if not answer.accepted and not answer.refused else ()
        links = await self._links(answer)
        head = await self._engine.use_data(lambda data: _standing(data, seat, body)) if seat and body.private else ""
        room = self._connector.longest - ROOM - 1_000 * len(shown) - 1_000
        parts = [head, *shown, *_section_texts(sections, room), told(unread, fixed=True) if unread else "", links]
        return "\n\n".join(filter(None, parts)) or "There is nothing to answer."

    async def _links(self, answer: Answer) -> str:
        """Where the games are that the message has opened or joined."""
        topics = await self._engine.use_data(lambda data: [data.forum.topic(game) for game in answer.changed])
        lines = [
            f"{topic.game}: {self._connector.link(read_place(topic.place))}"
            for topic in topics
            if topic and topic.place and topic.game != answer.game
        ]
        return "\n".join(lines)

    async def _preview(self, seat: Seat) -> tuple[File, ...]:
        """The map with the draft drawn on it."""
        scene = await self._engine.use_table(
            lambda table: table.picture(seat.game, seat.side, draft=table.draft(seat.game, seat.side))
        )
        return (File(f"{seat.game}-draft.png", await self._engine.draw(scene), scene.alt),)

    async def _shown(self, file: File, private: bool = False) -> str:
        """A picture as Markdown, "" if the forum does not take it.  The name of a private one cannot be guessed."""
        if len(file.data) > LARGEST_PICTURE:
            return ""
        name = f"{secrets.token_hex(12)}.{file.name.rpartition('.')[2]}" if private else file.name
        try:
            return await self._connector.upload(name, file.data, alt_text(file.alt))
        except (RefusedForGood, Gone) as refused:
            log.warning("%s is not shown: %s", file.name, refused)
            return ""
        except Unclear as unclear:
            raise Unclear(f"a picture: {unclear}") from unclear


def _status(data: EngineData, key: str) -> str:
    game = data.table.game(key)
    phase = game.phase
    side = phase.sides[0] if phase and phase.sides and not phase.sealed and not game.over else ""
    shown = side and not open_battle_sides.is_open_battle(game)
    counted = standings(data.table.picture(key), game.sides) if game.started else ()
    return status_text(game, people_of(data, game), tuple(data.table.examples(key, side)) if shown else (), counted)


def _about(data: EngineData, key: str) -> tuple[Game, People]:
    game = data.table.game(key)
    return game, people_of(data, game)


def _standing(data: EngineData, seat: Seat, body: AnswerBody) -> str:
    """The game, the phase and the deadline, in a letter."""
    game = data.table.game(seat.game)
    lines = [f"**{escape(game.name)}** ({game.id})"]
    if game.phase and game.due and not game.over:
        waiting = wording.join_list([escape(game.sides[side].name) for side in game.phase.sides])
        until = own_time(data, body.player, game.due)
        lines.append(f"{escape(game.phase.title)}, for {waiting}, until {until}.")
    return "\n\n".join(lines)


def _section_texts(sections: tuple[Section, ...], room: int) -> list[str]:
    """The sections below one another, all words in fences; those that are too long are cut in their middle."""
    each = max(600, room // max(1, len(sections)))
    texts = list[str]()
    for section in sections:
        texts += [f"**{escape(section.title)}**"] if section.title else []
        lines = tuple(map(without_marks, section.lines))
        texts += [told(fit(lines, each), fixed=section.fixed, later="")] if lines else []
    return texts


def _files(found: tuple[Found, ...]) -> tuple[Section, ...]:
    """Files that a forum does not take."""
    names = [file.name for one in found for file in one.files if not file.name.endswith(PICTURES)]
    line = f"{wording.join_list(names)} cannot be attached here. Ask for it by mail or in Discord, after `link`."
    return (Section("Files", (line,)),) if names else ()
