"""Motions that are open in a game: what is proposed, who has not voted, and which of them somebody means."""

from collections.abc import Mapping

from engine.contract import counted
from engine.game.game_info import MotionInfo
from engine.log.decisions import Motion
from engine.log.entries import decode
from engine.table import Game, Refused, Table

from .wording import join_list


def motion_lines(game: Game, names: Mapping[str, str]) -> tuple[str, ...]:
    """A sentence for each.  ``names``: what players are called."""
    return tuple(motion_line(game, motion, names) for motion in game.motions)


def motion_line(game: Game, motion: MotionInfo, names: Mapping[str, str]) -> str:
    waiting = join_list([names.get(player, "a player") for player in motion.waiting])
    return (
        f"{game.sides[motion.side].name} proposes {motion.words} (entry {motion.seq}): {motion.count}; "
        f"waiting for the vote of {waiting or 'nobody'}."
    )


def waiting_for(game: Game, player: str) -> tuple[MotionInfo, ...]:
    """The motions on which this person has still to vote."""
    return tuple(motion for motion in game.motions if player and player in map(game.person, motion.waiting))


def find_motion(game: Game, player: str, number: str, word: str) -> MotionInfo:
    """The motion of that entry; without a number the only one that waits for this person.  ``word``: what they say.
    Raises Refused.
    """
    if number:
        found = [motion for motion in game.motions if str(motion.seq) == number]
    else:
        found = [*(waiting_for(game, player) or game.motions)]
    if len(found) == 1:
        return found[0]
    lines = [f'"{word} {motion.seq}" ({motion.words})' for motion in game.motions]
    if not lines:
        raise Refused("no-motion", f'Nothing is voted on in {game.name} now. A line such as "propose draw" proposes.')
    what = f"Entry {number} is nothing that is voted on" if number else "Several things are voted on"
    raise Refused("no-motion", f"{what} in {game.name}. Write {join_list(lines, 'or')}.")


def refuse_repeated(table: Table, game: Game, side: str, motion: Motion, value: str = "") -> None:
    """Refused if the player of the side has proposed the same already, and others have still to vote on it; a take-back
    is the same as long as it is open.
    """
    for made in game.motions:
        if (made.side, made.motion) != (side, motion) or not made.waiting or game.seats[side] in made.waiting:
            continue
        (entry,) = table.journal.read(game.id, made.seq - 1, 1)
        if motion == "take-back" or decode(entry).value == value:
            missing = len(made.waiting)
            raise Refused(
                "no-change",
                f"{game.sides[side].name} has proposed {made.words} already (entry {made.seq}): {made.count}, and "
                f"{counted(missing, 'player')} {'has' if missing == 1 else 'have'} not voted.",
            )
