"""The threads of the bot: one alone owns the table and its database, two draw; long calculations have processes."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from engine.database.address import Address
from engine.errors import Refused
from engine.leagues.desk import Leagues
from engine.rolls.dice_log import DiceLogs
from engine.rolls.macros import Macros
from engine.table import Table
from engine.toolkit.long_calculations import CalculateElsewhere, through_gate
from maps.drawing.canvas import memory
from maps.drawing.closeups import draw_closeup, draw_closeups
from maps.drawing.draw import draw
from maps.scene.scene import Detail, Scene

from .absences import Absences
from .beacon_settings import beacon_choice
from .calculations import Calculations, worker_count
from .claims import Claims, ClaimsOfOne, SharedClaims
from .database import memory_budget, picture_memory_budget
from .deputies import people_of_side
from .direct_messages import DirectMessages
from .forum_queue import ForumQueue
from .halted_games import HaltedGames
from .hosted_table import HostedTable
from .league_places import LeaguePlaces
from .mail_queue import MailQueue
from .notes import Notes
from .opening_limits import read_limits
from .openings import Openings
from .outbox import DOORS, Outbox
from .own_scenarios import OwnScenarios
from .own_settings import OwnSettings, OwnSettingsStore, read_setting
from .people import People
from .played_games import PlayedGames
from .postponement import Postponement, asker, timed
from .reminders import Reminders
from .reservations import Reservations
from .sandboxes import Sandboxes
from .saved_armies import SavedArmies
from .server_options import Servers
from .settings import current
from .status_messages import StatusMessages
from .uptime import Uptime

T = TypeVar("T")
PAINTERS = 2
"""Threads that draw: Pillow and zlib let other threads run while they work."""
MOST_POSTPONED = 50
"""Calculations that one question may have postponed; what it still lacks then is calculated on the engine's thread."""


class EngineData:
    """The table and the outbox.  Only for the thread that owns the database."""

    def __init__(self, address: Address) -> None:
        self.table = HostedTable(address, secrets.token_bytes, memory_budget(), beacon_choice(current()))
        try:
            self._open_all()
        except BaseException:
            self.table.close()
            raise

    def _open_all(self) -> None:
        """What is kept beside the games."""
        memory.set_budget(picture_memory_budget())
        self.outboxes = {door: Outbox(self.table.journal, door) for door in DOORS}
        self.people, self.mails = People(self.table.journal), MailQueue(self.table.journal)
        self.table.tell = self.people.add_notice
        self.settings = OwnSettingsStore(self.table.journal, self.people)
        self.played = PlayedGames(self.table)
        self.direct = DirectMessages(self.table.journal)
        self.forum = ForumQueue(self.table.journal)
        self.reminders = Reminders(self.table.journal, self._players, self.settings.find)
        self.absences, self.uptime = Absences(self.table.journal), Uptime(self.table.journal)
        self.rolls, self.macros = DiceLogs(self.table.journal, secrets.token_bytes), Macros(self.table.journal.database)
        self.notes = Notes(self.table.journal.database)
        self.armies = SavedArmies(self.table.journal.database)
        self.leagues = Leagues(self.table.journal, secrets.token_bytes)
        self.league_places = LeaguePlaces(self.table.journal)
        self.halted: HaltedGames = self.table.halted
        self.sandboxes = Sandboxes(self.table.journal)
        self.limits = read_limits(current())
        self.servers, self.openings = Servers(self.table.journal, self.limits), Openings(self.table.journal)
        self.reservations = Reservations(self.table.journal)
        self.own_scenarios = OwnScenarios(self.table.journal)
        self.statuses = StatusMessages(self.table.journal)
        self.claims: Claims = ClaimsOfOne()
        self.change = self.table.journal.rows.last_change()

    @property
    def outbox(self) -> Outbox:
        """Discord's."""
        return self.outboxes["discord"]

    def choose(self, player: str, wanted: Mapping[str, str]) -> OwnSettings:
        """Change settings of a person, and what was planned by them.  Raises Refused, and then none has changed."""
        values = {name: read_setting(name, said) for name, said in wanted.items()}
        with self.table.journal.transaction():
            self.settings.store(player, values)
            self.reminders.plan_again(player)
        return self.settings.find(player)

    def _players(self, game: str) -> tuple[str, ...]:
        """Who plays in a game, and the deputies."""
        infos = self.table.infos((game,))
        return tuple(person for found in infos for side in found.seats for person in people_of_side(found, side))

    def waiting_games(self, door: str) -> tuple[str, ...]:
        """The games with something that the door has not given yet, whatever it is."""
        stale = self.statuses.stale_games() if door == "discord" else ()
        waiting = (*self.outboxes[door].waiting_games(), *self.reminders.waiting_games(door), *stale)
        letters = (*self.table.press.waiting_games(door), *self.reservations.waiting_games(door))
        return tuple(dict.fromkeys((*waiting, *letters)))

    def serve(self, shards: Sequence[int], count: int) -> None:
        """From now on no other process may serve these of ``count`` shards.  Raises Refused if one does."""
        database = self.table.journal.database
        if len(shards) == count:
            database.serve_alone()
            return
        database.serve_shards(shards, count)
        self.claims = SharedClaims(database, secrets.token_hex(8), shards)

    def close(self) -> None:
        with suppress(Refused):  # the database is away: the claims lapse by themselves
            self.claims.leave()
        self.table.close()


