"""Random single battles of Baker with random standing orders: as text for the engine, as values for the oracle."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import checking, play
from engine.contract import Dice, Tape, Turn
from engine.scenarios import reader
from engine.systems import baker
from engine.systems.baker.state.position import State
from tests.systems.baker.support.oracle_battle import AIR, LAND, Orders, Sheet, laid_out

Counts = Mapping[str, int]
LAND_TYPES, SEA_TYPES = (*LAND, *AIR), (*AIR, "transport", "loaded", "submarine", "carrier", "battleship")


@dataclass(frozen=True)
class Duel:
    kind: str
    attackers: Counts
    overland: Counts
    defenders: Counts
    red: str = ""
    blue: str = ""
    orders: Mapping[str, Orders] | None = None

    @property
    def words(self) -> str:
        overland = f" + {listed(self.overland)} overland" if self.overland else ""
        return f"{self.kind}: {listed(self.attackers)}{overland} vs {listed(self.defenders)}"

    @property
    def sheet(self) -> Sheet:
        return laid_out(
            self.kind, self.attackers, self.overland, self.defenders, self.orders or {"red": Orders(), "blue": Orders()}
        )

    def begun(self, rounds: str = "one") -> State:
        """The battle before its first round, both sides' orders given."""
        return begun(self.words, self.red, self.blue, rounds)


def begun(words: str, red: str = "", blue: str = "", rounds: str = "one") -> State:
    document: dict[str, Any] = dict(baker.open_battle(words) or {})
    document["setup"] = {**document["setup"], "rounds": rounds}
    state = baker.start(reader.parse(document))
    for side, text in (("red", red), ("blue", blue)):
        turn = Turn(state, Tape(), baker.apply)
        verdicts = checking.check(baker, turn.state, side, text)
        assert all(verdict.accepted for verdict in verdicts), [verdict.problems for verdict in verdicts]
        play.run(baker, turn, side, [play.OrderToRun(verdict.line.number, verdict.echo) for verdict in verdicts])
        state = turn.state
    return state


def done(state: State, dice: Dice) -> Turn[State]:
    """Both sides are done with the sealed round."""
    turn = Turn(state, dice, baker.apply)
    for side in state.powers:
        play.close(baker, turn, side)
    return turn


def listed(counts: Counts) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items())


# at random
def random_duel(random: Random, most: int) -> Duel:
    """A battle of any kind with at most so many units of a type, and standing orders of both."""
    kind = random.choice(("land", "naval", "amphibious"))
    names = {"land": LAND_TYPES, "naval": SEA_TYPES, "amphibious": LAND_TYPES}[kind]
    attackers, defenders = (
        _some(random, names, most),
        _some(random, [name for name in names if kind != "naval" or name != "bomber"], most),
    )
    overland: Counts = {}
    if kind == "amphibious":
        overland = _some(random, LAND, most) if random.random() < 0.5 else {}
        ships = -(-attackers.get("infantry", 0) // 2) + attackers.get("artillery", 0) + attackers.get("tank", 0)
        attackers = {
            **attackers,
            "transport": ships + random.randrange(2) or 1,
            "battleship": random.randrange(2),
            "carrier": random.randint(0, min(1, attackers.get("fighter", 0))),
        }
    if kind != "naval" and random.random() < 0.3:
        defenders = {**defenders, "aa": 1}
    attackers = {name: number for name, number in attackers.items() if number}
    (red, mine), (blue, yours) = (_orders(random, side, kind) for side in ("red", "blue"))
    return Duel(kind, attackers, overland, defenders, red, blue, {"red": mine, "blue": yours})


def _some(random: Random, names: tuple[str, ...] | list[str], most: int) -> Counts:
    chosen = random.sample(list(names), random.randint(1, min(3, len(names))))
    return {name: random.randint(1, most) for name in names if name in chosen}


def _orders(random: Random, side: str, kind: str) -> tuple[str, Orders]:
    lines, found = list[str](), Orders()
    ground, names = ("sea", SEA_TYPES) if kind == "naval" else ("land", LAND_TYPES)
    losses, targets = (
        tuple(random.sample(list(names), random.randint(1, 3))) if random.random() < 0.5 else () for _ in range(2)
    )
    scope = random.choice(
        (f"{ground}", f"{ground} {'attack' if side == 'red' else 'defence'}", "Sea" if kind == "naval" else "Field")
    )
    lines += [f"losses {scope}: {' > '.join(losses)}"] if losses else []
    lines += [f"targets {scope}: {' > '.join(targets)}"] if targets else []
    keep = random.randint(1, 2) if random.random() < 0.3 and side == "red" else 0
    lines += [f"keep land {keep}"] if keep else []
    n, leave = random.randint(1, 3), ("never", 0)
    if side == "red" and random.random() < 0.4:
        leave = random.choice((("after", n), ("attackers", n), ("fewer", 0), ("defenders", n), ("no-land", 0)))
        said = {
            "after": f"after {n} rounds",
            "attackers": f"when attackers < {n}",
            "fewer": "when attackers < defenders",
            "defenders": f"when defenders > {n}",
            "no-land": "when no land",
        }[leave[0]]
        lines.append(f"retreat {said}")
    away = (
        random.choice((("after", n), ("submarines", n))) if kind == "naval" and random.random() < 0.5 else ("never", 0)
    )
    lines += (
        [f"withdraw {'after round' if away[0] == 'after' else 'when submarines <'} {n}"] if away[0] != "never" else []
    )
    found = Orders(" ".join(losses), " ".join(targets), keep, leave, away)
    return "\n".join(lines), found
