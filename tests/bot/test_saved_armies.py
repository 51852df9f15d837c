"""Saved army lists: a person's own, by name, in every form of a list; and their names in orders."""

import pytest

from bot.hosting.army_dialogue import Owner, Remark, Spelling, Wish, answer, army_lines, judge_here, read_wish, remark
from bot.hosting.muster_words import muster_orders
from bot.hosting.saved_armies import LONGEST, MOST, SavedArmies
from engine.scenarios.list_types import types_of_systems
from engine.table import Table
from tests.engine.table_games import refused
from tests.support.toy_system import NOW

DOOR = Spelling(saves=lambda name, army: f"save {name} = {army}", line=lambda line: f"<{line}>")
FILE = "system: zones\narmy:\n  riders: 2\n  knife-gang x4: 1\n"


@pytest.fixture
def armies(table_on_each: Table) -> SavedArmies:
    return SavedArmies(table_on_each.journal.database)


def test_a_list_is_saved_found_and_deleted_by_its_owner_alone(armies: SavedArmies) -> None:
    made, before = armies.save("ann", "  Harbour Guard ", "3 riders, knife-gang x4", NOW)
    assert (made.name, made.army, before) == ("harbour guard", "riders: 3, knife-gang x4: 1", None)
    assert armies.find("ann", "HARBOUR  guard") == made and armies.find("bob", "harbour guard") is None
    again, before = armies.save("ann", "harbour guard", FILE, NOW)
    assert again.army == "riders: 2, knife-gang x4: 1" and before == made and armies.list("ann") == (again,)
    assert "Yours: harbour guard." in refused("no-such-list", armies.delete, "ann", "tower guard")
    assert "You have saved none." in refused("no-such-list", armies.delete, "bob", "harbour guard")
    assert armies.delete("ann", "harbour guard") == again and armies.list("ann") == ()


def test_what_cannot_be_saved_is_refused_in_a_sentence(armies: SavedArmies) -> None:
    assert "letters, digits" in refused("bad-name", armies.save, "ann", "guard: 2", "riders: 1", NOW)
    refused("bad-name", armies.save, "ann", "x" * 25, "riders: 1", NOW)
    assert "type of units in Zone Control" in refused(
        "bad-name", armies.save, "ann", "Line infantry x6", "riders: 1", NOW
    )
    assert "type of units in MiniWars" in refused("bad-name", armies.save, "ann", "knights", "riders: 1", NOW)
    assert "many" in refused("bad-list", armies.save, "ann", "guard", "riders: many", NOW)
    refused("bad-list", armies.save, "ann", "guard", "army: [riders]", NOW)
    long = ", ".join(f"riders-of-the-old-{number}th-regiment-of-horse: 1" for number in range(40))
    assert len(long) > LONGEST
    refused("too-long", armies.save, "ann", "guard", long, NOW)
    for number in range(MOST):
        armies.save("ann", f"guard {number}", "riders: 1", NOW)
    refused("too-many", armies.save, "ann", "one more", "riders: 1", NOW)
    assert armies.save("ann", "guard 7", "riders: 2", NOW)[1], "a list may be replaced"


def test_lists_are_shown_with_what_to_do_with_them(armies: SavedArmies) -> None:
    (none,) = army_lines((), DOOR)
    assert none.startswith("You have saved no army lists yet. This saves one: <save harbour-guard = ")
    armies.save("ann", "guard", "riders: 2", NOW)
    first, last = army_lines(armies.list("ann"), DOOR)
    assert first == "guard: riders: 2" and last.startswith("1 list of 50. <muster guard> submits guard where")
    armies.save("ann", "band", "knights: 1, ridersq: 1", NOW)
    *_, last = army_lines(armies.list("ann"), DOOR)
    assert "<muster guard> submits guard" in last, "the other has a type that no system has"


@pytest.mark.parametrize("system", ["miniwars", "forumini", "acw", "zones"])
def test_a_list_is_compared_with_the_types_of_each_system_when_it_is_saved(system: str) -> None:
    kind = next(iter(types_of_systems()[system]))
    assert remark(f"{kind.upper()}: 2") == Remark("", fits=True)
    odd = remark(f"{kind}: 1, {kind}q: 1")
    assert not odd.fits and f"No system has the type {kind}q. Did you mean " in odd.says
    other = next(key for name, known in types_of_systems().items() if name != system for key in known)
    assert "different systems" in remark(f"{kind}: 1, {other}: 1").says


