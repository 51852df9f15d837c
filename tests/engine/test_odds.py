"""Odds and open battles as people ask for them: in sentences, with the bounds of a sample, by what they may know;
fought at a keyboard.
"""

import re
from pathlib import Path

import pytest
from PIL import Image

from bot.__main__ import main
from engine.contract import replace
from engine.contract.odds import seeded_numbers
from engine.log.verify import verify
from engine.lookups import odds
from engine.lookups.odds import Sampling, odds_of_open_battle
from engine.lookups.odds_chart import chart
from engine.scenarios import open_battles, reader
from engine.scenarios.reader import shipped
from engine.systems import SYSTEMS, baker
from engine.systems.baker.state.position import Battle
from engine.table import Refused, Table
from maps.drawing.chart import draw_chart
from tests.bot.command_line import fieldpost
from tests.support.many_cases import for_each
from tests.support.toy_system import NOW, entropy

SMALL, LARGE = "land: 4 tank vs 4 inf", "land: 9 inf 6 art 6 tank 2 ftr vs 9 inf 6 art 6 tank 1 ftr 1 bmb"


def refused(code: str, *words: str, **named: object) -> str:
    with pytest.raises(Refused) as no:
        odds_of_open_battle(*words, **named)  # type: ignore[arg-type]
    assert no.value.code == code
    return str(no.value)


# in words
def test_the_sentences_match_the_odds() -> None:
    found = odds_of_open_battle(SMALL)
    assert found.says == (
        "Land: 4 tanks vs 4 infantry.",
        "Attacker wins 73.50 %, draw 4.20 %, Defender wins 22.30 %.",
        "Attacker keeps on average tank 1.70 of 4; loses 11.5 IPCs.",
        "Defender keeps on average infantry 0.41 of 4; loses 10.8 IPCs.",
        "Swing: 0.7 IPCs for Defender.",
        "Exact.",
    )
    assert found.odds.win + found.odds.draw + found.odds.loss + found.odds.retreat == pytest.approx(1)


def test_standing_orders_change_the_odds() -> None:
    bare, kept = odds_of_open_battle(SMALL), odds_of_open_battle(SMALL, "retreat when attackers < 3")
    assert kept.odds.retreat > 0 and "Attacker retreats" in kept.says[1] and "retreats" not in bare.says[1]
    assert kept.odds.lost["red"] < bare.odds.lost["red"]
    mixed = "land: 1 inf 2 tank vs 2 inf 1 tank"
    assert (
        odds_of_open_battle(mixed, "losses: tank > infantry").odds.lost["red"]
        > odds_of_open_battle(mixed).odds.lost["red"]
    )
    assert (
        odds_of_open_battle(mixed, "", "losses: tank; keep land 1\n# a remark").odds != odds_of_open_battle(mixed).odds
    )


@pytest.mark.long
def test_a_sample_says_so_and_can_be_taken_again() -> None:
    first, again = (odds_of_open_battle(LARGE, ask=Sampling(400, "a")) for _ in range(2))
    assert first.odds.battles == 400 and first == again and seeded_numbers("a")() != seeded_numbers("b")()
    low, high = first.odds.interval(first.odds.win)
    assert f"Attacker wins {100 * first.odds.win:.1f} % ({100 * low:.1f} to {100 * high:.1f})" in first.says[1]
    assert "±" in first.says[4] and first.says[-1].startswith("From 400 simulated battles (seed a)")


@for_each(
    ("words", "says"),
    [
        ("", "A battle begins with its kind"),
        ("chess: 1 v 1", "is not a kind of battle"),
        ("land: 6 inf", "There are no defenders"),
        ("land: 6 inf vs 5 sub", "Submarines take no part"),
        ("amph: 3 tank 1 trn vs 1 inf", "write 3 transports"),
        ("land: 6 infs vs 0 inf", ""),
        ("\u202e" * 40, ""),
        ("land: " + "1 inf " * 900 + "vs 1 inf", "at most 1,000"),
    ],
)
def test_what_is_no_battle_is_refused_with_what_would_do(words: str, says: str) -> None:
    assert says in refused("bad-battle", words)


@pytest.mark.parametrize(
    ("orders", "says"),
    [
        ("done", "Only these can be used here"),
        ("concede", "end the battle before it begins"),
        ("retreat", "at least one round"),
        ("losses: tnk", "unknown-unit"),
        ("losses: tank\nquack", "unknown-verb"),
        ("keep land 12", "bad-number"),
        ("battle land: 1 inf vs 1 inf", ""),
    ],
)
def test_orders_that_are_no_standing_orders_are_refused(orders: str, says: str) -> None:
    for pair in ((orders, ""), ("", orders)):
        if orders != "retreat" or pair[0]:
            assert says in refused("bad-orders", SMALL, *pair)


