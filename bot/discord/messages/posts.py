"""Turns public news into posts; the same news always gives the same posts."""

import hashlib
from collections.abc import Sequence

from bot.correspondence.phase_lines import without_phase_line
from bot.hosting import open_battle_sides, wording
from bot.hosting.post import Button, Post
from bot.hosting.terms_words import names_told, terms_words
from engine.contract import Phase, counted, replace
from engine.log.entries import CLOCK, PROGRAM
from engine.log.head import head_line
from engine.systems import SYSTEMS
from engine.table import Game, News

from . import components, markup
from .decision_posts import decision_post
from .report_lines import readable

HEAD, TAIL = 6, 14
"""Lines from the beginning and the end of a long report that its short form keeps."""
NOTHING = "Nothing to report."
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


def passed(phase: Phase | None, before: str) -> str:
    """As ``called``, of a phase for which nobody was called, because more has happened since: only the sides called
    ``before`` for it count.
    """
    return called(phase and replace(phase, sides=tuple(filter(None, _called_sides(phase, before)))))


def _called_sides(phase: Phase, before: str) -> list[str]:
    """The sides that have been called for this phase already."""
    return before.split("|")[1].split(",") if before.startswith(f"{phase_key(phase)}|") else []


def answer_buttons(game: Game, phase: Phase | None, key: str) -> tuple[Button, ...]:
    """The buttons under the call for orders of a phase with that key."""
    return (components.open_battle_buttons if open_battle_sides.is_open_battle(game) else components.order_buttons)(
        game.id, write_phase(game, phase, key)
    )


def posts(
    game: Game, news: News, before: str, examples: Sequence[str] | None = (), deciding: Sequence[str] = ()
) -> tuple[Post, ...]:
    """The posts for a piece of news: what happened, the map and the call for orders in one, if they fit.

    ``before``: ``called`` of the news before.  ``examples``: legal orders that give nothing away; None: more has
    happened since, so nobody is called.  ``deciding``: the sides of an open battle that must answer before it
    continues.
    """
    if news.kind == "opened":
        return (_battle_seats(game, news) if open_battle_sides.is_open_battle(game) else announcement(game, news),)
    if news.kind in ("timed", "decided"):
        again = phase_post(game, news, "", examples) if news.goes_on and _calls(game, news, examples) else None
        return (decision_post(game, news, again),)
    head, facts = _told(game, news, before)
    if news.kind == "locked" or (news.kind in ("seated", "left") and not (news.phase and game.started)):
        lines = (head, *map(markup.escape, facts), small_print(game, news))  # quick and small
        return (Post("\n".join(lines)),)
    call = phase_post(game, _for_deciding(news, deciding), before, examples) if _calls(game, news, examples) else None
    if news.kind == "over":
        told = report(game, news, head, facts)
        return (replace(told[0], pings=_players(game)), *told[1:])
    if call and news.completes:  # the report takes the place of the post of the lock, and an edit calls nobody
        return (*report(game, news, head, facts), call)
    if call and facts:
        facts = without_phase_line(facts, news.phase, game.sides) or (NOTHING,)
    *first, last = report(game, news, head, facts, call)
    return (*first, replace(last, pings=call.pings, buttons=call.buttons) if call else last)


def _calls(game: Game, news: News, examples: Sequence[str] | None) -> bool:
    return bool(news.phase and game.started and examples is not None)


def _told(game: Game, news: News, before: str) -> tuple[str, Sequence[str]]:
    """The heading of a report, and its facts."""
    battle = open_battle_sides.is_open_battle(game)
    match news.kind:
        case "seated" | "left" if before or not news.phase:
            return _seat_change(game, news), news.lines[1:]
        case "seated":
            begins = HOW_TO_FIGHT if battle else f"**The game begins.** {HOW_TO_ORDER}"
            return f"{_seat_change(game, news)}\n{begins}", news.lines[1:]
        case "began":
            return f"**The game begins.** {HOW_TO_ORDER}", news.lines
        case "over":
            heading = _fought_at_once(game) if battle and not before else _heading(game, news, before)
            return f"{_outcome(game)}\n{heading}", (*news.lines, *news.luck, HOW_TO_VERIFY)
    return _heading(game, news, before), news.lines


