"""Mails are written when they are about to be sent: reports with their maps, reminders, answers and look-ups."""

import asyncio
from collections.abc import Iterable

from bot.correspondence.answers import File, Section
from bot.correspondence.asker import Asker
from bot.correspondence.deadline_calendar import Deadline, origin_of, write_calendar
from bot.correspondence.lookups import look_up
from bot.correspondence.message import Seat
from bot.correspondence.reports.replays import last_replay
from bot.correspondence.reports.theatres import lively_theatres
from bot.correspondence.times import local_time
from bot.correspondence.wrap import wrapped
from bot.hosting import wording
from bot.hosting.deputies import sides_of
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.mail_queue import QueuedMail
from bot.hosting.own_settings import OwnSettings
from bot.hosting.utc_now import utc_now
from engine.contract import decode
from engine.table import Game, News

from .messages.mail import OutgoingMail, write_mail
from .messages.reminder_mail import reminder
from .messages.report_mail import Call, Reader, is_called, report
from .messages.welcome import SUBJECT, welcome
from .own_seats import own_seats
from .queueing import AnswerBody, ReportBody
from .reminding import about
from .settings import MailSettings


class MailWriter:
    def __init__(self, engine: EngineThread, settings: MailSettings) -> None:
        self._engine, self._settings = engine, settings
        self._drawn: tuple[tuple[str, int], File | None] = ("", 0), None

    async def write(self, mail: QueuedMail) -> bytes:
        """The mail as it is sent.  Raises TooLate for a reminder that is of no use any more."""
        match mail.kind:
            case "report":
                written = await self._report(mail)
            case "reminder":
                written = await self._reminder(mail)
            case _:
                written = await self._answer(mail)
        return await asyncio.to_thread(write_mail, written)

    async def _report(self, mail: QueuedMail) -> OutgoingMail:
        body: ReportBody = decode(mail.body, ReportBody)
        news, settings = body.news, self._settings
        game, key, own, names = await self._engine.use_data(lambda data: _about(data, mail, body.side))
        origin = await self._engine.use_data(origin_of)
        viewer = "" if await self._engine.use_data(lambda data: _is_former(data, mail, body.side)) else body.side
        scene = await self._engine.use_table(lambda table: table.picture(game.id, viewer, at=news.seq))
        picture = File(wording.map_name(game.id, news.seq), await self._engine.draw(scene), scene.alt)
        parts = await lively_theatres(self._engine, game.id, news.seq, scene)
        reader = Reader(body.side, own.zone, "" if settings.plus else key, own.dates)
        whole = await self._last_replay(game, news)
        call = Call(body.current, body.examples, body.waiting, body.why)
        told = report(game, news, reader, names, call, scene.alt, whole.alt if whole else "")
        calendar = b""
        if is_called(news, body.side, call) and news.due:
            deadline = Deadline(game.id, game.name, news.phase_key or "0", news.due, origin, news.seq)
            calendar = write_calendar((deadline,), news.at)
        return OutgoingMail(
            mail.id,
            settings.address,
            settings.with_key(key) if key else settings.address,
            mail.address,
            told.subject,
            told.text,
            news.at,
            game.id,
            pictures=(*parts, picture),
            files=(whole,) if whole else (),
            calendar=calendar,
            facts=(("game", game.id), ("seat", body.side), ("tag", mail.tag), ("seq", str(news.seq))),
        )

    async def _last_replay(self, game: Game, news: News) -> File | None:
        """The whole game, with the mail that tells its end: drawn once for all of its readers."""
        if news.kind != "over":
            return None
        if self._drawn[0] != (game.id, news.seq):
            self._drawn = (game.id, news.seq), await last_replay(self._engine, game.id)
        return self._drawn[1]

    async def _reminder(self, mail: QueuedMail) -> OutgoingMail:
        settings = self._settings
        told_of = await self._engine.use_data(lambda data: about(data, mail))
        origin = await self._engine.use_data(origin_of)
        game, due, own, now, side = told_of.game, told_of.due, told_of.own, utc_now(), next(iter(told_of.drafts))
        told = reminder(told_of, now, Reader(side, own.zone, "" if settings.plus else told_of.key, own.dates))
        deadline = Deadline(game.id, game.name, game.phase_key, due, origin, game.length)
        return OutgoingMail(
            mail.id,
            settings.address,
            settings.with_key(told_of.key) if told_of.key else settings.address,
            mail.address,
            told.subject,
            told.text,
            now,
            game.id,
            calendar=write_calendar((deadline,), now),
            facts=(("game", game.id), ("seat", side), ("tag", mail.tag), ("reminder", due)),
        )

    async def _answer(self, mail: QueuedMail) -> OutgoingMail:
        body: AnswerBody = decode(mail.body, AnswerBody)
        if body.welcome:
            return self._welcome(mail, body)
        answer, settings = body.answer, self._settings
        seat = Seat(answer.game, answer.side) if answer.game else None
        found = await look_up(Asker(self._engine, mail.player, seat), answer.lookups)
        preview = await self._preview(seat) if seat and answer.preview else ()
        files = [*preview, *(file for one in found for file in one.files)]
        head, key = list[str](), ""
        if seat:
            game, key, own, _ = await self._engine.use_data(lambda data: _about(data, mail, seat.side))
            head = _seat_lines(game, seat, body, answer.accepted, answer.refused, own)
        told = answer.sections
        if body.seats:
            told += await self._engine.use_data(lambda data: own_seats(data, mail.player, mail.address, settings))
        unread = () if answer.accepted or answer.refused or not body.unread else (*body.unread, "")
        looked_up = section_lines(one.section for one in found)
        text = "\n".join((*head, *section_lines(told), *unread, *looked_up)) + "\n"
        return OutgoingMail(
            mail.id,
            settings.address,
            settings.with_key(key) if key else settings.address,
            mail.address,
            _subject(body, answer.game, "" if settings.plus else key),
            text,
            mail.due,
            answer.game,
            answers=body.message_id,
            pictures=tuple(file for file in files if file.name.endswith(".png")),
            files=tuple(file for file in files if not file.name.endswith(".png")),
        )

    def _welcome(self, mail: QueuedMail, body: AnswerBody) -> OutgoingMail:
        settings = self._settings
        reply_to = settings.with_key(body.confirm)
        subject = SUBJECT if settings.plus else f"{SUBJECT} ({body.confirm})"
        return OutgoingMail(
            mail.id,
            settings.address,
            reply_to,
            mail.address,
            subject,
            welcome(body.confirm),
            mail.due,
            answers=body.message_id,
        )

    async def _preview(self, seat: Seat) -> tuple[File, ...]:
        """The map with the draft drawn on it."""

        scene = await self._engine.use_table(
            lambda table: table.picture(seat.game, seat.side, draft=table.draft(seat.game, seat.side))
        )
        return (File(f"{seat.game}-draft.png", await self._engine.draw(scene), scene.alt),)