class _Postponed(Exception):
    """A question cannot be answered before a calculation is done."""

    def __init__(self, missing: CalculateElsewhere) -> None:
        super().__init__()
        self.missing = missing


class EngineThread:
    """Runs calls on the engine's thread, one at a time; an exception there is raised here."""

    def __init__(self, address: Address) -> None:
        """Opens the database, in the thread that will own it.  Raises Refused."""
        self._calculations = Calculations(worker_count(current()))
        self._writer = ThreadPoolExecutor(1, "engine")
        self._painter = ThreadPoolExecutor(PAINTERS, "drawing")
        self._gate = Postponement()
        try:
            self._data = self._writer.submit(EngineData, address).result()
        except BaseException:
            self._writer.shutdown()
            raise
        self.change = self._data.change
        """The last change of any game when the database was opened."""

    async def use_table(self, question: Callable[[Table], T]) -> T:
        return await self.use_data(lambda data: question(data.table))

    async def use_outbox(self, question: Callable[[Outbox], T]) -> T:
        return await self.use_data(lambda data: question(data.outbox))

    async def use_data(self, question: Callable[[EngineData], T]) -> T:
        """For calls that need the table and the outbox together.

        Where a long calculation is missing, the question is undone, the calculation runs in a worker process while
        others ask theirs, and the question is asked again: what it stores must be one transaction.
        """
        for _ in range(MOST_POSTPONED):
            try:
                return await self._on_thread(lambda: self._ask_quickly(question))
            except _Postponed as postponed:
                if not await self._calculate_postponed(postponed.missing):
                    break
        return await self._on_thread(lambda: question(self._data))

    async def _on_thread(self, ask: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, ask)

    def _ask_quickly(self, question: Callable[[EngineData], T]) -> T:
        """On the engine's thread.  Raises _Postponed if a long calculation is missing."""
        try:
            with through_gate(self._gate):
                return question(self._data)
        except CalculateElsewhere as missing:
            raise _Postponed(missing) from None

    async def _calculate_postponed(self, missing: CalculateElsewhere) -> bool:
        """Calculate and keep what is missing; False if no worker could."""
        calculation, values = missing.calculation, missing.values
        person = f"questions of {asker.get()}"  # apart from what they asked to have calculated
        try:
            result, seconds = await self._calculations.run_urgent(person, timed, calculation, values)
        except Refused:
            return False
        self._gate.note(calculation, values, seconds)
        calculation.keep(values, result)
        return True

    async def draw(self, scene: Scene) -> bytes:
        """The picture as PNG."""
        return await self.run_drawing(lambda: draw(scene))

    async def draw_closeups(self, scene: Scene, most: int) -> list[bytes]:
        """Its first details as PNG."""
        return await self.run_drawing(lambda: draw_closeups(scene, most))

    async def draw_part(self, scene: Scene, part: Detail) -> bytes:
        """A part of the picture as PNG."""
        return await self.run_drawing(lambda: draw_closeup(scene, part))

    async def run_drawing(self, task: Callable[[], T]) -> T:
        """Run a drawing task that needs neither the table nor the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._painter, task)

    async def calculate(self, person: str, function: Callable[..., T], *values: object) -> T:
        """Run a long calculation for somebody, as ``Calculations.run`` does."""
        return await self._calculations.run(person, function, *values)

    def close(self) -> None:
        """Wait for writes to finish; drop drawings and calculations."""
        self._painter.shutdown(wait=False, cancel_futures=True)
        self._calculations.close()
        self._writer.submit(self._data.close).result()
        self._writer.shutdown()
