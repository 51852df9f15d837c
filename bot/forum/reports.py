"""The text of a reply that tells news of a game: what happened, the map, and who is awaited until when."""

from collections.abc import Mapping

from bot.correspondence.markdown import escape, fence
from bot.correspondence.phase_lines import without_phase_line
from bot.correspondence.times import local_time
from bot.hosting import wording
from bot.hosting.rematch import can_be_opened_again
from bot.hosting.terms_words import names_told
from engine.contract import Phase
from engine.log.entries import CLOCK, PROGRAM
from engine.log.head import head_line
from engine.table import Game, News

from .bodies import NewsBody
from .identity import Person
from .markdown import fit, told

People = Mapping[str, Person]


def report(game: Game, body: NewsBody, people: People, picture: str, limit: int) -> str:
    """``picture``: the Markdown that shows the map ("" = none).  ``limit``: characters that the text may have."""
    news = body.news
    parts = [f"### {escape(game.name)} ({game.id}): {_heading(game, body)}", picture]
    lines = _lines(game, news, people)
    if body.current:  # what comes next is said below
        lines = without_phase_line(lines, news.phase, game.sides)
    parts.append(told(fit(lines, limit - 2_500)) if lines else "")
    parts += [_outcome(game, people) if news.kind == "over" else "", _next(game, body, people)]
    parts.append(fence([*filter(None, [news.locked]), head_line(game.id, news.seq, news.link)]))
    return "\n\n".join(filter(None, parts))


def _heading(game: Game, body: NewsBody) -> str:
    match body.news.kind:
        case "seated" | "left":
            return "a seat"
        case "rewound":
            return "rewound"
        case "ruled" if body.news.player == CLOCK:
            return "the deadline has been corrected"
        case "ruled":
            return "a note" if body.news.player in PROGRAM else "a ruling by the referee"
        case "over":
            return f"{escape(game.won_by)} wins" if game.won_by else "a draw"
        case _:
            side = escape(wording.side_name(game.sides, body.news.side)) if body.news.side else ""
            return ": ".join(filter(None, (escape(body.title) or "news", side)))


def _lines(game: Game, news: News, people: People) -> tuple[str, ...]:
    if news.kind not in ("seated", "left") or not news.side:
        return (*news.lines, *news.luck)
    who = people[news.player].name if news.player in people else "Somebody"
    said = wording.seat_change(news, who, wording.side_name(game.sides, news.side), news.why)
    return (said, *news.lines[1:])


def _outcome(game: Game, people: People) -> str:
    mentions = " ".join(dict.fromkeys(person.mention for person in people.values() if person.mention))
    told = names_told(game, lambda player: escape(people[player].name) if player in people else "somebody")
    line = "The game is over. A reply `verify` rolls all its dice again, and `log` lists what has happened"
    line += "; `rematch` opens it again with the sides changed." if can_be_opened_again(game) else "."
    return " ".join(filter(None, (line, *told, mentions)))


def _next(game: Game, body: NewsBody, people: People) -> str:
    news = body.news
    if not news.phase:
        free = [f"{escape(game.sides[side].name)} (`join {side}`)" for side, holder in game.seats.items() if not holder]
        return f"Still free: {wording.join_list(free)}." if free and news.kind in ("seated", "left", "opened") else ""
    if not body.current:
        return f"**Next:** *{escape(wording.phase_title(news.phase))}*."
    lines = [waiting_for(game, news.phase, news.due, people, body.called)]
    if game.frozen:
        return lines[0]
    if news.phase.sealed:
        lines.append("Orders of this phase are secret: write them to me in a private message, not here.")
    if names := [escape(wording.side_name(game.sides, side)) for side in body.stopped]:
        lines.append(f"{wording.written_ahead(names)}: `status` in a private message to me shows it.")
    if body.examples:
        lines += ["For example:", fence(list(body.examples[:3]))]
    return "\n\n".join(lines)


def waiting_for(
    game: Game, phase: Phase, due: str | None, people: People, called: tuple[str, ...], *, pings: bool = True
) -> str:
    """Who is awaited and until when.  ``called``: sides that were mentioned for this phase before."""
    pings = pings and not game.frozen
    waiting = [
        f"{_player(game.seats.get(side, ''), people, pings=pings and side not in called)}"
        f" ({escape(wording.side_name(game.sides, side))})"
        for side in phase.sides
    ]
    if game.frozen:
        still = "**The game is frozen by its referee:** no orders run, and no deadline, until it goes on."
        return f"{still} Then: *{escape(wording.phase_title(phase))}*, for {wording.join_list(waiting)}."
    until = f", until **{local_time(due)}**" if due else ""
    return f"**Next:** *{escape(wording.phase_title(phase))}*. Waiting for {wording.join_list(waiting)}{until}."


def _player(player: str, people: People, *, pings: bool) -> str:
    person = people.get(player)
    if person is None:
        return "a free seat"
    return person.mention if person.mention and pings else escape(person.name)
