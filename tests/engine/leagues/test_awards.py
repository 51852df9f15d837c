"""Awards of a closed season, each at its threshold and just below it."""

from collections.abc import Mapping, Sequence

from engine.leagues.awards import GameFacts, PlayerFacts, awards_grid, game_awards, player_awards
from engine.leagues.entries import Entered, GameOpened, MatchPaired, Paired, Reported, Ruled
from engine.leagues.ratings import rate, rated_games
from engine.log.deadline import add_seconds
from tests.engine.leagues.league_games import Log

DAY = 86_400
Result = tuple[str, str, str, tuple[int, int] | None]
"""Two players, the winner, and the scores."""


def play(log: Log, *results: Result) -> None:
    """A round of one match for each, a day later than the one before."""
    for one, other, winner, scores in results:
        number = len(log.league.matches) + 1
        log.add(Paired(len(log.league.rounds) + 1, (MatchPaired(number, (one, other), "ford"),)))
        log.now = add_seconds(log.now, DAY)
        log.add(GameOpened(number, f"g-{number}"), Reported(number, winner, 1, scores))


def awards(log: Log, season: int = 1, facts: Mapping[str, GameFacts] | None = None) -> dict[str, tuple[str, str]]:
    """By name: for whom, and the figure."""
    ratings = rate(rated_games(log.league.matches.values(), "toy"))
    rows = awards_grid(log.league, season, ratings, facts or {}, str.upper).rows
    return {str(name): (str(whom), str(figure)) for name, whom, figure in rows}


def won(player: str, other: str, times: int) -> Sequence[Result]:
    return [(player, other, player, None)] * times


def test_the_champion_of_each_division() -> None:
    log = Log(0, format="round-robin", divisions=("high", "low"))
    log.add(*(Entered(name, division) for division, names in (("high", "ab"), ("low", "cd")) for name in names))
    log.add(Paired(1, (MatchPaired(1, ("a", "b"), "ford", "high"), MatchPaired(2, ("c", "d"), "ford", "low"))))
    log.win(1, "b")
    log.add(Ruled(2, "double-loss", "neither wrote", "host"))
    log.close()
    assert awards(log) == {"champion, high": ("B", "3 points")}, "nobody has won a game in the other"


def test_a_run_has_three_games_and_a_forfeit_is_none() -> None:
    log = Log(3)
    play(log, *won("p01", "p02", 2), ("p02", "p03", "p02", None))
    number = len(log.league.matches) + 1
    log.add(Paired(len(log.league.rounds) + 1, (MatchPaired(number, ("p01", "p03"), "ford"),)))
    log.add(Ruled(number, "forfeit", "no answer", "host", "p01"))
    assert "longest winning run" not in awards(log)
    play(log, ("p01", "p03", "p01", None))
    assert awards(log)["longest winning run"] == ("P01", "3 games in a row")
    play(log, ("p01", "p03", "", None), *won("p02", "p03", 2))
    assert awards(log)["longest winning run"] == ("P01, P02", "3 games in a row"), "a draw ends a run; both share it"


def test_an_upset_goes_by_what_was_known_before_the_game() -> None:
    log = Log(4)
    play(log, *won("p01", "p02", 3), *won("p03", "p04", 2), ("p04", "p01", "p04", None))
    assert "biggest upset" not in awards(log), "p04 had had two games"
    play(log, ("p02", "p01", "p02", None))
    before = rate(rated_games(list(log.league.matches.values())[:6], "toy"))
    figures = [rating.rating for player in ("p02", "p01") if (rating := before.before(player, log.now))]
    assert awards(log)["biggest upset"] == ("P02", f"match 7: beat P01, {figures[0]} against {figures[1]}")
    assert figures[1] - figures[0] >= 50
    play(log, *won("p02", "p01", 9))
    assert awards(log)["biggest upset"] == ("P02", f"match 7: beat P01, {figures[0]} against {figures[1]}"), (
        "later games do not"
    )