def test_a_list_is_praised_only_if_it_can_be_played(armies: SavedArmies) -> None:
    owner = Owner(armies, "ann")
    (told,) = answer(owner, read_wish("tar: raider-bnad: 2"), NOW, DOOR)
    assert "Saved tar: raider-bnad: 2. No system has the type raider-bnad. Did you mean raider-band?" in told
    assert "muster" not in told and told.endswith("Save it again to change it.")
    (told,) = answer(owner, read_wish("tar: raider-band: 2"), NOW, DOOR)
    assert told.endswith("It was raider-bnad: 2. Submit it with the order <muster tar>.")
    named = "scenario: lantern-slip, side: {}, army: {{quay-guard: 2}}"
    (told,) = answer(owner, Wish("tar", named.format("watch")), NOW, DOOR)
    assert "On the board of Lantern Slip, The Harbour Watch it costs 104 points." in told
    assert "has no side owls" in remark(named.format("owls")).says
    assert answer(owner, read_wish("TAR"), NOW, DOOR) == ("tar: quay-guard: 2",)
    assert answer(owner, read_wish("tar:"), NOW, DOOR) == ("Deleted tar. To have it back: <save tar = quay-guard: 2>",)
    refused("no-such-list", answer, owner, read_wish("tar"), NOW, DOOR)


def test_a_board_that_is_being_played_prices_a_list(armies: SavedArmies, table: Table) -> None:
    game = table.open("lantern-slip", "", NOW, points=190)
    assert judge_here(table, game.id, "watch") is None
    for side in game.sides:
        table.seat(game.id, side, side, NOW)
    owner = Owner(armies, "ann", judge_here(table, game.id, "watch"))
    (told,) = answer(owner, read_wish("tar: quay-guard: 2"), NOW, DOOR)
    assert "Lantern Slip, The Harbour Watch it costs 104 of 190 points. Submit" in told
    armies.save("ann", "host", "knights: 1", NOW)
    *_, last = answer(owner, read_wish(""), NOW, DOOR)
    assert "<muster tar> submits tar" in last
    armies.delete("ann", "tar")
    *_, last = answer(owner, read_wish(""), NOW, DOOR)
    assert "1 list of 50. None of them can be played here." in last
    (told,) = answer(owner, read_wish("tar: quay-guard: 4, knights: 1"), NOW, DOOR)
    assert "it cannot be played: " in told and "the army costs 208 of 190 points: 18 too many" in told
    assert "no type knights: it is one of MiniWars, and this list is for Zone Control" in told and "muster" not in told


def test_a_name_is_replaced_by_its_list_only_where_armies_are_mustered(table: Table) -> None:
    armies = SavedArmies(table.journal.database)
    armies.save("ann", "guard", "riders: 2", NOW)

    def spelled(text: str) -> str:
        return muster_orders(table, game.id, text, armies, "ann")

    game = table.open("lantern-slip", "", NOW, points=190)
    assert spelled("muster guard") == "muster guard", "the game has not begun"
    for side in game.sides:
        table.seat(game.id, side, side, NOW)
    assert spelled("# mine\nMuster  Guard ; done\nmuster riders: 1\nmuster riders") == (
        "# mine\nmuster riders: 2 ; done\nmuster riders: 1\nmuster riders"
    )
    assert (
        spelled("done;  army guard ; muster guard # muster it")
        == "done;  muster riders: 2 ; muster riders: 2 # muster it"
    )
    assert spelled("muster my-army: 2, army: 1") == "muster my-army: 2, army: 1", "an order is no file"
    assert spelled("muster riders 2; knights 1").startswith("muster riders 2"), "the list itself, miswritten"
    assert spelled("muster riders x4") == "muster riders x4" and spelled("muster 2 guard") == "muster 2 guard"
    assert spelled("Riders: 2\n1 knife-gang x4") == "muster riders: 2, knife-gang x4: 1", "a list alone is one order"
    for none in ("riders", "riders: 2\ndone", "gard: 2", "W1 move 3,3", "done", "riders: many"):
        assert spelled(none) == none
    for marked in (
        "- muster guard",
        "* muster guard!",
        "**muster guard**",
        "`muster guard`",
        "> muster guard.",
        '1. muster "guard"',
        "muster “Guard”",
        "muster 'guard'",
        "Muster: guard",
    ):
        (verdict,) = table.check(game.id, "watch", spelled(marked)).verdicts
        assert verdict.accepted and verdict.echo == "muster riders: 2", (marked, spelled(marked))
    assert spelled("muster riders: 2;knife-gang: 1; done") == "muster riders: 2,knife-gang: 1; done"
    for entries in ("riders: 2; knife-gang: 1", "riders=2 ; knife-gang = 1", "2 riders; 1 knife-gang"):
        order = spelled(f"muster {entries}; done")
        assert [one.accepted for one in table.check(game.id, "watch", order).verdicts] == [True, True], order
    assert spelled("done; riders: 2; knife-gang: 1") == "done; riders: 2, knife-gang: 1"
    told = refused("no-such-list", spelled, "- **muster gard**.")
    assert "no army list called 'gard'" in told
    told = refused("no-such-list", spelled, "muster gard")
    assert "no army list called 'gard'" in told and "Did you mean guard" in told and "Your lists: guard." in told
    assert spelled(FILE) == "muster riders: 2, knife-gang x4: 1"
    assert "no army list" in refused("bad-list", spelled, "army: 3")
    for side in game.sides:
        table.commit(game.id, side, NOW, text="muster riders: 2\ndone")
    assert spelled("muster guard") == "muster guard", "the armies are there"