def _battle_seats(game: Game, news: News) -> Post:
    """The first post of an open battle, before somebody takes its seats."""
    subtitle = f"{SYSTEMS[game.system].TITLE} · id {markup.inline_code(game.id)}"
    head = f"## {markup.escape(game.name)}\n{subtitle}\n> {markup.escape(game.about)}"
    return Post(f"{head}\n{small_print(game, news)}")


def _for_deciding(news: News, deciding: Sequence[str]) -> News:
    """Only the sides that decide whether the next round of an open battle is fought are called for it."""
    waiting = tuple(side for side in news.phase.sides if side in deciding) if news.phase else ()
    return replace(news, phase=replace(news.phase, sides=waiting)) if waiting and news.phase else news


def announcement(game: Game, news: News) -> Post:
    """The announcement of a game: what it is about, its map, and a button for each seat if any is free."""
    free = not all(game.seats.values())
    text = "\n".join(
        (
            f"## {markup.escape(game.name)}",
            f"{SYSTEMS[game.system].TITLE}, scenario {markup.inline_code(game.scenario)} · id "
            f"{markup.inline_code(game.id)}",
            f"> {markup.escape(wording.clip(' '.join(game.about.split()), 1100))}",
            seats_line(game, free=free),
            wording.pace(game),
            *terms_words(game),
            small_print(game, news),
        )
    )
    joins = tuple(
        Button(f"Join {side.name}", components.write_custom_id("join", game.id, str(n)), "blue")
        for n, side in enumerate(game.sides.values())
        if free
    )
    return Post(text, picture=news.seq, buttons=joins[:25], announces=True, thread=wording.clip(game.name, 100))


def seats_line(game: Game, *, free: bool) -> str:
    """Who plays which side; or that seats are ``free``, and how one is taken."""
    sides = {key: f"**{markup.escape(side.name)}**" for key, side in game.sides.items()}
    if not free:
        return f"{wording.join_list([f'{sides[key]} is {markup.mention(game.seats[key])}' for key in sides])}."
    return (
        f"Sides: {wording.join_list([*sides.values()])}. Take one with a button below; one player may take several. "
        "The game starts when all are taken."
    )


def report(game: Game, news: News, head: str, facts: Sequence[str], call: Post | None = None) -> tuple[Post, ...]:
    """The report in as many posts as it takes; under the last the map, and all that ``call`` says."""
    lines = [markup.escape(line) for line in readable(facts, wording.side_name(game.sides, news.side))]
    small = call.content if call else small_print(game, news)
    *first, last = markup.split("\n".join((head, *lines)))
    fits = len(last) + 1 + len(small) <= markup.LIMIT  # else a call would be cut, apart from its buttons
    pieces = (*first, f"{last}\n{small}") if fits else (*first, last, small)
    if len(pieces) <= markup.MOST_MESSAGES + 1:
        return (*(Post(piece) for piece in pieces[:-1]), Post(pieces[-1], picture=news.seq, details=True))
    gap = f"*… {counted(len(lines) - HEAD - TAIL, 'more line')} in the attached file …*"
    short = [wording.clip(line, 75) for line in (*lines[:HEAD], gap, *lines[-TAIL:])]
    return Post(
        "\n".join((head, *short, small_print(game, news))), attachment="\n".join((*news.lines, *news.luck))
    ), Post(small, picture=news.seq, details=True)


