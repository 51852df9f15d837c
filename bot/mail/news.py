"""News of games as mails: one for each player who is here by mail, made from what that seat may see; and reminders."""

from bot.correspondence.emphasis import spoken
from bot.hosting import open_battle_sides
from bot.hosting.engine_thread import EngineData
from engine.table import Game, News

from .halting import queue_halted
from .identity import DOOR
from .kept_seats import queue_kept_seats
from .press import queue_press
from .queueing import ReportBody, queue_report
from .reminding import queue_reminders


def queue_news(data: EngineData, game: str) -> bool:
    """Queue what is new in a game for everybody who is here by mail; whether that makes any mails."""
    outbox = data.outboxes[DOOR]
    destination = outbox.destination(game)
    with data.table.journal.transaction():
        queued = queue_kept_seats(data, game)
    if destination is None:
        return queued > 0
    if data.halted.fault(game):
        return queue_halted(data, game)
    now_on = data.table.game(game)
    with data.table.journal.transaction():
        news = data.table.joined_news(game, after=destination.seen)
        for item in news:
            for side, player in _readers(now_on):
                queued += _queue_for(data, now_on, item, side, player, latest=item is news[-1])
        if news:
            outbox.mark_seen(game, news[-1].seq, "")
        queued += queue_reminders(data, game) + queue_press(data, game)
    return queued > 0


def _readers(game: Game) -> tuple[tuple[str, str], ...]:
    """One side for each person, player or deputy: one that is awaited if there is one."""
    waiting = game.phase.sides if game.phase else ()
    sides = sorted(game.seats, key=lambda side: side not in waiting)
    readers = dict[str, str]()
    for holders in ([game.holder(side) for side in sides], [game.person(game.deputies.get(one, "")) for one in sides]):
        for side, player in zip(sides, holders, strict=True):
            if player:
                readers.setdefault(player, side)
    return tuple((side, player) for player, side in readers.items())


def _queue_for(data: EngineData, game: Game, news: News, side: str, player: str, latest: bool) -> int:
    contacts = [contact for contact in data.people.contacts(player, DOOR) if contact.state == "confirmed"]
    if not contacts:
        return 0
    asked = latest and not game.frozen and game.phase is not None and side in game.phase.sides
    examples = data.table.examples(game.id, side) if asked and not open_battle_sides.is_open_battle(game) else ()
    stopped = asked and side in game.stopped
    waiting = tuple(data.table.draft(game.id, side).splitlines()) if stopped else ()
    why = spoken(data.table.why_stopped(game.id, side)) if stopped else ""
    body = ReportBody(news, side, tuple(examples), waiting, why, latest)
    queue_report(data, game.id, player, contacts[0].address, body, news.at)
    return 1