def _is_former(data: EngineData, mail: QueuedMail, side: str) -> bool:
    """Whether the reader was a deputy of the side when the mail was queued, and is no longer."""
    game = data.table.game(mail.game)
    return side not in sides_of(game, mail.player) and bool(game.seats.get(side))


def _about(data: EngineData, mail: QueuedMail, side: str) -> tuple[Game, str, OwnSettings, dict[str, str]]:
    """The game, the key of the reader's seat, their settings, and what the players are called."""
    game = data.table.game(mail.game)
    mine = side and game.holder(side) == mail.player
    key = data.people.seat_key(game.id, side, mail.player) if mine else ""
    known = (*game.seats.values(), *(() if game.anonymous else game.people.values()))
    names = {player: data.people.name(player) for player in known if player}
    return game, key, data.settings.find(mail.player), names


def _seat_lines(game: Game, seat: Seat, body: AnswerBody, good: int, bad: int, own: OwnSettings) -> list[str]:
    """The lines for programs, and where the game stands."""
    phase = game.phase
    lines = [f":: Game: {game.id}  Seat: {seat.side}  Turn: {phase.turn if phase else 0}"]
    lines[0] += f"  Phase: {phase.name}" if phase else ""
    lines.append(f":: Arrived: {body.arrived}  Accepted: {good} of {good + bad}")
    if game.frozen and not game.over:
        lines += ["", *wrapped("The game is frozen by its referee: no orders run until it goes on.", later="")]
    elif game.due and phase:
        waiting = wording.join_list([game.sides[side].name for side in phase.sides])
        until = local_time(game.due, own.zone, own.dates)
        lines += ["", *wrapped(f"{phase.title}, for {waiting}, until {until}.", later="")]
    return [*lines, ""]


def section_lines(sections: Iterable[Section]) -> list[str]:
    """The sections below one another, each under its title, which is marked so that none reads as an order."""
    lines = list[str]()
    for section in sections:
        lines += [f"== {section.title.upper()}"] if section.title else []
        for line in section.lines:
            lines += [line] if section.fixed or not line else wrapped(line, later="  ")
        lines.append("")
    return lines


def _subject(body: AnswerBody, game: str, key: str) -> str:
    answer = body.answer
    counts = ""
    if answer.accepted or answer.refused:
        bad = f", {answer.refused} REFUSED" if answer.refused else ""
        counts = f" ({answer.accepted} accepted{bad})"
    plain = body.subject.strip()
    while plain.lower().startswith(("re:", "aw:", "sv:", "antw:")):
        plain = plain.partition(":")[2].strip()
    plain = plain.partition(" (")[0] if plain.endswith(("accepted)", "REFUSED)")) else plain
    tag = f"[{game} {key}] " if game and key else f"[{game}] " if game else ""
    plain = plain if not tag or not plain.startswith("[") else plain.partition("]")[2].strip()
    answers = "Re: " if body.message_id else ""  # press, and what else nobody has asked for
    return f"{answers}{tag}{plain or 'Fieldpost'}{counts}"
