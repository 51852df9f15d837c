"""Baker's routes by land, sea and air, and voyages, calculated a second time by checking every possible route."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from engine.contract import replace
from engine.systems.baker.rules.movement import flights, routes, voyages
from engine.systems.baker.rules.movement.voyages import Voyage
from engine.systems.baker.state.position import COMBAT_MOVEMENT, NONCOMBAT, State
from engine.systems.baker.tables import UNITS
from tests.systems.baker.support.campaigns import campaign, owned, scattered, stand, war

WARS = 40
"""Positions by lot."""


class Atlas:
    """BK 11.2 to 11.6 and 11.9 read once more, straight from the position."""

    def __init__(self, state: State, side: str) -> None:
        self.state, self.side, self.order = state, side, list(state.areas)
        self.mine = {power for power, facts in state.powers.items() if facts.alliance == state.powers[side].alliance}

    def enemies(self, area: str, kinds: str) -> bool:
        units = self.state.areas[area].units
        return any(
            UNITS[kind].sort in kinds.split() for power in units if power not in self.mine for kind in units[power]
        )

    def ours(self, area: str) -> bool:
        return self.state.areas[area].owner in self.mine

    def sea(self, area: str) -> bool:
        return self.state.map.known[area].kind == "sea"

    def open(self, area: str, sea: bool) -> bool:
        return self.sea(area) == sea and area not in self.state.setup.neutral

    def stops(self, area: str) -> bool:
        if self.sea(area):
            return self.enemies(area, "naval")
        return self.enemies(area, "land air") or (self.state.phase == NONCOMBAT and not self.ours(area))

    def locked(self, one: str, other: str) -> bool:
        for key, areas in self.state.setup.gates.items():
            if set(key.split("/")) == {one, other}:
                return any(not self.ours(area) or area in self.state.game.captured for area in areas)
        return False

    def walks(self, start: str, sea: bool, most: int) -> Iterator[tuple[str, ...]]:
        """All walks of the right ground, whatever bars them."""
        edge: list[tuple[str, ...]] = [(start,)]
        for _ in range(most):
            edge = [
                (*walk, area) for walk in edge for area in self.state.map.known[walk[-1]].next if self.open(area, sea)
            ]
            yield from edge

    def bars(self, walk: tuple[str, ...]) -> set[str]:
        found = {"gate-closed"} if any(self.locked(*pair) for pair in pairwise(walk)) else set()
        return found | ({"blocked"} if any(map(self.stops, walk[1:-1])) else set())

    def best(self, walks: list[tuple[str, ...]]) -> tuple[str, ...]:
        """BK 11.9"""
        return min(
            walks,
            key=lambda walk: (
                len(walk),
                sum(not self.sea(area) and not self.ours(area) for area in walk),
                [self.order.index(area) for area in walk],
            ),
        )

    def verdict(self, start: str, to: str, sea: bool, most: int) -> tuple[str, ...] | str:
        """The way, or the code of what bars it."""
        near = [walk for walk in self.walks(start, sea, most) if walk[-1] == to]
        for lifted, word in ((set(), ""), ({"gate-closed"}, "gate-closed"), ({"gate-closed", "blocked"}, "blocked")):
            if able := [walk for walk in near if self.bars(walk) <= lifted]:
                return word or self.best(able)
        flood = {start}
        while more := {b for a in flood for b in self.state.map.known[a].next if self.open(b, sea)} - flood:
            flood |= more
        return "too-far" if to in flood else "impassable"


def atlases() -> Iterator[tuple[Random, Atlas]]:
    random = Random("ways")
    for nth in range(WARS):
        plain = campaign("middle-sea", "britain", COMBAT_MOVEMENT if nth % 3 else NONCOMBAT)
        yield random, Atlas(scattered(plain, random), random.choice(list(plain.powers)))


@pytest.mark.long
def test_thousands_of_ways_by_land_and_sea_are_those_of_a_second_reckoning() -> None:
    met = dict[str, int]()
    for random, atlas in atlases():
        for _ in range(80):
            kind = random.choice(("infantry", "tank", "transport", "battleship"))
            sea, most = UNITS[kind].sort == "naval", UNITS[kind].move
            able = [area for area in atlas.order if atlas.open(area, sea)]
            start, to = random.sample(able, 2)
            expected = atlas.verdict(start, to, sea, most)
            way = routes.land_and_sea_ways(atlas.state, atlas.side, kind, start).get(to)
            against = [one.code for one in routes.objections(atlas.state, atlas.side, kind, start, to)]
            assert (way or against[0]) == expected, (kind, start, to, expected)
            assert bool(against) == (way is None)
            word = expected if isinstance(expected, str) else f"{len(expected) - 1} away"
            met[word] = met.get(word, 0) + 1
    assert sum(met.values()) >= 3000
    assert all(met[word] > 20 for word in ("1 away", "2 away", "gate-closed", "blocked", "too-far", "impassable")), met


def test_the_way_of_several_as_long_is_the_one_over_friendly_ground_then_the_earlier() -> None:
    compared = 0
    for random, atlas in atlases():
        start = random.choice([area for area in atlas.order if atlas.open(area, False)])
        long = routes.land_and_sea_ways(atlas.state, atlas.side, "tank", start, routes.BARS)
        walks = list(atlas.walks(start, False, 4))
        for to in {walk[-1] for walk in walks} - {start}:
            assert long[to] == atlas.best([walk for walk in walks if walk[-1] == to])
            compared += 1
    assert compared > 200


def test_ways_as_named_are_judged_area_by_area() -> None:
    seen = set[str]()
    for random, atlas in atlases():
        for _ in range(60):
            kind = random.choice(("tank", "transport"))
            sea = kind == "transport"
            start = random.choice([area for area in atlas.order if atlas.open(area, sea)])
            walk = [start]
            for _ in range(random.randint(2, 3)):
                walk.append(
                    random.choice(atlas.state.map.known[walk[-1]].next if random.random() < 0.9 else atlas.order)
                )
            expected = _named(atlas, tuple(walk), sea)
            found = [
                one.code for one in routes.objections(atlas.state, atlas.side, kind, start, walk[-1], tuple(walk[1:-1]))
            ]
            assert found == ([expected] if expected else []), walk
            seen.add(expected)
    assert seen == {"", "not-adjacent", "impassable", "gate-closed", "blocked", "too-far"}


def _named(atlas: Atlas, walk: tuple[str, ...], sea: bool) -> str:
    if any(b not in atlas.state.map.known[a].next for a, b in pairwise(walk)):
        return "not-adjacent"
    if not all(atlas.open(area, sea) for area in walk):
        return "impassable"
    barred = atlas.bars(walk)
    return next((word for word in ("gate-closed", "blocked") if word in barred), "too-far" if len(walk) > 3 else "")


# voyages
def test_voyages_are_those_of_a_second_reckoning() -> None:
    seen = dict[str, int]()
    for random, atlas in atlases():
        state = replace(atlas.state, active=atlas.side)
        lands = [area for area in atlas.order if atlas.open(area, False)]
        for _ in range(25):
            start, to = random.sample(lands, 2)
            if state.phase == NONCOMBAT and (atlas.stops(to) or not atlas.ours(to)):
                continue
            plan = Voyage(atlas.side, start, to, random.randint(1, 2))
            expected = _voyage(atlas, plan)
            against = [one.code for one in voyages.objections(state, plan)]
            assert (against[0] if against else voyages.zones_of_voyage(state, plan)) == expected, plan
            word = expected if isinstance(expected, str) else str(len(expected))
            seen[word] = seen.get(word, 0) + 1
    assert {"1", "2", "no-transport", "blocked", "gate-closed"} <= set(seen), seen


def _voyage(atlas: Atlas, plan: Voyage) -> tuple[str, ...] | str:
    """BK 12.3 once more."""
    found, known = list[tuple[tuple[str, ...], set[str]]](), atlas.state.map.known
    assault = not atlas.ours(plan.to) or atlas.enemies(plan.to, "land air")
    for zone in atlas.order:
        if not atlas.sea(zone) or atlas.state.areas[zone].units.get(plan.side, {}).get("transport", 0) < plan.ships:
            continue
        for walk in ((zone,), *atlas.walks(zone, True, 2)):
            docks = [at for at in walk if plan.start in known[at].next]
            if not docks or plan.to not in known[walk[-1]].next:
                continue
            barred = atlas.bars(walk)
            if all(atlas.enemies(at, "naval") for at in docks) or (not assault and atlas.enemies(walk[-1], "naval")):
                barred |= {"blocked"}
            found.append((walk, barred))
    for lifted, word in ((set(), ""), ({"gate-closed"}, "gate-closed"), ({"gate-closed", "blocked"}, "blocked")):
        able = [walk for walk, barred in found if barred <= lifted]
        if able:
            return word or min(able, key=lambda walk: (len(walk), [atlas.order.index(area) for area in walk]))
    return "no-transport"


def test_a_voyage_may_lead_back_to_its_start() -> None:
    state = stand(war(), "sz1", "germany", {})
    state = owned(stand(state, "sz2", "germany", {"transport": 1}), Kiev="germany")
    state = stand(stand(state, "Kiev", "ussr", {}), "Poland", "germany", {"infantry": 2})
    plan = Voyage("germany", "Poland", "Kiev", 1)
    assert (
        voyages.zones_of_voyage(state, plan) == ("sz2", "sz1", "sz2")
        and voyages.loading_zone(state, plan, ("sz2", "sz1", "sz2")) == "sz1"
    )


# flights
def test_flights_are_as_far_as_a_second_reckoning_says() -> None:
    state, random = campaign("middle-sea", "britain"), Random("flights")
    known, air = state.map.known, [area for area in state.areas if area not in state.setup.neutral]
    far = {(a, b): 0 if a == b else 1 if b in known[a].next else 99 for a in air for b in air}
    for via in air:
        far = {(a, b): min(steps, far[a, via] + far[via, b]) for (a, b), steps in far.items()}
    for _ in range(200):
        start, left = random.choice(air), random.randint(0, 6)
        found = flights.flight_ways(state, start, left)
        assert {area: len(way) - 1 for area, way in found.items()} == {
            area: far[start, area] for area in air if far[start, area] <= left
        }
        assert all(b in known[a].next for way in found.values() for a, b in pairwise(way))
