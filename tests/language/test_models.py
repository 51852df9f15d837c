"""Orders to single models: runs of models, courses and spots, weapons, beginnings of verbs, standing orders with
places."""

from engine.contract import ModelNames, Order, Shift, Vocabulary, replace
from engine.language import ParsedLine, explain, read, write
from engine.systems.zones.orders import (
    FORMS,
    ORDERS,
    POLICIES,
    Concede,
    Done,
    Flee,
    Hunker,
    Melee,
    Move,
    Shoot,
    Standing,
    Strike,
)
from engine.systems.zones.vocabulary import CHECKS, CONDITIONS
from tests.support.many_cases import for_each

UNITS = {
    "B1": "Blue Guard",
    "B2": "Blue Band",
    "S1": "Shock Troops",
    "N1": "No.4 Company",
    "R1": "Red Guard",
    "R2": "Red Band",
}
VOCABULARY = Vocabulary(
    UNITS,
    frozenset({"B1", "B2", "S1", "N1"}),
    policies=POLICIES,
    conditions=CONDITIONS,
    idle_code="missing-argument",
    checks=CHECKS,
    models=ModelNames(
        counts={"B1": 1, "B2": 3, "S1": 2, "N1": 12, "R1": 1, "R2": 3},
        points={"Z11": (600, 600), "Z21": (1800, 600), "Z12": (600, 1800)},
        weapons={"B1": ("rifle", "sabre"), "B2": ("rifle", "repeater", "fire-pot"), "S1": (), "N1": ("rifle",)},
        point_policies={"arrive": FORMS},
        verb_letters=2,
        over_code="game-over",
    ),
    stray_code="unknown-verb",
    prompt=True,
)
A, B = (1000, 600), (1200, 800)


def several(text: str, vocabulary: Vocabulary = VOCABULARY) -> tuple[ParsedLine, ...]:
    return read(text, ORDERS, vocabulary)


def one(text: str, vocabulary: Vocabulary = VOCABULARY) -> ParsedLine:
    (line,) = several(text, vocabulary)
    return line


def objected(text: str) -> tuple[str, str]:
    """The code of what counts first, and the words it is about."""
    first = min(one(text).objections, key=lambda o: o.rank)
    return first.code, text[first.start : first.end]


@for_each(
    ("text", "order", "written"),
    [
        ("B2.3 move 12,8", Move("B2", ((B,),), None, (3, 3)), "B2.3 move 12,8"),
        ("b2.2-3 m 12,8", Move("B2", ((B,),), None, (2, 3)), "B2.2-3 move 12,8"),
        ('"blue band".2 go 12,8', Move("B2", ((B,),), None, (2, 2)), "B2.2 move 12,8"),
        ("blue band.1–2 advance 12,8", Move("B2", ((B,),), None, (1, 2)), "B2.1-2 move 12,8"),
        ("No.4 Company.10-12 flee", Flee("N1"), ""),
        ("no.4 move 12,8", Move("N1", ((B,),)), "N1 move 12,8"),
        ("no.4 company.12 mo 12,8", Move("N1", ((B,),), None, (12, 12)), "N1.12 move 12,8"),
        ("B2.2 fire R2.1-2 using rif", Shoot("B2", "R2", "rifle", (2, 2), (1, 2)), "B2.2 shoot R2.1-2 with rifle"),
        ("B2 shoot at red band.3", Shoot("B2", "R2", None, None, (3, 3)), "B2 shoot R2.3"),
        ("B2 f r1 with fire pot", Melee("B2", "R1", "fire-pot"), "B2 melee R1 with fire-pot"),
    ],
)
def test_models_are_named_at_their_unit(text: str, order: Order, written: str) -> None:
    line = one(text)
    if not written:
        assert objected(text) == ("whole-unit", "No.4 Company.10-12") and line.objections[0].instead == ("N1 flee",)
        return
    assert line.order == order and not line.objections
    assert write(order, VOCABULARY) == written and one(written).order == order


