"""The lines of the report of Baker's game: for every event the words a player reads."""

from engine.contract import Balked, Event, Skipped, replace
from engine.systems import baker
from engine.systems.baker.state.battle_events import (
    AntiAircraft,
    BattleBegan,
    BattleEnded,
    Fallen,
    Homeless,
    Landed,
    NotRetreated,
    Raided,
    Retreated,
    RoundBegan,
    RoundEnded,
    Volley,
    Withdrew,
)
from engine.systems.baker.state.events import (
    EVENTS,
    AssaultPrepared,
    BidMade,
    BidsOpened,
    Bought,
    Captured,
    Conceded,
    DrawOffered,
    Finished,
    GameOver,
    Income,
    KeepSet,
    Kept,
    LandedByItself,
    ListSet,
    Loaded,
    LostAtSea,
    Moved,
    PaidBack,
    PhaseBegan,
    Placed,
    RaidOrdered,
    Shipped,
    TurnBegan,
    Unloaded,
    WishSet,
    Written,
)
from engine.systems.baker.state.position import Ship, Wish
from tests.support import report_checks
from tests.support.many_cases import for_each
from tests.systems.baker.support.campaigns import at_kiev, duel, stand

SHOT = Volley(
    "Kiev",
    "attacker",
    "germany",
    "artillery",
    (1, 2, 5),
    2,
    1,
    2,
    "at-once",
    (Fallen(1, "tank", "ussr", "roller", "targets land: tank"), Fallen(1, "infantry", "ussr", "victim")),
)
MARCH = Moved("germany", {"infantry": 3, "tank": 1}, "Poland", "Kiev", ("Poland", "Kiev"))
LINES: tuple[tuple[Event, str], ...] = (
    (TurnBegan("ussr", 2, "purchase"), "Round 2: Soviet Union's turn, 12 IPCs in hand"),
    (
        TurnBegan("ussr", 2, "combat-movement"),
        "Round 2: Soviet Union's turn, 12 IPCs in hand; its capital is in enemy hands (BK 10.3)",
    ),
    (PhaseBegan("combat", 1, "germany"), "Combat: Germany"),
    (PhaseBegan("round", 3, None), "Round 3 comes next"),
    (Finished("ussr"), "Done: Soviet Union."),
    (BidMade("ussr", 1), "Your bid, secret until all are opened: 1 IPC. (BK 18.2)"),
    (BidsOpened({}, "ussr", 7), "The bids: none. Soviet Union is given 7 IPCs. (BK 18.4)"),
    (Kept("ussr", "retreat"), "Saved until both sides are done: retreat."),
    (
        Bought("germany", {"infantry": 3, "tank": 1}, 14, 6),
        "Germany buys 3 infantry, 1 tank for 14 IPCs; 6 left. (BK 10.2)",
    ),
    (Bought("germany", {}, -14, 20), "Germany returns 3 infantry, 1 tank for 14 IPCs; 20 in hand. (BK 10.2)"),
    (MARCH, "Germany: 3 infantry, 1 tank Poland to Kiev."),
    (
        Moved("germany", {"fighter": 1}, "Berlin", "Kiev", ("Berlin", "Poland", "Kiev"), {"fighter": (0,)}),
        "Germany: 1 fighter Berlin over Poland to Kiev, 2 of 4 flown.",
    ),
    (
        Moved(
            "germany",
            {"fighter": 2, "bomber": 1},
            "Berlin",
            "Poland",
            ("Berlin", "Poland"),
            {"fighter": (0, 2), "bomber": (4,)},
        ),
        "Germany: 2 fighters, 1 bomber Berlin to Poland, fighter 1 and 3 of 4 flown, bomber 5 of 6 flown.",
    ),
    (
        Moved("germany", {"transport": 2}, "sz1", "sz2", ("sz1", "sz2"), {}, (Ship({"infantry": 2}, True),), (0,)),
        "Germany: 2 transports with 2 infantry aboard sz1 to sz2.",
    ),
    (
        Captured("Kiev", "germany", "germany", "ussr", 0, 1),
        "Germany takes Kiev, worth 3, with 1 aa; it was Soviet Union's. (BK 14.1)",
    ),
    (
        Captured("Moscow", "germany", "germany", "ussr", 12),
        "Germany takes Moscow, worth 8, with 12 IPCs of the treasury; it was Soviet Union's. (BK 14.1)",
    ),
    (
        Captured("London", "britain", "ussr", "germany"),
        "Soviet Union takes London, worth 8, and gives it back to Britain; it was Germany's. (BK 14.1)",
    ),
    (
        Shipped("germany", {"infantry": 2}, "Poland", "Gotland", ("sz1",), "sz1", (), True),
        "Germany: 2 infantry Poland to Gotland by sz1; they land in combat. (BK 12.3)",
    ),
    (
        Shipped("germany", {"infantry": 2}, "Poland", "Berlin", ("sz1",), "sz1", (), False),
        "Germany: 2 infantry Poland to Berlin by sz1; they land. (BK 12.3)",
    ),
    (Loaded("germany", {"infantry": 2}, "Poland", "sz1", ()), "Germany: 2 infantry Poland aboard in sz1. (BK 12.4)"),
    (
        Unloaded("germany", {"infantry": 2}, "sz1", "Poland", (), 1),
        "Germany: 2 infantry from sz1 ashore at Poland. (BK 12.5)",
    ),
    (
        AssaultPrepared("germany", "Gotland", "sz1", {"infantry": 2}, (), 1),
        "Germany: 2 infantry in sz1 will land at Gotland in combat. (BK 12.6)",
    ),
    (AssaultPrepared("germany", "Gotland", "sz1", {"infantry": 2}, at_kiev().areas["sz1"].cargo["germany"]), ""),
    (RaidOrdered("germany", "Moscow", 2), "2 bombers will raid Moscow when combat movement ends. (BK 13.1)"),
    (
        Raided("germany", "Moscow", "ussr", (2, 1), 1, (4,), 4),
        "Raid on Moscow: guns 2 1 (needs 1), 1 bomber down; bombs 4: Soviet Union loses 4 IPCs. (BK 13.1)",
    ),
    (
        Raided("germany", "Moscow", "ussr", (), 0, (6, 6, 6), 12),
        "Raid on Moscow: bombs 6 6 6: Soviet Union loses all its 12 IPCs. (BK 13.1)",
    ),
    (
        Raided("germany", "Moscow", "ussr", (1, 1), 2, (), 0),
        "Raid on Moscow: guns 1 1 (needs 1), 2 bombers down. (BK 13.1)",
    ),
    (Raided("germany", "Moscow", "ussr", (), 0, (), 0), "The raid on Moscow finds no enemy complex. (BK 13.1)"),
    (
        Written("Berlin", "land", "ussr", {"Berlin": {"ussr": {"tank": 1}, "germany": {"infantry": 3}}}),
        "Battle at Berlin, land: against Germany 3 infantry.",
    ),
    (Written("Kiev", "land", "germany", {}), ""),
    (Written("Gotland", "land", "germany", {"Gotland": {}}), "Battle at Gotland, now land: against nobody."),
    (Written("Gotland", "amphibious", "germany", {"Gotland": {"ussr": {"infantry": 1}}}), ""),
    (
        BattleBegan(
            "Kiev",
            "land",
            "germany",
            "ussr",
            {"attacker": {"infantry": 3, "tank": 1, "fighter": 1}, "defender": {"infantry": 2, "tank": 1}},
            {"attacker": 4.5, "defender": 9.87},
        ),
        "Battle of Kiev (land): Germany 3 infantry, 1 tank, 1 fighter against Soviet Union 2 infantry, 1 tank. "
        "Expected losses: "
        "4.5 IPCs and 9.9 IPCs.",
    ),
    (
        AntiAircraft("Kiev", {"fighter": (1,), "bomber": (3, 2)}, {"fighter": 1}),
        "Anti-aircraft fire at Kiev (needs 1): fighters 1, bombers 3 2: one fighter down. (BK 8.1)",
    ),
    (
        AntiAircraft("Kiev", {"fighter": (4,)}, {}),
        "Anti-aircraft fire at Kiev (needs 1): fighters 4: nothing down. (BK 8.1)",
    ),
    (RoundBegan("Kiev", 2), "Round 2 at Kiev"),
    (
        RoundBegan("Gotland", 1, {"sz1": {"carrier": 1, "battleship": 2}}),
        "Round 1 at Gotland; off the shore 1 carrier, 2 battleships in sz1",
    ),
    (
        SHOT,
        "Step 1: Germany artillery 1 2 5 (needs 2): one picks the tank (targets land: tank), one infantry lost "
        "(Soviet Union's "
        "choice). Gone at once.",
    ),
    (
        replace(SHOT, fallen=(Fallen(2, "tank", "ussr", "roller"),), dice=(1, 1), ones=2),
        "Step 1: Germany artillery 1 1 (needs 2): two pick two tanks. Gone at once.",
    ),
    (replace(SHOT, dice=(6,), hits=0, ones=0, fallen=()), "Step 1: Germany artillery 6 (needs 2): miss."),
    (replace(SHOT, dice=(6, 4), hits=0, ones=0, fallen=()), "Step 1: Germany artillery 6 4 (needs 2): all miss."),
    (
        replace(
            SHOT,
            type="infantry",
            need=1,
            dice=(1, 1, 1),
            hits=3,
            ones=3,
            when="at-end",
            fallen=(Fallen(2, "infantry", "ussr", "victim"),),
        ),
        "Step 3: Germany infantry 1 1 1 (needs 1): two infantry lost, one wasted. Behind the line.",
    ),
    (
        Volley(
            "sz3",
            "defender",
            "britain",
            "battleship",
            (1, 3),
            4,
            1,
            2,
            "at-once",
            (
                Fallen(1, "transport", "germany", "roller", "", "", {"infantry": 2}),
                Fallen(1, "submarine", "germany", "victim", "losses sea: submarine > transport"),
            ),
        ),
        "Step 2: Britain battleship 1 3 (needs 4): one picks the loaded transport with 2 infantry, one "
        "submarine lost (losses "
        "sea: submarine > transport). Gone at once.",
    ),
    (
        Volley(
            "Gotland",
            "defender",
            "ussr",
            "fighter",
            (4,),
            4,
            0,
            1,
            "at-once",
            (Fallen(1, "infantry", "germany", "victim", "", "aboard"),),
        ),
        "Step 4: Soviet Union fighter 4 (needs 4): one infantry aboard lost (Germany's choice). Gone at once.",
    ),
    (Landed("Gotland", "germany", {"sz1": {"infantry": 2}}), "Ashore at Gotland: 2 infantry from sz1. (BK 7.4)"),
    (
        RoundEnded("Kiev", 1, {"attacker": {"tank": 1}, "defender": {}}),
        "Remaining at Kiev: Germany 1 tank; Soviet Union none.",
    ),
    (
        Retreated("Kiev", "germany", {"infantry": 2, "tank": 1}, "Poland", "order"),
        "Germany retreats from Kiev: 2 infantry, 1 tank to Poland. (BK 8.5)",
    ),
    (
        Retreated("Kiev", "germany", {"infantry": 2}, "Poland", "retreat land when attackers < 4", {"fighter": 1}),
        "Germany retreats from Kiev (retreat land when attackers < 4): 2 infantry to Poland, 1 fighter over it, "
        "out of the "
        "battle. (BK 8.5)",
    ),
    (
        Retreated("Kiev", "germany", {}, "", "order", {"fighter": 1}),
        "Germany retreats from Kiev: 1 fighter over it, out of the battle. (BK 8.5)",
    ),
    (
        Retreated("sz3", "germany", {"transport": 1}, "sz2", "order", {}, (Ship({"tank": 1}),)),
        "Germany retreats from sz3: 1 transport with 1 tank aboard to sz2. (BK 8.5)",
    ),
    (
        Withdrew("sz3", "britain", 2, "sz4", "withdraw after round 1"),
        "Britain withdraws 2 submarines from sz3 to sz4 (withdraw after round 1). (BK 8.9)",
    ),
    (
        NotRetreated("Kiev", "germany", "nowhere to go"),
        "Germany wants to retreat from Kiev but cannot: nowhere to go. (BK 8.6)",
    ),
    (
        BattleEnded(
            "sz3",
            "won",
            {"germany": 8, "britain": 32},
            {"germany": {"submarine": 1}, "britain": {"transport": 1, "battleship": 1}},
            {"attacker": 9.5, "defender": 24.04},
        ),
        "End at sz3 after 2 rounds: Germany wins. Lost: Germany 1 submarine, 8 IPCs (9.5 expected); Britain 1 "
        "transport, 1 "
        "battleship, 32 IPCs (24.0 expected).",
    ),
    (
        BattleEnded("Kiev", "called-off", {"germany": 0}, {"germany": {}}),
        "End at Kiev, without dice: called off, nobody attacks.",
    ),
    (
        Homeless("sz3", "britain", 2, ""),
        "Britain's 2 fighters without a carrier in sz3: no island to land on, lost. (BK 13.8)",
    ),
    (Homeless("sz1", "ussr", 1, "Gotland"), "Soviet Union's 1 fighter without a carrier in sz1: to Gotland. (BK 13.8)"),
    (
        LandedByItself("germany", "fighter", "Kiev", "Poland", ("Kiev", "Poland"), 2),
        "Germany's fighter over Kiev lands at Poland automatically, 3 of 4 flown. (BK 15.1)",
    ),
    (
        LostAtSea("germany", "bomber", "sz3", 5),
        "Germany's bomber over sz3 cannot reach a landing place with 1 left: lost. (BK 15.1)",
    ),
    (
        Placed("germany", {"infantry": 2, "tank": 1}, "Berlin", "Berlin"),
        "Germany places 2 infantry, 1 tank at Berlin. (BK 15.2)",
    ),
    (
        Placed("germany", {"submarine": 1}, "sz1", "Berlin", "default"),
        "Germany places 1 submarine at sz1 by default, made by Berlin. (BK 15.5)",
    ),
    (
        Placed("germany", {"complex": 1}, "Poland", None),
        "Germany places 1 complex at Poland; it places from the next turn on. (BK 15.2)",
    ),
    (PaidBack("germany", {"complex": 1}, 15), "Germany gets its money back for 1 complex: 15 IPCs. (BK 15.5)"),
    (Income("germany", 13, 33), "Income of Germany: Berlin 10, Poland 3: 13 IPCs, 33 in hand. (BK 15.6)"),
    (
        ListSet("germany", "losses", "land attack", ("infantry", "tank")),
        "Standing order: losses land attack: infantry > tank.",
    ),
    (ListSet("germany", "targets", "all", ()), "Standing order: targets default."),
    (
        WishSet("germany", "retreat", "Kiev", Wish("attackers", None, "Poland")),
        "Standing order: retreat Kiev when attackers < defenders to Poland.",
    ),
    (KeepSet("germany", 2), "Standing order: keep land 2."),
    (Conceded("ussr"), "Soviet Union concedes. (BK 16.4)"),
    (DrawOffered("germany"), "Germany offers a draw. (BK 16.4)"),
    (
        GameOver("axis", "capitals", {"axis": (21, 8), "allies": (14, -8)}),
        "Axis win: enough enemy capitals are in friendly hands. Territories (and growth): Axis 21 (+8), "
        "Allies 14 (-8). (BK 16.1)",
    ),
    (
        GameOver("draw", "turn-limit", {"axis": (13, 0), "allies": (22, 0)}),
        "The game is drawn: the last round is over. Territories (and growth): Axis 13 (+0), Allies 22 (+0). (BK 16.3)",
    ),
    (GameOver("germany", "battle"), "Germany wins: the battle is decided."),
    (
        Balked("germany", 2, "fight Kiev", "no-target", "there is no battle in Kiev"),
        "Not done: fight Kiev (no-target): there is no battle in Kiev.",
    ),
    (Skipped("germany", 2, "if sz1 won: fight Gotland"), "Condition not met, skipped: if sz1 won: fight Gotland."),
)