def test_the_best_newcomer_needs_three_games_among_those_who_have_played_before() -> None:
    log = Log(3)
    play(log, *won("p01", "p02", 3), *won("p03", "p01", 3))
    assert "best newcomer" not in awards(log), "all are new"
    log.close()
    log.add(Entered("new"), Entered("newer"))
    play(log, *won("p01", "p02", 5), *won("newer", "p02", 2), ("new", "p02", "new", None), *won("p02", "new", 2))
    assert awards(log, 2)["best newcomer"] == ("NEW", "place 4 with 3 points")
    assert "best newcomer" not in awards(log, 1), "a closed season is shown as it was"


def test_the_closest_and_the_longest_game_of_four() -> None:
    log = Log(2)
    play(log, ("p01", "p02", "p01", (9, 4)), ("p01", "p02", "p02", (3, 4)), ("p01", "p02", "p01", (5, 5)))
    turns = {f"g-{number}": GameFacts(number % 4 + 1, "The Ford", number == 2) for number in range(1, 6)}
    assert not {"closest game", "longest game"} & set(awards(log, facts=turns))
    play(log, ("p01", "p02", "p02", (6, 8)), ("p01", "p02", "p01", (12, 2)))
    found = awards(log, facts=turns)
    assert found["closest game"] == ("P01, P02", "match 3: P01 5, P02 5"), "what a tie-break has decided"
    assert found["longest game"] == ("P01, P02", "match 3: 4 turns of The Ford")
    as_long = {**turns, "g-5": GameFacts(4, "The Ford")}
    assert "longest game" not in awards(log, facts=as_long), "two were as long"
    assert awards(log, facts={})["closest game"][1] == "match 3: P01 5, P02 5"
    agreed = {**turns, "g-3": GameFacts(1, "The Ford", agreed=True)}
    assert "closest game" not in awards(log, facts=agreed), "three were decided by scores; two ended by agreement"


def test_replies_luck_and_reliability_need_enough_to_go_by() -> None:
    def figures(**players: PlayerFacts) -> dict[str, tuple[tuple[str, ...], str]]:
        return {
            one.name: (one.players, one.figure) for one in player_awards([GameFacts(5, "The Ford", False, players)])
        }

    slow = PlayerFacts((7_200,) * 10, 10, 8, 30, 10, 15.0, 7.5)
    quick = PlayerFacts((60,) * 6 + (90_000,) * 4, 10, 9, 30, 20, 15.0, 7.5)
    assert figures(ann=slow, bob=quick) == {
        "most reliable": (("bob",), "9 of 10 phases met on time"),
        "quickest to reply": (("bob",), "half of 10 phases within 1 minute"),
        "luckiest": (("bob",), "20 of 30 rolls made, 15.0 expected"),
        "unluckiest": (("ann",), "10 of 30 rolls made, 15.0 expected"),
    }
    assert not figures(ann=slow), "one player is no comparison"
    few = PlayerFacts((60,) * 9, 9, 9, 29, 29, 14.5, 7.0)
    assert set(figures(ann=slow, bob=few)) == set(), "nine phases, 29 rolls"
    usual = PlayerFacts((7_200,) * 10, 10, 8, 30, 16, 15.0, 7.5)
    assert set(figures(ann=usual, bob=usual)) == {"quickest to reply"}, "80 % are not reliable; luck as expected"


def test_what_more_than_three_would_share_is_not_given() -> None:
    log = Log(6)
    for player in ("p01", "p02", "p03"):
        play(log, *won(player, "p05", 3))
    assert awards(log)["longest winning run"] == ("P01, P02, P03", "3 games in a row")
    play(log, *won("p04", "p05", 3))
    assert "longest winning run" not in awards(log)


def test_the_figures_of_games_are_added_up() -> None:
    half = PlayerFacts((60,) * 5, 5, 5, 15, 12, 7.5, 3.75)
    games = [GameFacts(5, "The Ford", False, {"ann": half, "bob": half})] * 2
    assert {one.name: one.players for one in player_awards(games)} == {
        "most reliable": ("ann", "bob"), "quickest to reply": ("ann", "bob"), "luckiest": ("ann", "bob"),
    }  # fmt: skip
    assert not [*game_awards([], {}, str)]
