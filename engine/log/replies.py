"""How soon the players of a game have ended their parts of its phases, and how many they ended in time."""

from engine.contract import Record

from .deadline import to_unix
from .fold import Fold
from .not_undone import not_undone


class Replies(Record, frozen=True):
    """Of one player in one game.  ``seconds``: from the beginning of each phase that they ended to its end.

    ``timed``: phases with a deadline that they had to end, ``met``: those in which they ended it or left orders before
    the deadline.  A phase in which the deadline was put off because the player was away, or in which the referee held
    the game, counts nowhere.
    """

    player: str
    seconds: tuple[int, ...] = ()
    timed: int = 0
    met: int = 0


def game_replies(fold: Fold) -> tuple[Replies, ...]:
    """Of everybody who has had a phase to end, by what the game calls them.  What a rewind undid does not count."""
    found, began, opened, excused = dict[str, Replies](), "", 0, set[str]()
    for made, seats in not_undone(fold.transactions):
        for side, by in made.done.items() if began else ():
            player = seats.get(side, "")
            if player and side not in excused:
                before = found.get(player, Replies(player))
                own = (to_unix(made.at) - to_unix(began),) if by == "player" else ()
                timed = fold.schedule.has_deadlines
                met = timed and (by == "player" or side in made.orders)
                found[player] = Replies(player, (*before.seconds, *own), before.timed + timed, before.met + met)
        excused = (excused if made.opened == opened else set()) | set(made.excused)
        began, opened = made.began, made.opened
    return tuple(found.values())


def added_replies(player: str, games: list[tuple[Replies, ...]]) -> Replies:
    """Of one player in several games."""
    mine = [one for game in games for one in game if one.player == player]
    return Replies(
        player,
        tuple(seconds for one in mine for seconds in one.seconds),
        sum(one.timed for one in mine),
        sum(one.met for one in mine),
    )
