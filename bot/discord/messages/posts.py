"""Turns public news into posts; the same news always gives the same posts."""

import hashlib
from collections.abc import Sequence

from bot.hosting import open_battle_sides, wording
from bot.hosting.post import Button, Post
from bot.hosting.terms_words import names_told, terms_words
from engine.contract import Phase, counted, replace
from engine.log.entries import CLOCK
from engine.log.head import head_line
from engine.systems import SYSTEMS
from engine.table import Game, News

from . import components, markup
from .decision_posts import decision_post

HEAD, TAIL = 6, 14
"""Lines from the beginning and the end of a long report that its short form keeps."""
LONG = 5
"""A report of at least so many lines has close-ups with its map."""
BRIEF = 800
"""Most characters of a report that is posted together with the call for orders."""
HOW_TO_VERIFY = (
    "Anyone can check every die roll: use /verify, or download the log with /game export and run fieldpost verify."
)
HOW_TO_ORDER = (
    "**Write orders** opens a form: one order per line. Each is checked at once, and only you see the answer. "
    "**Commit** runs them, and you can write more; "
    "**Done** runs them and ends your part of the phase. `/rules` is the rulebook, `/units` lists every unit."
)
"""What a newcomer needs to know; posted once, when the game begins."""


HOW_TO_FIGHT = (
    "The attacker decides after every round whether to fight on. "
    "The defender decides only before the first round, and while submarines could withdraw. "
    "**Write orders** sets your own lists (`losses: infantry > tank`), secret until they are used; "
    "otherwise the published defaults apply. `/odds` shows the odds of the battle."
)
"""The same for an open battle."""


def nonce(tag: str, seq: int, part: int) -> str:
    """The nonce by which Discord recognizes a post that is sent twice; at most 25 characters, the same in every
    process.
    """
    name = f"{tag}.{seq}.{part}"
    return name if len(name) <= 25 else hashlib.sha256(name.encode()).hexdigest()[:25]


def phase_key(phase: Phase | None) -> str:
    """Turn and name of a phase, by which the outbox knows whom it has called."""
    return f"{phase.turn}.{phase.name}" if phase else ""


def write_phase(game: Game, phase: Phase | None, key: str) -> str:
    """The key of a phase (``Game.phase_key``) and the numbers of the sides whose turn it is, as a button's id holds
    them.
    """
    numbers = (str(n) for n, side in enumerate(game.sides) if phase and side in phase.sides)
    return f"{key}|{','.join(numbers)}" if phase else ""


def read_phase(game: Game, word: str) -> tuple[str, tuple[str, ...]]:
    """The pair of ``write_phase``: phase key and sides; no sides for a button that names none."""
    when, _, numbers = word.partition("|")
    sides = list(game.sides)
    return when, tuple(sides[int(n)] for n in numbers.split(",") if n.isdecimal() and int(n) < len(sides))


def phase_title(phase: Phase) -> str:
    """The phase as a heading."""
    name = markup.escape(phase.title)
    if name.lower().endswith("round"):
        return f"{name[:1].upper()}{name[1:]} {phase.turn}"
    turn = f"{phase.counter} {phase.turn} · " if phase.turn and "turn" not in name.lower() else ""
    return turn + name[:1].upper() + name[1:]


def called(phase: Phase | None) -> str:
    """A phase with its sides and heading, as the outbox remembers it: nobody is pinged twice for it, and it heads the
    next report.
    """
    return f"{phase_key(phase)}|{','.join(phase.sides)}|{phase_title(phase)}" if phase else ""


def answer_buttons(game: Game, phase: Phase | None, key: str) -> tuple[Button, ...]:
    """The buttons under the call for orders of a phase with that key."""
    return (components.open_battle_buttons if open_battle_sides.is_open_battle(game) else components.order_buttons)(
        game.id, write_phase(game, phase, key)
    )