@for_each(("event", "line"), LINES)
def test_lines(event: Event, line: str) -> None:
    assert baker.tell(at_kiev(), event) == line and report_checks.whole(line.replace("<", "under"))


def test_every_event_is_told() -> None:
    """But for dice and single losses, which stand in the line of their volley."""
    said = {report_checks.tag(event) for event, line in LINES if line}
    assert {report_checks.tag(kind) for kind in EVENTS} - said == {"rolled", "loss", "wasted"}


def test_several_defenders_are_told_apart() -> None:
    state = stand(at_kiev(), "Kiev", "britain", {"fighter": 1})
    began = BattleBegan(
        "Kiev", "land", "germany", "ussr", {"attacker": {"tank": 1}, "defender": {"infantry": 2, "fighter": 1}}
    )
    assert baker.tell(state, began) == (
        "Battle of Kiev (land): Germany 1 tank against Soviet Union and Britain 2 infantry, 1 fighter. "
        "Soviet Union decides for the defence. (BK 13.6)"
    )
    shot = replace(SHOT, dice=(1,), hits=1, fallen=(Fallen(1, "fighter", "britain", "roller"),))
    assert (
        baker.tell(state, shot) == "Step 1: Germany artillery 1 (needs 2): one picks Britain's fighter. Gone at once."
    )


def test_a_battle_of_battle_mode_is_told() -> None:
    state = duel("amphibious: 2 infantry, 1 transport + 1 artillery overland vs 2 infantry")
    field, sea = state.areas["Field"], state.areas["Sea"]
    again = Written("Field", "amphibious", "red", {"Field": field.units, "Sea": sea.units}, sea.cargo)
    assert (
        baker.tell(state, again)
        == "The battle, amphibious: Attacker 1 artillery, 1 transport, 2 infantry aboard; Defender 2 infantry."
    )
    gone = Retreated("Field", "red", {"artillery": 1}, "", "order")
    assert baker.tell(state, gone) == "Attacker retreats: 1 artillery. (BK 8.10)"
