"""What a message does: its orders are given, its commands carried out.  On the engine's thread, in one transaction."""

from collections.abc import Callable
from typing import TypeVar

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.questions import HELD
from bot.hosting.terms_words import FRIENDLY_SAYS, IN_PRIVATE, terms_words
from engine.table import Game, Refused

from . import private_words, seat_deeds, time_deeds, vote_deeds
from .answers import Answer, Section, said
from .battle_terms import battle_terms
from .boards import board_said, give_orders, saved_lists
from .commands import FORMS, RUNNING, Command, quoted_commands
from .confirmation import answers_question, ask
from .deadline_words import reminders_words
from .emphasis import spoken
from .leagues import letters
from .leagues.forms import DEEDS as LEAGUE_DEEDS
from .leagues.forms import LEAGUE
from .macros import name_expression
from .message import Message, Seat, needed
from .my_games import own_setting_lines
from .naming import game_and_side, scenario_and_calendar
from .new_terms import terms_said
from .openings import check_opening
from .order_deeds import Done, Writer, given_sections, run_held, word_for_draft

T = TypeVar("T")
CLEAR = Command("clear")
MOST_DEEDS = 10
"""Commands of one message that change something, at most."""
RETRY = frozenset(
    ("busy", "disk-full", "read-only", "not-a-database", "damaged", "no-server", "connection-lost", "newer")
) | {"outcome-unknown", "already-served"}
"""Codes of refusals that are the host's trouble: the message is kept, and tried again."""


def carry_out(data: EngineData, writer: Writer, seat: Seat | None, message: Message) -> Answer:
    """Raises Refused only for what is the host's trouble (RETRY): then nothing was stored."""
    if message.asked:
        writer = writer._replace(doubt=writer.doubt or HELD)
    sections, changed = list[Section](), list[str]()
    accepted = refused = 0
    orders = tuple(order for order in message.orders if order.lower() != "concede")
    changed += _end_deputy(data, writer, seat, message, sections)
    if seat and message.clears:
        cleared = _caught(data, sections, "Draft", lambda: _clear(data, writer, seat, CLEAR))
        sections += [cleared.section] if cleared else []
    if seat and not message.adds and (word := word_for_draft(data.table, seat, orders)):
        done = _caught(data, sections, "Nothing has run yet", lambda: run_held(data, writer, seat, word))
        if done:
            sections.append(done.section)
            changed += done.changed
    elif seat and orders:
        given = _caught(data, sections, "Orders", lambda: give_orders(data, writer, seat, orders, message.adds))
        if given:
            sections += given_sections(data, seat, given, message.unread)
            accepted = sum(verdict.accepted for verdict in given.reply.verdicts)
            refused = len(given.reply.verdicts) - accepted
            changed += [seat.game] if given.news else []
    if seat and len(orders) < len(message.orders):
        sections.append(ask(data, seat, "concede", "This ends the game at once and cannot be undone."))
    done_here = _carry_out_commands(data, writer, seat, message, sections)
    changed += [game for done in done_here for game in done.changed]
    asked = [command for command in message.commands if FORMS[command.word].kind == "lookup"]
    lookups = (*asked, *(command for done in done_here for command in done.lookups))
    lookups = (Command("status"),) if seat and message.empty else lookups
    return Answer(
        *(seat or Seat("", "")),
        tuple(sections),
        lookups,
        accepted,
        refused,
        bool(orders and seat and not changed),
        tuple(dict.fromkeys(changed)),
        tuple(dict.fromkeys(league for done in done_here for league in done.leagues)),
    )


def _end_deputy(
    data: EngineData, writer: Writer, seat: Seat | None, message: Message, sections: list[Section]
) -> tuple[str, ...]:
    """A deputy orders no longer once the player of the side does; returns the game if it has changed."""
    acts = message.orders or any(command.word == "yes" for command in message.commands)
    if not seat or not acts:
        return ()
    ended = _caught(data, sections, "Deputy", lambda: time_deeds.end_deputy(data, writer, seat))
    sections += [ended.section] if ended else []
    return ended.changed if ended else ()


