"""Anonymous seats: the journal knows players by pseudonyms, and everybody else does until the game is over."""

from engine.contract import encode
from engine.database.address import Address
from engine.log.verify import verify
from engine.table import Game, Table
from tests.engine.table_games import bodies, refused
from tests.support.toy_system import NOW, entropy

ANN, BOB, EVE = "1234567890", "bob-from-mail", "evelyn"
SHOWN = "Annabelle as her friends call her"


def begun(table: Table, duel: str) -> str:
    key = table.open(duel, "Masks", NOW, 86_400, anonymous=True).id
    table.seat(key, "red", ANN, NOW)
    table.seat(key, "blue", BOB, NOW)
    return key


def names_nobody(game: Game) -> bool:
    """Whether nothing that may be shown of a game is a person's name."""
    shown = encode({name: getattr(game, name) for name in game.__struct_fields__ if name != "people"})
    return not any(person.encode() in shown for person in (ANN, BOB, EVE))


def test_seats_are_held_by_pseudonyms_and_belong_to_people(table: Table, duel: str) -> None:
    game = table.game(begun(table, duel))
    assert game.anonymous and dict(game.seats) == {"red": "player 1", "blue": "player 2"} and names_nobody(game)
    assert game.sides_of(ANN) == ("red",) and game.sides_of(BOB) == ("blue",) and game.sides_of(EVE) == ()
    assert game.holder("red") == ANN
    assert game.sides_of("") == ()


def test_no_log_news_or_list_names_a_player(table: Table, duel: str) -> None:
    key = begun(table, duel)
    table.depute(key, "red", EVE, NOW)
    table.propose(key, "red", "draw", "", NOW, SHOWN)
    table.vote(key, "blue", table.game(key).motions[0].seq, NOW, SHOWN, yes=False)
    table.extend(key, "red", 3_600, NOW, SHOWN)
    table.commit(key, "red", NOW, text="R1 hit B1")
    table.take_back(key, "red", NOW, SHOWN)
    log, stored = table.export(key), b"".join(entry.body.encode() for entry in table.journal.read(key))
    told = encode(table.news(key)) + "\n".join(table.log(key)).encode()
    for person in (ANN, BOB, EVE, SHOWN):
        assert person.encode() not in log + stored + told, "not even the journal itself knows"
    assert names_nobody(table.game(key)) and names_nobody(table.infos([key])[0])
    assert verify(log).holds


def test_the_names_are_told_at_the_end_and_stay_told(table: Table, duel: str) -> None:
    key = begun(table, duel)
    last = table.journal.length(key)
    table.commit(key, "red", NOW, text="concede")
    game = table.game(key)
    assert not game.anonymous and dict(game.seats) == {"red": ANN, "blue": BOB}
    assert dict(game.people) == {"player 1": ANN, "player 2": BOB}
    assert ANN.encode() not in table.export(key), "the log itself keeps to its pseudonyms"
    assert verify(table.export(key)).holds
    table.rewind(key, last, NOW, "referee")
    assert not table.game(key).over and not table.game(key).anonymous


def test_somebody_who_leaves_and_comes_back_is_the_same(table: Table, duel: str) -> None:
    key = begun(table, duel)
    refused("not-your-seat", table.leave, key, "red", BOB, NOW)
    refused("not-your-seat", table.leave, key, "red", "player 1", NOW)
    refused("seat-taken", table.seat, key, "red", "player 1", NOW)
    table.leave(key, "red", ANN, NOW)
    assert "you play The Blues" in refused("opponents-seat", table.seat, key, "red", BOB, NOW)
    assert table.seat(key, "red", EVE, NOW).seats["red"] == "player 3"
    table.leave(key, "red", EVE, NOW)
    assert table.seat(key, "red", ANN, NOW).seats["red"] == "player 1"
    refused("opponents-seat", table.depute, key, "red", BOB, NOW)


def test_luck_over_games_waits_for_the_names(table: Table, duel: str) -> None:
    key = begun(table, duel)
    table.commit(key, "red", NOW, text="R1 hit B1")
    assert table.luck_if_readable(key) is None and table.luck_report(key)
    table.commit(key, "red", NOW, text="concede")
    assert table.luck_if_readable(key)


def test_the_names_survive_a_restart_and_outsiders_see_none(address: Address, duel: str) -> None:
    table = Table(address, entropy())
    key = begun(table, duel)
    table.close()
    again = Table(address, entropy())
    assert again.infos([key])[0].sides_of(ANN) == ("red",)
    assert again.games()[0].holder("blue") == BOB
    again.close()


def test_other_games_are_as_they_were(table: Table, duel: str) -> None:
    key = table.open(duel, "Plain", NOW).id
    game = table.seat(key, "red", ANN, NOW)
    assert game.seats["red"] == ANN and not game.anonymous and not game.people and game.press == "private"
    assert b"terms" not in bodies(table.export(key))