def test_only_rules_with_open_battles_have_odds() -> None:
    assert "Games with open battles: baker." in refused("no-duel", SMALL, system="miniwars")
    assert "no rules called 'x'" in refused("no-duel", SMALL, system="x")
    for number in (0, -1, odds.MOST + 1):
        refused("bad-number", SMALL, ask=Sampling(number))
    assert open_battles.known_systems() == ("baker",) and open_battles.STEM not in shipped()


def test_the_chart_is_a_picture() -> None:
    assert draw_chart(chart(odds_of_open_battle(SMALL))).startswith(b"\x89PNG")


# in a game
@pytest.fixture
def table() -> Table:
    return Table(":memory:", entropy("odds"))


def test_in_a_game_the_odds_use_only_what_the_viewer_knows(table: Table) -> None:
    key = table.open_battle("land: 1 inf 2 tank vs 2 inf 1 tank", "", NOW).id
    for side in ("red", "blue"):
        table.seat(key, side, side, NOW)
    before = table.odds(key, "red").answer("").odds
    table.commit(key, "red", NOW, text="losses: tank > infantry; retreat when attackers < 2")
    views = {viewer: table.odds(key, viewer).answer("").odds for viewer in ("red", "blue", "")}
    assert views["red"] != before and views["red"].retreat > 0
    assert views["blue"] == views[""] == before
    assert table.odds(key, "red").answer("field").odds == views["red"]
    for place, code in (("Sea", "no-battle"), ("Kiev", "unknown-place")):
        with pytest.raises(Refused) as no:
            table.odds(key, "red").answer(place)
        assert no.value.code == code
    with pytest.raises(Refused) as no:
        table.odds(key).answer("Sea")
    assert "There is one at Field" in str(no.value)


def test_the_draft_of_the_asking_player_is_counted_and_no_other(table: Table) -> None:
    """A draft counts as the committed moves do; the opponent, the public and the next phase see nothing of it."""
    key = table.open("two-shores", "", NOW).id
    for side in ("azure", "amber"):
        table.seat(key, side, side, NOW)
    table.done(key, "azure", NOW)
    table.write(key, "azure", "move 1 tank Harbour to Marsh", NOW)
    one = table.odds(key, "azure").answer("Marsh")
    table.write(key, "azure", "move 1 tank Harbour to Marsh\nmove 3 infantry, 1 artillery Ridge to Marsh", NOW)
    all_of_it = table.odds(key, "azure").answer("")
    assert all_of_it.says[0] == "The battle so far. Your draft is counted." and "Your draft is counted." in one.says[0]
    assert one.odds.win < all_of_it.odds.win and all_of_it.odds.forces["azure"] == {
        "infantry": 3,
        "artillery": 1,
        "tank": 1,
    }
    for other in ("amber", ""):
        with pytest.raises(Refused) as no:
            table.odds(key, other).answer("Marsh")
        assert no.value.code == "no-battle"
    table.commit(key, "azure", NOW)
    public = table.odds(key).answer("Marsh")
    assert public.odds == all_of_it.odds and public.says[0] == "The battle at Marsh."
    table.write(key, "amber", "move 1 tank Harbour to Marsh", NOW)
    assert table.odds(key, "amber").answer("Marsh") == public


@pytest.mark.long
def test_moves_below_the_end_of_the_phase_are_counted(table: Table) -> None:
    """Azure is buying: nothing but its own orders comes before its combat movement."""
    key = table.open("two-shores", "", NOW).id
    for side in ("azure", "amber"):
        table.seat(key, side, side, NOW)
    moves = "move 1 tank Harbour to Marsh\nmove 3 infantry, 1 artillery Ridge to Marsh"
    reply = table.write(key, "azure", f"buy 2 infantry\ndone\n{moves}", NOW)
    assert "battle of Marsh: wins" in reply.verdicts[-1].chances
    below = table.odds(key, "azure").answer("Marsh")
    with pytest.raises(Refused):
        table.odds(key, "amber").answer("Marsh")
    table.done(key, "azure", NOW)
    table.write(key, "azure", moves, NOW)
    assert table.odds(key, "azure").answer("Marsh") == below


def test_systems_without_odds_say_so(table: Table) -> None:
    key = table.open("millers-bridge", "", NOW).id
    with pytest.raises(Refused) as no:
        table.odds(key).answer("")
    assert no.value.code == "no-battle" and "has no odds" in str(no.value)


def test_a_battle_is_an_ordinary_game(table: Table) -> None:
    game = table.open_battle(SMALL, "", NOW, rounds="all")
    assert (game.id, game.name, game.scenario) == ("battle-1", "Land Battle 1", open_battles.STEM)
    assert table.open_battle(SMALL, "Ours", NOW).name == "Ours"
    for side in game.sides:
        table.seat(game.id, side, "x", NOW)
    table.done(game.id, "red", NOW, "discord:7", ("blue",))
    assert table.game(game.id).over and verify(table.export(game.id)).holds
    assert SYSTEMS[game.system].NAME == "baker"