@for_each(
    ("said", "to", "written"),
    [
        ("12,8", ((B,),), "12,8"),
        ("(12.0, 8)", ((B,),), "12,8"),
        ("to 12 , 8", ((B,),), "12,8"),
        ("z11", (((600, 600),),), "6,6"),
        ("10,6>12,8", ((A, B),), "10,6>12,8"),
        ("10,6 → Z21", ((A, (1800, 600)),), "10,6>18,6"),
        ("10,6 12,8", ((A,), (B,)), "10,6 12,8"),
        ("10,6 - 12,8", ((A,), (), (B,)), "10,6 - 12,8"),
        ("-", ((),), "-"),
        ("- – 12,8 -", ((), (), (B,), ()), "- - 12,8 -"),
        ("(10,6), (12,8)", ((A,), (B,)), "10,6 12,8"),
        ("-1,5 12,8>-2,-0.5", (((-100, 500),), (B, (-200, -50))), "-1,5 12,8>-2,-0.5"),
        ("999999,0", (((99999900, 0),),), "999999,0"),
        ("NE 4.5", Shift(450, 450), "NE 4.5"),
        ('90 3"', Shift(900, 300), "E 3"),
        ("12 8", Shift(120, 800), "12 8"),
        ("n 0 in", Shift(0, 0), "N 0"),
        ("360 2.005 inches", Shift(0, 201), "N 2.01"),
        ("north 5", Shift(0, 500), "N 5"),
        ("South-West 2", Shift(2250, 200), "SW 2"),
    ],
)
def test_a_course_is_places_paths_or_a_bearing(said: str, to: object, written: str) -> None:
    line = one(f"B2 move {said}  # so")
    assert line.order == Move("B2", to) and not line.objections, line  # type: ignore[arg-type]  # both kinds of course in one table
    assert write(line.order, VOCABULARY) == f"B2 move {written}" and one(f"B2 move {written}").order == line.order


def test_dashes_elsewhere_mean_nothing() -> None:
    for text in ("- B2 move 12,8", "B2 - move 12,8", "B2 shoot R1 - ; move 12,8"):
        assert several(text)[-1].order == Move("B2", ((B,),)), text
    assert objected("B2 move -> 12,8") == ("unknown-place", "12,8")