def _carry_out_commands(
    data: EngineData, writer: Writer, seat: Seat | None, message: Message, sections: list[Section]
) -> list[Done]:
    """All commands that are no look-ups, with their sections."""
    every = list[Done]()
    deeds = [command for command in message.commands if FORMS[command.word].kind != "lookup"]
    for command in deeds[:MOST_DEEDS]:
        done = _caught(data, sections, command.word, lambda c=command: _DEEDS[c.word](data, writer, seat, c))  # type: ignore[misc]
        if done:
            sections.append(done.section)
            every.append(done)
    if rest := deeds[MOST_DEEDS:]:
        says = f"A message has at most {MOST_DEEDS} of these lines; write the others again: {quoted_commands(rest)}."
        sections.append(said("Not done", says))
    return every


def _caught(data: EngineData, sections: list[Section], title: str, act: Callable[[], T]) -> T | None:
    """What it returns; None after its refusal was added to the sections: then it has done nothing."""
    try:
        with data.table.journal.attempt():
            return act()
    except Refused as no:
        if no.code in RETRY:
            raise
        sections.append(said(title.capitalize(), spoken(str(no))))
        return None


def _new(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    if not command.rest:
        raise Refused("missing-argument", 'Name a scenario, such as "new millers-bridge 3d". "scenarios" lists them.')
    words, terms = terms_said(command.rest)
    words, board = board_said(words)
    stem, calendar = scenario_and_calendar(words, command.aside)
    check_opening(data, writer, calendar, f'"new {stem} {{shortest}}" works.')
    game = data.table.open(stem, "", writer.now, calendar, **terms._asdict(), points=board.points(stem))
    return _opened(data, writer, game, friendly=terms.friendly)


def _battle(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    terms = battle_terms(command.rest)
    check_opening(data, writer, terms.calendar, f'"battle {{shortest}} {terms.armies}" works.')
    game = data.table.open_battle(terms.armies, "", writer.now, terms.calendar, terms.rounds)
    data.table.seat(game.id, next(iter(game.sides)), writer.player, writer.now)
    return _opened(data, writer, game)


def _opened(data: EngineData, writer: Writer, game: Game, *, friendly: bool = False) -> Done:
    data.openings.record(game.id, writer.player, "", writer.now)
    writer.open_game(data, game.id)
    sides = wording.join_list([f"{key} ({side.name})" for key, side in game.sides.items()])
    lines = (
        f"{game.name} is open; its id is {game.id}. Sides: {sides}.",
        wording.pace(game),
        *terms_words(game),
        *([FRIENDLY_SAYS] if friendly else []),
        f'Take a seat with "join {game.id}" and a side. It starts when all seats are taken.',
    )
    return Done(said("A new game", *lines), (game.id,))


def _join(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    game, side = game_and_side(data.table, seat, command.rest, command.aside)
    if game.anonymous and writer.in_public:
        raise Refused("anonymous", f'{IN_PRIVATE} There, "join {game.id} {side or next(iter(game.sides))}" works.')
    if game.sides_of(writer.player) and not side:
        raise Refused("already-seated", f"You already play in {game.name}.")
    if data.outbox.invited(game.id) not in ("", writer.player):
        raise Refused("not-invited", f"The free seat of {game.name} is kept for somebody who was invited.")
    data.outbox.end_invitation(game.id)
    wanted = data.reservations.seat_for(game, side, writer.player, data.people.name)
    if not wanted:
        raise Refused("no-seat", f'{game.name} has no free seat. "games" lists games that have.')
    writer.open_game(data, game.id)
    after = data.table.seat(game.id, wanted, writer.player, writer.now, writer.nonce)
    free = [f"{key} ({after.sides[key].name})" for key, holder in after.seats.items() if not holder]
    rest = f"Still free: {wording.join_list(free)}." if free else "All seats are taken, so the game starts now."
    return Done(
        said("A seat", f"You play {after.sides[wanted].name} in {after.name}. {rest}", wording.pace(after)), (after.id,)
    )


def _leave(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    mine = needed(seat)
    game = data.table.game(mine.game)
    if game.started and not game.over:
        return Done(ask(data, mine, "leave", f"Somebody else may then play {game.sides[mine.side].name}."))
    return _give_up(data, writer, mine)


def _give_up(data: EngineData, writer: Writer, seat: Seat) -> Done:
    after = data.table.leave(seat.game, seat.side, writer.player, writer.now)
    lines = f"{after.sides[seat.side].name} in {after.name} is free for another player."
    return Done(said("Seat given up", lines), (seat.game,))


def _yes(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    mine, (word, code) = needed(seat), (*command.rest.lower().split(), "", "")[:2]
    if writer.doubt:
        raise Refused("unconfirmed", writer.doubt)
    if word in ("concede", "leave"):
        time_deeds.own_seat(data, writer, mine)
        if not answers_question(data, mine, word, code):
            raise Refused("old-code", f'This code is not of this phase. Write "{word}" again for a new one.')
        if word == "leave":
            return _give_up(data, writer, mine)
        data.table.commit(mine.game, mine.side, writer.now, writer.nonce, text="concede")
        return Done(said("Conceded", "Thank you for the game."), (mine.game,))
    if word in ("propose", "agree"):
        return vote_deeds.confirmed(data, writer, mine, word, code)
    if word not in RUNNING:
        raise Refused("nothing-asked", 'You were asked nothing of the kind. "status" shows where the game stands.')
    return run_held(data, writer, mine, word, code)


def _clear(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    mine = needed(seat)
    data.table.write(mine.game, mine.side, "", writer.now)
    return Done(said("Draft", "Your draft is empty now."))


def _link(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    """Only the half that makes a code: a code is used before anybody is known, by the door itself."""
    code = data.people.new_code(writer.player, writer.now)
    line = f'From your other address, or with /link in Discord, send the line "link {code}" within two days.'
    return Done(said("Joining your addresses", line, "Whoever sends it becomes you, so show it to nobody."))


def _zone(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    chosen = data.choose(writer.player, {"zone": command.rest})
    return Done(said("Time zone", f"Deadlines are shown to you in the time of {chosen.zone}."))


def _remind(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    match command.rest.lower().rstrip(".!"):
        case "on" | "off" as word:
            data.choose(writer.player, {"reminders": word})
        case "":
            pass
        case other:
            wrong = wording.clip(other, 40)
            raise Refused(
                "bad-argument", f'Reminders can be on or off, not {wrong!r}: write "remind on" or "remind off".'
            )
    return Done(said("Reminders", reminders_words(data.settings.find(writer.player))))


def _own_settings(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    name, _, value = command.rest.partition(" ")
    chosen = data.settings.find(writer.player)
    if name:
        chosen = data.choose(writer.player, {name.casefold(): value})
    return Done(Section("Your settings", own_setting_lines(chosen), fixed=True))


def _lists(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    return Done(saved_lists(data, writer, seat, command.rest))


def _macro(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    return Done(name_expression(data, writer.player, command.rest))


def _new_key(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    _, mine = time_deeds.own_seat(data, writer, seat)
    data.people.new_seat_key(mine.game, mine.side, writer.player, writer.now)
    return Done(
        said("A new address", "Answer this mail from now on: the address of your earlier mails is no longer good.")
    )


_DEEDS: dict[str, Callable[[EngineData, Writer, Seat | None, Command], Done]] = {
    "new": _new,
    "battle": _battle,
    "join": _join,
    "leave": _leave,
    "reserve": seat_deeds.reserve,
    "rematch": seat_deeds.rematch,
    "yes": _yes,
    "clear": _clear,
    "link": _link,
    "zone": _zone,
    "remind": _remind,
    "my settings": _own_settings,
    "my lists": _lists,
    "macro": _macro,
    "newkey": _new_key,
    "extend": time_deeds.extend,
    "takeback": time_deeds.take_back,
    "deputy": time_deeds.deputy,
    "away": time_deeds.away,
    "referee": time_deeds.referee,
    "propose": vote_deeds.propose,
    "agree": vote_deeds.agree,
    "disagree": vote_deeds.disagree,
    "press": private_words.press,
    "note": private_words.note,
    "notes": private_words.note,
    **{f"{LEAGUE} {deed}": letters.act for deed in LEAGUE_DEEDS},
}
