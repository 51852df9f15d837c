"""How a load run goes: how many people in how many games, for how long, and how often the bot is killed."""

from typing import NamedTuple, Protocol

from bot.bench.private_postgresql import why_not
from bot.hosting.database import CommandFailed

SCENARIOS = (
    *("millers-bridge", "first-patrol", "first-charge", "three-wadis", "two-shores"),
    *("twin-hamlets", "airborne-bridge", "kesslers-mill", "the-long-line", "two-shores"),
)
"""Battles for two of all five systems, the small ones first; games take them in turn."""
SEATS = 2
"""Players of a game."""
MOST_MINUTES, MOST_PROCESSES = 600, 16


class Plan(NamedTuple):
    """``pauses``: the fewest and most seconds that a person waits between two actions; ``seed``: of what they do;
    ``processes``: how many share the bot, each with a shard and a server of its own.
    """

    players: int = 200
    games: int = 100
    seconds: float = 180.0
    kills: int = 3
    pauses: tuple[float, float] = (4.0, 16.0)
    seed: int = 1863
    processes: int = 1

    def __str__(self) -> str:
        shared = f", {self.processes} processes" if self.processes > 1 else ""
        return f"{self.players} players in {self.games} games, {self.seconds:g} s, {self.kills} kills{shared}"

    def scenario(self, game: int) -> str:
        return SCENARIOS[game % len(SCENARIOS)]

    def seats(self, game: int) -> tuple[int, ...]:
        """The numbers of the people who play the game of this number."""
        return tuple((SEATS * game + seat) % self.players for seat in range(min(SEATS, self.players)))

    def games_of(self, person: int) -> tuple[int, ...]:
        """The games that a person plays; somebody without a seat looks on at one."""
        seated = tuple(game for game in range(self.games) if person in self.seats(game))
        return seated or (person % self.games,)


class Arguments(Protocol):
    """What the command line says; 0 games: as many as there are by default."""

    players: int
    games: int
    minutes: float
    processes: int


def read_plan(said: Arguments) -> Plan:
    """Raises CommandFailed."""
    games = said.games or Plan().games
    if said.players < SEATS or games < 1 or not 0 < said.minutes <= MOST_MINUTES:
        raise CommandFailed(
            f"A load run needs at least {SEATS} players, 1 game and more than 0 minutes, at most {MOST_MINUTES}. "
            f"For example: fieldpost bench --discord --players 20 --games 10 --minutes 1"
        )
    if not 1 <= said.processes <= MOST_PROCESSES:
        raise CommandFailed(
            f"A load run has 1 to {MOST_PROCESSES} processes. For example: fieldpost bench --discord --processes 4"
        )
    if said.processes > 1 and (reason := why_not()):
        raise CommandFailed(f"Several processes need a PostgreSQL server. {reason}")
    return Plan(said.players, games, said.minutes * 60, processes=said.processes)