def posts(
    game: Game, news: News, before: str, examples: Sequence[str] | None = (), deciding: Sequence[str] = ()
) -> tuple[Post, ...]:
    """The posts for a piece of news.

    ``before``: ``called`` of the news before.  ``examples``: legal orders that give nothing away; None: the phase is
    already over.  ``deciding``: the sides of an open battle that must answer before it continues.
    """
    if open_battle_sides.is_open_battle(game) and news.kind in ("opened", "seated", "left", "report"):
        return _open_battle_posts(game, news, before, deciding)
    call = (phase_post(game, news, before, examples),) if news.phase and game.started else ()
    match news.kind:
        case "opened":
            result: tuple[Post, ...] = (announcement(game, news),)
        case "seated" | "left" if before or not news.phase:
            lines = (_seat_change(game, news), *map(markup.escape, news.lines[1:]), small_print(game, news))
            result = (Post("\n".join(lines)),)
        case "seated":
            result = report(
                game, news, f"{_seat_change(game, news)}\n**The game begins.** {HOW_TO_ORDER}", news.lines[1:]
            )
        case "began":
            result = report(game, news, f"**The game begins.** {HOW_TO_ORDER}", news.lines)
        case "decided":
            return (decision_post(game, news),)
        case "locked":  # as quick and small as can be: it must be there before its round is
            heading = _heading(game, news, before)
            result = (Post("\n".join((heading, *map(markup.escape, news.lines), small_print(game, news)))),)
        case "over":
            at_once = open_battle_sides.is_open_battle(game) and not before
            heading = _fought_at_once(game) if at_once else _heading(game, news, before)
            first, *rest = report(game, news, f"{_outcome(game)}\n{heading}", (*news.lines, *news.luck, HOW_TO_VERIFY))
            result = (replace(first, pings=_players(game)), *rest)
        case "report" if call and is_quiet(news, before):
            return (_quiet_post(game, news, call[0], before),)
        case _:
            result = report(game, news, _heading(game, news, before), news.lines)
    return result + call


def _open_battle_posts(game: Game, news: News, before: str, deciding: Sequence[str]) -> tuple[Post, ...]:
    """The posts of an open battle: a round and the buttons to continue share one post."""
    if not news.phase or news.kind == "left" or (news.kind == "seated" and before):
        subtitle = f"{SYSTEMS[game.system].TITLE} · id {markup.inline_code(game.id)}"
        head = f"## {markup.escape(game.name)}\n{subtitle}\n> {markup.escape(game.about)}"
        return (Post(f"{head if news.kind == 'opened' else _seat_change(game, news)}\n{small_print(game, news)}"),)
    call = _round_post(game, news, before, deciding)
    if news.kind == "report" and is_quiet(news, before):
        return (_quiet_post(game, news, call, before),)
    begins = news.kind == "seated"
    head = f"{_seat_change(game, news)}\n{HOW_TO_FIGHT}" if begins else _heading(game, news, before)
    *first, last = report(
        game, news, head, news.lines[begins:], call.content.removesuffix(small_print(game, news)).rstrip()
    )
    return (*first, replace(last, pings=call.pings, buttons=call.buttons))


def _round_post(game: Game, news: News, before: str, deciding: Sequence[str]) -> Post:
    """The call for the sides that decide whether the next round is fought."""
    assert news.phase
    waiting = [side for side in news.phase.sides if side in deciding] or list(news.phase.sides)
    return phase_post(game, replace(news, phase=replace(news.phase, sides=tuple(waiting))), before)


def is_quiet(news: News, before: str) -> bool:
    """Whether the map cannot have changed: secret orders were given, or a side decided something in another side's
    phase.
    """
    if not news.phase or not before.startswith(f"{phase_key(news.phase)}|") or sum(map(len, news.lines)) > BRIEF:
        return False
    return news.phase.sealed or (news.side != "" and news.side not in before.split("|")[1].split(","))


def _quiet_post(game: Game, news: News, call: Post, before: str) -> Post:
    """News that changes no map, and the call for orders, in one post."""
    waiting = call.content.removesuffix(small_print(game, news)).rstrip()
    lines = (_heading(game, news, before), *map(markup.escape, news.lines), waiting, small_print(game, news))
    return replace(call, content="\n".join(lines))


def announcement(game: Game, news: News) -> Post:
    """The announcement of a game: what it is about, its map, and a button for each seat."""
    sides = [f"**{markup.escape(side.name)}**" for side in game.sides.values()]
    pace = (
        f"Each phase lasts at most {wording.length(game.period)}; at the deadline whatever you have written is run."
        if game.period
        else "No deadlines."
    )
    text = "\n".join(
        (
            f"## {markup.escape(game.name)}",
            f"{SYSTEMS[game.system].TITLE}, scenario {markup.inline_code(game.scenario)} · id "
            f"{markup.inline_code(game.id)}",
            f"> {markup.escape(wording.clip(' '.join(game.about.split()), 1100))}",
            f"Sides: {wording.join_list(sides)}. Take one with a button below; one player may take several. "
            "The game starts when all are taken.",
            pace,
            *terms_words(game),
            small_print(game, news),
        )
    )
    joins = tuple(
        Button(f"Join {side.name}", components.write_custom_id("join", game.id, str(n)), "blue")
        for n, side in enumerate(game.sides.values())
    )
    return Post(text, picture=news.seq, buttons=joins[:25], announces=True, thread=wording.clip(game.name, 100))


