"""Random games with anonymous seats and press: nothing that anybody can ask names another or tells their words."""

from random import Random
from typing import Any

from bot.hosting.notes import Notes
from engine.contract import System, encode
from engine.errors import AskAgain, Refused
from engine.table import Table
from tests.conformance.every_game import every_game
from tests.support.sampling import share
from tests.support.toy_system import NOW, entropy

STEPS = share(12, 4)
PEOPLE = ("amaranth", "bellweather", "cornelius", "dandelion", "evergreen", "foxglove", "gooseberry", "hawthorn")


@every_game
def test_everybody_sees_their_own_words_and_no_names(system: System[Any], scenario: str) -> None:
    table, chance = Table(":memory:", entropy(f"people {scenario}")), Random(scenario)
    game = table.open(scenario, "", NOW, 259_200, anonymous=True, press=chance.choice(("private", "recorded")))
    people = dict(zip(game.sides, PEOPLE, strict=False))
    for side, person in people.items():
        table.seat(game.id, side, person, NOW)
    notes, written = Notes(table.journal.database), dict[str, frozenset[str]]()
    for step in range(STEPS):
        phase = table.game(game.id).phase
        if phase is None:
            break
        side = phase.sides[0]
        notes.add(game.id, people[side], f"note{step}of{side}", NOW)
        written[f"note{step}of{side}"] = frozenset()
        to = chance.choice([other for other in people if other != side])
        table.write_press(game.id, side, to, f"word{step}of{side}", NOW)
        written[f"word{step}of{side}"] = frozenset((side, to))
        _play(table, game.id, side, chance)
        for viewer in ("", *people):
            seen = everything(table, game.id, viewer)
            assert table.game(game.id).over or not [person for person in people.values() if person in seen]
            told = {word for word in written if word in seen and not table.game(game.id).over}
            assert told <= {word for word, readers in written.items() if viewer in readers}, viewer
    assert written
    table.close()


def everything(table: Table, key: str, viewer: str) -> str:
    """All that a side, or the public, can ask, as text."""
    game = table.game(key)
    shown = {name: getattr(game, name) for name in game.__struct_fields__ if name != "people"}
    drafts = (table.draft(key, viewer), table.ideas(key, viewer)) if viewer else ()
    asked = (
        table.news(key),
        table.log(key),
        table.text_map(key, viewer),
        table.picture(key, viewer),
        table.units(key, viewer),
        table.press_of(key, viewer),
    )
    texts = [encode(shown), table.export(key), *(repr(one).encode() for one in (*asked, *drafts))]
    return b"".join(texts).decode()


def _play(table: Table, key: str, side: str, chance: Random) -> None:
    """A few ideas, run, and the side's part of the phase ended."""
    ideas = list(table.ideas(key, side))
    for text in ("\n".join(chance.sample(ideas, min(len(ideas), 3))), ""):
        try:
            table.write(key, side, text, NOW)
            table.done(key, side, NOW)
        except AskAgain as again:
            table.done(key, side, NOW, sure=again.token)
        except Refused:
            continue
        return
