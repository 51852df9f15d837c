"""News of games as replies in their topics: one for each deed, made from what everybody may see."""

from bot.hosting import open_battle_sides, wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_lanes import lane_of_game
from bot.hosting.outbox import Destination
from engine.contract import Phase, encode, replace
from engine.table import News

from .bodies import NewsBody
from .identity import DOOR


def queue_news(data: EngineData, game: str) -> bool:
    """Queue what is new in a game that has a topic, or will have one; whether it is played here."""
    outbox = data.outboxes[DOOR]
    destination = outbox.destination(game)
    if destination is None:
        return False
    now_on = data.table.game(game)
    with data.table.journal.transaction():
        news, called = data.table.joined_news(game, after=destination.seen), destination.called
        nowhere = destination.trouble and not destination.address
        for item in () if nowhere else news:
            latest = item is news[-1] and now_on.phase is not None and not now_on.phase.sealed
            side = now_on.phase.sides[0] if latest and now_on.phase and now_on.phase.sides else ""
            shown = side and not open_battle_sides.is_open_battle(now_on)
            examples = tuple(data.table.examples(game, side)) if shown else ()
            body = _body(item, destination._replace(called=called), examples)
            if item is not news[-1]:
                body = replace(body, current=False)
            elif latest:
                body = replace(body, stopped=now_on.stopped)
            data.forum.add(game, "news", lane_of_game(game), encode(body).decode(), item.at)
            called = phase_called(item.phase) if item.kind != "locked" else called
        if news:
            outbox.mark_seen(game, news[-1].seq, called)
    return True


def _body(news: News, destination: Destination, examples: tuple[str, ...]) -> NewsBody:
    """The news, with what was said before it."""
    key, sides, title = (*destination.called.split("|", 2), "", "")[:3]
    same = bool(news.phase) and key == phase_called(news.phase).split("|")[0]
    quiet = same and news.phase is not None and news.phase.sealed and news.kind == "report"
    return NewsBody(news, title, tuple(sides.split(",")) if same and sides else (), examples, quiet)


def phase_called(phase: Phase | None) -> str:
    """A phase with its sides and title, by which the outbox knows whom it has called."""
    return f"{phase.turn}.{phase.name}|{','.join(phase.sides)}|{wording.phase_title(phase)}" if phase else ""