def report(game: Game, news: News, head: str, facts: Sequence[str], call: str = "") -> tuple[Post, ...]:
    """The report in as many posts as it takes, with the map under the last; ``call`` is what players can do next."""
    lines, small = [markup.escape(line) for line in facts], "\n".join(filter(None, (call, small_print(game, news))))
    pieces = markup.split("\n".join((head, *lines, small)))
    if len(pieces) <= markup.MOST_MESSAGES + 1:
        return (*(Post(piece) for piece in pieces[:-1]), Post(pieces[-1], picture=news.seq, details=len(lines) >= LONG))
    gap = f"*… {counted(len(lines) - HEAD - TAIL, 'more line')} in the attached file …*"
    short = [wording.clip(line, 75) for line in (*lines[:HEAD], gap, *lines[-TAIL:])]
    return Post(
        "\n".join((head, *short, small_print(game, news))), attachment="\n".join((*news.lines, *news.luck))
    ), Post("\n".join(filter(None, (call, small_print(game, news)))), picture=news.seq, details=True)


def phase_post(game: Game, news: News, before: str, examples: Sequence[str] | None = ()) -> Post:
    """The call for orders: whose turn it is, the phase, the deadline, and the buttons."""
    phase = news.phase
    assert phase is not None
    calls = [markup.mention(game.seats[side]) if game.seats.get(side) else "a free seat" for side in phase.sides]
    names = [
        f"{call} (**{markup.escape(wording.side_name(game.sides, side))}**)"
        for call, side in zip(calls, phase.sides, strict=True)
    ]
    lines = [f"**{phase_title(phase)}**", f"Waiting for {wording.join_list(names)}."]
    if open_battle_sides.is_open_battle(game):
        lines.append("**Continue** fights the round; **Retreat** leaves the battle if the rules allow it.")
    elif phase.sealed:  # no examples either: one might be what somebody has just written in secret
        lines.append("Orders stay secret until everyone is done.")
    elif examples:
        lines.append(f"For example: {wording.join_list([markup.inline_code(example) for example in examples], 'or')}.")
    elif examples is not None:
        lines.append("No legal orders were found. Press **Done** to continue.")
    if stopped := [markup.escape(wording.side_name(game.sides, side)) for side in game.stopped if side in phase.sides]:
        lines.append(f"{wording.written_ahead(stopped)}: **Show draft** shows it.")
    if news.due:
        lines.append(
            f"Deadline: {markup.timestamp(news.due)} ({markup.timestamp(news.due, 'f')}). "
            "Whatever you have written by then is run, and the rules' defaults cover the rest."
        )
    known = before.split("|")[1].split(",") if before.startswith(f"{phase_key(phase)}|") else []
    pings = tuple(dict.fromkeys(game.seats[side] for side in phase.sides if side not in known and game.seats.get(side)))
    lines.append(small_print(game, news))
    return Post("\n".join(lines), pings=pings, buttons=answer_buttons(game, phase, news.phase_key))


def _heading(game: Game, news: News, before: str) -> str:
    """The heading of a report: the side that acted, and the phase."""
    match news.kind:
        case "rewound":
            return f"**{markup.escape(game.name)} has been rewound**"
        case "ruled" if news.player == CLOCK:
            return "**The deadline has been corrected**"
        case "ruled" if open_battle_sides.is_open_battle(game):
            return f"**{markup.escape(game.name)}**"
        case "ruled":
            return "**A note from the referee**"
        case _:
            when = before.split("|", 2)[2] if before else markup.escape(game.name)
            return (
                f"**{markup.escape(wording.side_name(game.sides, news.side))}** · {when}"
                if news.side
                else f"**{when}**"
            )


def _fought_at_once(game: Game) -> str:
    """The heading of the only post of an open battle that was over before anything was posted."""
    return f"**{markup.escape(game.name)}** · id {markup.inline_code(game.id)}\n> {markup.escape(game.about)}"


def _players(game: Game) -> tuple[str, ...]:
    return tuple(dict.fromkeys(player for player in game.seats.values() if player))


def _outcome(game: Game) -> str:
    """Who has won, with a mention of every player; the report below gives the reason."""
    drawn = "# A draw" if game.winner else "# Given up"
    heading = f"# Victory for {markup.escape(game.won_by)}" if game.won_by else drawn
    told = names_told(game, markup.mention)
    return "\n".join(filter(None, (heading, " ".join(markup.mention(player) for player in _players(game)), *told)))


def _seat_change(game: Game, news: News) -> str:
    verb = "takes" if news.kind == "seated" else "gives up"
    return f"{markup.mention(news.player)} {verb} **{markup.escape(wording.side_name(game.sides, news.side))}**."


def small_print(game: Game, news: News) -> str:
    """The head of the log, with which anybody can later tell whether it has been changed."""
    locked = f"-# {news.locked}\n" if news.locked else ""
    return f"{locked}-# {head_line(game.id, news.seq, news.link)}"