@for_each(
    ("text", "code", "about"),
    [
        ("B2", "missing-argument", "B2"),
        ("B2.2", "missing-argument", "B2.2"),
        ("dance", "unknown-verb", "dance"),
        ("X9", "unknown-verb", "X9"),
        ("B2 dance", "unknown-verb", "dance"),
        ("B2.x dance", "unknown-verb", "dance"),
        ("move 1,1", "missing-argument", "move"),
        ("B2.x move", "bad-number", ".x"),
        ("B2.3-1 move 1,1", "bad-number", ".3-1"),
        ("B2.4 move", "unknown-unit", ".4"),
        ("B2.0 move 1,1", "unknown-unit", ".0"),
        ("B2.2-4 move 1,1", "unknown-unit", ".2-4"),
        ("R2.4 move 1,1", "unknown-unit", ".4"),
        ("R2.3 move", "not-your-unit", "R2"),
        (f"B2.{'9' * 90} move 1,1", "unknown-unit", "." + "9" * 90),
        ("X9.x move 1,1", "unknown-unit", "X9"),
        ("B2.1 hunker now", "whole-unit", "B2.1"),
        ("B2.1 strike", "whole-unit", "B2.1"),
        ("B2 hunker now", "syntax", "now"),
        ("done now", "syntax", "now"),
        ("B2 move", "missing-argument", "move"),
        ("B2 move N", "missing-argument", "N"),
        ("B2 move line", "missing-argument", "move"),
        ("B2 move N line", "missing-argument", "N"),
        ("B2 move N -2", "bad-number", "-2"),
        ("B2 move N 2,5", "bad-number", "2,5"),
        ("B2 move N 2 3", "syntax", "3"),
        ("B2 move 14,x", "bad-number", "14,x"),
        ("B2 move 14,", "bad-number", "14"),
        ("B2 move 6,,5", "bad-number", "6,,5"),
        ("B2 move 1,2,3", "bad-number", "1,2,3"),
        ("B2 move 9999999,1", "bad-number", "9999999,1"),
        ("B2 move nowhere", "unknown-place", "nowhere"),
        ("B2 move 14,5 12", "unknown-place", "12"),
        ("B2 move nowhere 14,x", "bad-number", "14,x"),
        ("B2 move N>1,1", "unknown-place", "N"),
        ("B2 move 1,1>", "unknown-place", "1,1"),
        ("B2 move 1,1>>2,2", "unknown-place", "1,1>>2,2"),
        ("B2 move 1,1>-", "unknown-place", "-"),
        ("B2 move 361 2", "bad-number", "361"),
        ("B2 move 1,1 line 2,2", "syntax", "2,2"),
        ("B2 strike", "missing-argument", "strike"),
        ("B2 strike 1,1>2,2", "bad-number", "1,1>2,2"),
        ("B2 strike Z11>Z21", "unknown-place", "Z11>Z21"),
        ("B2 strike 1,1 - 2,2", "unknown-place", "-"),
        ("B2 strike N 3", "unknown-place", "N"),
        ("B2 shoot", "missing-argument", "shoot"),
        ("B2 shoot R9 with", "unknown-unit", "R9"),
        ("B2 shoot R", "ambiguous-unit", "R"),
        ("B2 shoot R2.x", "bad-number", ".x"),
        ("B2 shoot R2.4", "unknown-unit", ".4"),
        ("B2 shoot R1 at dawn with", "syntax", "at dawn with"),
        ("B2 shoot R1 with", "missing-argument", "with"),
        ("B2 shoot R1 with gun", "no-weapon", "gun"),
        ("B2 shoot R1 with r", "no-weapon", "r"),
        ("S1 shoot R1 with rifle", "no-weapon", "rifle"),
        ("B2 shoot R1 with rifle now", "syntax", "now"),
        ("if B2.1 alive: B2 dance", "unknown-unit", "B2.1"),
        ("if R9 gone: B2 dance", "unknown-unit", "R9"),
        ("if B2 tired: B2 flee", "syntax", "tired"),
        ("standing", "missing-argument", "standing"),
        ("standing R9", "unknown-unit", "R9"),
        ("standing R1 dance", "not-your-unit", "R1"),
        ("standing B2.1 arrive hold", "whole-unit", "B2.1"),
        ("standing B2.9", "unknown-unit", ".9"),
        ("standing B2", "missing-argument", "standing"),
        ("standing B2 flee", "unknown-verb", "flee"),
        ("standing B2 arrive", "missing-argument", "standing"),
        ("standing B2 arrive block", "missing-argument", "block"),
        ("standing B2 arrive hold now", "syntax", "now"),
        ("standing B2 arrive 6,y", "bad-number", "6,y"),
        ("standing B2 arrive Z99", "unknown-place", "Z99"),
        ("standing B2 arrive 6,2 block now", "syntax", "now"),
    ],
)
def test_of_several_faults_the_first_of_the_checks_counts(text: str, code: str, about: str) -> None:
    assert objected(text) == (code, about)


@for_each(
    ("text", "instead"),
    [
        ("B2.3-1 move 1,1", "B2.1-3 move 1,1"),
        ("B2.2-9 move 1,1", "B2.2-3 move 1,1"),
        ("B2 move Z1l", "B2 move Z11"),
        ("B2 move 1,1 shoot R1", "B2 move 1,1 ; shoot R1"),
        ("B2 move N 2 3", "B2 move N 2"),
        ("B2 shoot R1 with rifel", "B2 shoot R1 with rifle"),
        ("standing B2.1 arrive ask", "standing B2 arrive ask"),
        ("standing B2 arive ask", "standing B2 arrive ask"),
        ("standing B2 arrive ask now", "standing B2 arrive ask"),
        ("B1.1 hunker", "B1 hunker"),
        ("B2 move 1,1 blok", "B2 move 1,1 block"),
        ("B2 strike 1,1 colum", "B2 strike 1,1 column"),
    ],
)
def test_near_misses_are_mended(text: str, instead: str) -> None:
    first = min(one(text).objections, key=lambda o: o.rank)
    assert instead in first.instead and all(line.order for line in several(instead))