# on the command line
def test_odds_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "odds.png"
    assert main(["odds", "land:", "4", "tank", "vs", "4", "inf", "--out", str(file)]) == 0
    assert "Attacker wins 73.50 %" in capsys.readouterr().out
    with Image.open(file) as picture:
        assert picture.format == "PNG"
    wrong = (
        ["--battles", "many"],
        ["--battles", "0"],
        ["--system", "acw"],
        ["--attacker", "fly"],
        ["--out", f"{tmp_path}/no/x.png"],
    )
    for words in (["chess"], *([SMALL, *options] for options in wrong)):
        assert main(["odds", *words]) == 2
        assert len(capsys.readouterr().err.strip()) > 20, words


def test_a_battle_straight_to_its_end(tmp_path: Path) -> None:
    code, out, _ = fieldpost("battle", "naval: 2 sub vs 1 battleship", "--straight", cwd=tmp_path)
    assert code == 0 and "Round 1" in out.title() and "The game is over." in out and "expected" in out
    assert len(list((tmp_path / "fieldpost-maps").glob("battle-1-*.png"))) == 1
    fieldpost("export", "battle-1", "log.json", cwd=tmp_path)
    code, out, _ = fieldpost("verify", "log.json", cwd=tmp_path)
    assert code == 0 and out.startswith("Proved: battle-1\n")


@pytest.mark.long
def test_a_battle_round_by_round_and_its_retreat(tmp_path: Path) -> None:
    code, out, _ = fieldpost("battle", "land: 60 inf vs 60 inf", cwd=tmp_path, typed="retreat\n\n")
    assert code == 1 and "at least one round" in out and "(line 1 of the input)" in out
    assert "Round 1" not in out, "behind a refused line no round is fought"
    typed = "\ndefender losses: tank > infantry\nfly\ndone\n"
    code, out, _ = fieldpost("play", "battle-1", cwd=tmp_path, typed=typed)
    assert code == 1 and "(line 3 of the input)" in out and "✓ losses: tank > infantry" in out
    assert "Round 1" in out and "Round 2 at" not in out
    code, out, _ = fieldpost("play", "battle-1", cwd=tmp_path, typed="done\nretreat\n")
    assert code == 0, out
    assert re.search(r"The game is over\. The winner: Defender", out), out
    assert len(list((tmp_path / "fieldpost-maps").glob("battle-1-*.png"))) == 3, out


def test_a_battle_goes_on_where_it_was_left(tmp_path: Path) -> None:
    orders = "--attacker", "retreat after round 2", "--defender", "losses: tank"
    code, out, _ = fieldpost("battle", "land: 9 inf vs 9 inf", *orders, cwd=tmp_path, typed="\nodds\nquit\n")
    assert code == 0 and "Attacker retreats" in out and "fieldpost play battle-1" in out
    code, out, _ = fieldpost("play", "battle-1", cwd=tmp_path, typed="\n")
    assert code == 0 and "The game is over. The winner: Defender" in out
    assert fieldpost("battle", "land: 9 inf", cwd=tmp_path)[0] == 2
    assert fieldpost("battle", "land: 9 inf vs 2 inf", "--attacker", "fly", cwd=tmp_path)[0] == 1


def test_the_odds_of_a_draft_at_the_keyboard(tmp_path: Path) -> None:
    typed = "done\nodds Marsh\nmove 3 infantry, 1 artillery Ridge to Marsh\nodds Marsh\nundo\nodds Marsh\nquit\n"
    _, out, _ = fieldpost("play", "two-shores", "--new", cwd=tmp_path, typed=typed)
    assert "✓ move 3 infantry, 1 artillery Ridge to Marsh  battle of Marsh: wins 13 %" in out
    assert out.count("The battle at Marsh. Your draft is counted.") == 1 and out.count("There is no battle") == 2


def test_several_waiting_battles_are_named_and_a_wrong_place_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is calculated for a refusal, and each place that it names has odds."""
    start = baker.start(reader.load("middle-sea"))
    first, second = (area for area in ("Egypt", "Bavaria") if start.areas[area].units)
    battles = (Battle(first, "land", "germany"), Battle(second, "land", "britain"))
    seen = replace(start, game=replace(start.game, battles=battles))
    ask, sides = odds.Sampling(100), reader.load("middle-sea").sides
    for place in (first, second):
        assert odds.odds_in_game(baker, seen, "", place, ask, sides).odds
    monkeypatch.setattr(baker, "odds", None)
    for place, sentence in (
        ("", f"2 battles are waiting, at {first} and {second}. Name one: odds {first}"),
        ("Rome", f"There is no battle at Rome. There are battles at {first} and {second}."),
    ):
        with pytest.raises(Refused) as no:
            odds.odds_in_game(baker, seen, "", place, ask, sides)
        assert (no.value.code, str(no.value)) == ("no-battle", sentence)