def phase_post(game: Game, news: News, before: str, examples: Sequence[str] | None = ()) -> Post:
    """The call for orders: whose turn it is, the phase, the deadline, and the buttons."""
    phase = news.phase
    assert phase is not None
    names = [
        f"{markup.mention(player) if (player := game.seats.get(side)) else 'a free seat'} ({_bold_side(game, side)})"
        for side in phase.sides
    ]
    title, lines, known = phase_title(phase), list[str](), _called_sides(phase, before)
    if before.split("|", 2)[2:] != [title]:  # else it heads the post already
        lines.append(f"▶️ **{title}**")
    lines.append(f"Waiting for {wording.join_list(names)}{until(news.due)}.")
    if open_battle_sides.is_open_battle(game):
        lines.append("**Continue** fights the round; **Retreat** leaves the battle if the rules allow it.")
    elif phase.sealed:  # no examples: one might be what somebody has just written in secret
        lines += [] if any(known) else ["Orders stay secret until everyone is done."]  # said once
    elif examples:
        lines.append(f"For example: {wording.join_list([markup.inline_code(example) for example in examples], 'or')}.")
    elif examples is not None:
        lines.append("No legal orders were found. Press **Done** to continue.")
    if stopped := [markup.escape(wording.side_name(game.sides, side)) for side in game.stopped if side in phase.sides]:
        lines.append(f"{wording.written_ahead(stopped)}: **Show draft** shows it.")
    pings = tuple(dict.fromkeys(game.seats[side] for side in phase.sides if side not in known and game.seats.get(side)))
    lines.append(small_print(game, news))
    return Post("\n".join(lines), pings=pings, buttons=answer_buttons(game, phase, news.phase_key))


def until(due: str | None) -> str:
    """A deadline within a sentence, with the time that is left; "" without one."""
    return f" until {markup.timestamp(due, 'F')} ({markup.timestamp(due)})" if due else ""


def _bold_side(game: Game, side: str) -> str:
    return f"**{markup.escape(wording.side_name(game.sides, side))}**"


def _heading(game: Game, news: News, before: str) -> str:
    """The heading of a report: the side that acted, and the phase."""
    match news.kind:
        case "rewound":
            return f"**{markup.escape(game.name)} has been rewound**"
        case "ruled" if news.player == CLOCK:
            return "**The deadline has been corrected**"
        case "ruled" if news.player in PROGRAM or open_battle_sides.is_open_battle(game):
            return f"**{markup.escape(game.name)}**"
        case "ruled":
            return "**A ruling by the referee**"
        case _:
            when = before.split("|", 2)[2] if before else markup.escape(game.name)
            side = markup.escape(wording.side_name(game.sides, news.side))
            named = not side or f"{side}'" in when  # many phases are named for their side
            return f"**{when}**" if named else f"**{side}** · {when}"


def _fought_at_once(game: Game) -> str:
    """The heading of the only post of an open battle that was over before anything was posted."""
    return f"**{markup.escape(game.name)}** · id {markup.inline_code(game.id)}\n> {markup.escape(game.about)}"


def _players(game: Game) -> tuple[str, ...]:
    return tuple(dict.fromkeys(player for player in game.seats.values() if player))


def _outcome(game: Game) -> str:
    """Who has won, with a mention of every player; the report below gives the reason."""
    heading = f"# Victory for {markup.escape(game.won_by)}" if game.won_by else f"# {wording.undecided(game)}"
    told = names_told(game, markup.mention)
    return "\n".join(filter(None, (heading, " ".join(markup.mention(player) for player in _players(game)), *told)))


def _seat_change(game: Game, news: News) -> str:
    side = f"**{markup.escape(wording.side_name(game.sides, news.side))}**"
    return wording.seat_change(news, markup.mention(news.player), side, markup.escape(news.why))


def small_print(game: Game, news: News) -> str:
    """The head of the log, with which anybody can later tell whether it has been changed."""
    locked = f"-# {news.locked}\n" if news.locked else ""
    return f"{locked}-# {head_line(game.id, news.seq, news.link)}"