@for_each(
    ("said", "order"),
    [
        ("B1 sh R1", Shoot("B1", "R1")),
        ("B1 fi R1", None),
        ("B1 fir R1", Shoot("B1", "R1")),
        ("B1 h", None),
        ("B1 hu", Hunker("B1")),
        ("B1 dee 6,6", Strike("B1", ((600, 600),))),
        ("B1 de 6,6", None),
        ("pa", Done()),
        ("en", None),
        ("sur", Concede()),
        ("ne", None),
        ("sta B2 arrive ask", Standing("B2", "arrive", ("ask",))),
    ],
)
def test_the_beginning_of_a_verb_will_do_if_no_other_order_begins_so(said: str, order: Order | None) -> None:
    assert one(said).order == order
    assert order or objected(said)[0] == "unknown-verb"


def test_a_first_word_is_a_whole_id_else_a_verb_else_a_unit() -> None:
    named = replace(
        VOCABULARY,
        units={**UNITS, "FIRE": "Fire Brigade"},
        mine=VOCABULARY.mine | {"FIRE"},
        models=replace(VOCABULARY.models, counts={**VOCABULARY.models.counts, "FIRE": 2}),
    )
    assert one("fire move 1,1", named).order == Move("FIRE", (((100, 100),),))
    assert one("shock move 1,1").order == Move("S1", (((100, 100),),))
    assert objected("sho move 1,1") == ("missing-argument", "sho")
    assert one("sho move 1,1", replace(VOCABULARY, models=replace(VOCABULARY.models, verb_letters=0))).order == Move(
        "S1", (((100, 100),),)
    )


def test_unit_and_models_stay_the_subject_also_after_a_refusal() -> None:
    lines = several("B2.2 move 1,x; shoot R1; B1; hunker; S1 dance; flee; X9 flee; flee")
    assert [line.order for line in lines] == [
        None,
        Shoot("B2", "R1", None, (2, 2)),
        None,
        Hunker("B1"),
        None,
        Flee("S1"),
        None,
        None,
    ]
    assert [line.objections[0].code for line in lines[-2:]] == ["unknown-unit", "unknown-unit"]


def test_a_standing_order_takes_places_and_a_form() -> None:
    said = one("standing blue band arrive (6, 2.50) BLOCK")
    assert said.order == Standing("B2", "arrive", ("6,2.5", "block"))
    assert write(Standing("B2", "arrive", ("6,2.5", "block")), VOCABULARY) == "standing B2 arrive 6,2.5 block"
    assert one("standing all arrive Z21").order == Standing("all", "arrive", ("18,6",))


def test_without_models_a_point_belongs_to_the_name() -> None:
    plain = replace(VOCABULARY, models=replace(VOCABULARY.models, counts={}), units={**UNITS, "B2": "Band.2"})
    assert one("band.2 flee", plain).order == Flee("B2")
    assert [o.code for o in one("B1.1 flee", plain).objections] == ["unknown-unit"]


def test_help_tells_how_models_and_places_are_written() -> None:
    told = explain.help(ORDERS)
    assert (
        "UNIT[.MODELS] shoot UNIT[.MODELS] [with WEAPON]" in told and "UNIT strike POINT... [line|block|column]" in told
    )
    assert (
        "UNIT[.MODELS] move POINT...|PATH...|BEARING INCHES [line|block|column]" in told
        and "UNIT.2-4" in told
        and "10,6>12,8" in told
    )
