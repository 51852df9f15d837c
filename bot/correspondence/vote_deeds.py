"""Lines by which players decide together: what they propose to each other, and their votes."""

from typing import get_args

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.motions import find_motion, refuse_repeated
from bot.hosting.spans_and_sides import first_side, first_span
from engine.game.game_info import MotionInfo
from engine.log.decisions import Motion
from engine.log.motions import ENDING
from engine.table import Game, Refused

from .answers import said
from .commands import PROPOSALS, Command
from .confirmation import answers_question, ask
from .message import Seat
from .order_deeds import Done, Writer
from .time_deeds import own_seat

_ENDS = "This ends the game at once and cannot be undone."


def propose(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    game, mine = own_seat(data, writer, seat)
    motion, value = _read_motion(game, command.rest)
    refuse_repeated(data.table, game, mine.side, motion, value)
    if motion == "abandon" and {*filter(None, map(game.holder, game.seats))} == {writer.player}:
        data.table.check_proposal(mine.game, mine.side, motion, value)
        return Done(ask(data, mine, "propose", f"{_ENDS} Nobody else has a vote.", motion))
    return _proposed(data, writer, mine, motion, value)


def _proposed(data: EngineData, writer: Writer, mine: Seat, motion: Motion, value: str) -> Done:
    news = data.table.propose(mine.game, mine.side, motion, value, writer.now, writer.player)
    open_ = [known for known in data.table.game(mine.game).motions if (known.side, known.motion) == (mine.side, motion)]
    how = [f'The others answer with the line "agree {open_[0].seq}" or "disagree {open_[0].seq}".'] if open_ else []
    return Done(said("Proposal", *news.lines, *how), (mine.game,))


def _read_motion(game: Game, words: str) -> tuple[Motion, str]:
    """What is proposed, and its value as the table has it.  Raises Refused."""
    word, _, rest = words.strip(" .!").partition(" ")
    match word.casefold().strip(",:"):
        case "extend":
            return "extend", str(first_span(rest, "propose extend 2d")[0])
        case "concede" | "replace" as motion:
            side = rest.strip().removeprefix("to ") if motion == "concede" else rest
            works = "propose concede to" if motion == "concede" else "propose replace"
            return ("concede" if motion == "concede" else "replace"), first_side(game, side, works)[0]
        case "draw" | "pause" | "resume" | "abandon" as motion:
            return next(known for known in get_args(Motion) if known == motion), ""
    likely = wording.nearest(word.casefold(), list(PROPOSALS)) if word else []
    lines = [f'"propose {PROPOSALS[one]}"' for one in likely or PROPOSALS]
    wrong = f"{wording.clip(word, 40)!r} cannot be proposed" if word else "What you propose is missing"
    raise Refused("missing-argument", f"{wrong}. Write {wording.join_list(lines, 'or')}.")


def agree(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    game, mine = own_seat(data, writer, seat)
    motion = find_motion(game, writer.player, command.rest.strip(" .!"), "agree")
    if motion.motion in ENDING:
        consequence = f"You are asked to agree to this: {motion.words}. If all others agree, the game is over."
        return Done(ask(data, mine, "agree", consequence, str(motion.seq)))
    return _voted(data, writer, mine, motion, yes=True)


def disagree(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    game, mine = own_seat(data, writer, seat)
    motion = find_motion(game, writer.player, command.rest.strip(" .!"), "disagree")
    return _voted(data, writer, mine, motion, yes=False)


def _voted(data: EngineData, writer: Writer, mine: Seat, motion: MotionInfo, *, yes: bool) -> Done:
    news = data.table.vote(mine.game, mine.side, motion.seq, writer.now, writer.player, yes=yes)
    return Done(said("Your vote", *news.lines), (mine.game,))


def confirmed(data: EngineData, writer: Writer, seat: Seat, word: str, code: str) -> Done:
    """What ``yes propose CODE`` and ``yes agree CODE`` are about is in the code.  Raises Refused."""
    game, mine = own_seat(data, writer, seat)
    if word == "agree":
        for motion in game.motions:
            if answers_question(data, mine, f"agree {motion.seq}", code):
                return _voted(data, writer, mine, motion, yes=True)
        raise Refused("old-code", 'This code is of nothing that is voted on now. "motions" lists what is.')
    if answers_question(data, mine, "propose abandon", code):
        return _proposed(data, writer, mine, "abandon", "")
    raise Refused("old-code", "This code is not of this phase. Propose it again for a new one.")
