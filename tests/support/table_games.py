"""Random games at a table: drafts, commits, deadlines, rewinds and notes, with messages of every door."""

from collections.abc import Iterator
from random import Random

from engine.log.deadline import add_seconds
from engine.table import AskAgain, Refused, Table
from tests.support.toy_system import NOW, entropy

PERIOD = 3600
SCENARIOS = {
    "miniwars": "twin-hamlets",
    "forumini": "first-patrol",
    "acw": "first-charge",
    "zones": "low-wells",
    "baker": "two-shores",
}


def play(scenario: str, seed: int, commits: int) -> Iterator[tuple[Table, str]]:
    """The table and the game after each deed; the last deed ends the game."""
    chance, table = Random(f"{scenario} {seed}"), Table(":memory:", entropy(f"{scenario} {seed}"))
    now, key = NOW, table.open(scenario, "", NOW, PERIOD).id
    for number, side in enumerate(table.game(key).sides):
        table.seat(key, side, f"player {number}", now, _nonce(chance))
        yield table, key
    for _ in range(commits):
        game = table.game(key)
        if game.phase is None:
            break
        now = add_seconds(now, chance.randrange(0, 60))
        side = chance.choice(game.phase.sides or tuple(game.sides))
        ideas = [idea for idea in table.ideas(key, side) if "concede" not in idea]
        chance.shuffle(ideas)
        ends = chance.choice(("", "", "done", "commit"))
        text = chance.choice(("\n", "\n\n")).join([*ideas[: chance.randrange(5)], ends])
        try:
            match chance.randrange(11):
                case 0 if game.due:
                    table.write(key, side, text, now)
                    now = max(now, game.due)
                    table.expire(key, now)
                case 1:
                    table.rule(key, "Noted.", now, "referee")
                case 2 | 3:
                    table.give(key, side, text, now, _nonce(chance))
                case 4:
                    table.commit(key, side, now, _nonce(chance), text=text)
                case 5:
                    table.write(key, side, text, now)
                    table.leave(key, side, game.seats[side], now)
                    yield table, key
                    table.seat(key, side, game.seats[side], now)
                case 6:
                    table.rewind(key, chance.randrange(max(1, game.length - 30), game.length + 1), now, "referee")
                case 7:  # a computer whose clock is behind
                    table.write(key, side, text, add_seconds(now, -120))
                case _:
                    table.write(key, side, text, now)
                    table.done(key, side, now, _nonce(chance))
        except AskAgain as asked:
            table.done(key, side, now, sure=asked.token)
        except Refused:
            continue
        yield table, key
    if table.game(key).phase:
        table.commit(key, next(iter(table.game(key).sides)), now, _nonce(chance), text="concede")
    yield table, key


def finished_log(scenario: str, seed: int, commits: int) -> bytes:
    """The log of the whole game."""
    *_, (table, key) = play(scenario, seed, commits)
    return table.export(key)


def _nonce(chance: Random) -> str:
    number = chance.randrange(10**17, 10**18)
    return chance.choice(("", f"discord:{number}", f"mail:{number:064x}", f"forum:topic:12/{number}"))
