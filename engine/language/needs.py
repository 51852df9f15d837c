"""What must be written into a slot, in words for people."""
from .grammar import Gap
from .likeness import listed

NEEDS = {
    "unit": "a unit", "type": "a type of unit", "target": "a target: a unit, or the place it is in", "place": "a place",
    "friend": "a unit of yours", "number": "a number", "inches": "inches", "point": "a point such as 12.5,8",
    "bearing": "a bearing: N, NE, ... or degrees", "weapon": "a weapon", "spots": "a place such as 12.5,8",
    "way": "a point such as 12.5,8, or a bearing: N, NE, ... or degrees",
    "heading": "a bearing (N, NE, ... or degrees), a unit, or a point such as 12.5,8",
    "course": "a place such as 12.5,8, a path such as 10,6>12,8, or a bearing and inches such as NE 4.5",
    "force": "units with their numbers", "ranking": "types of units, the first one first, or default", "text": "what it is about",
}


def needs(gap: Gap) -> str:
    if gap.choices:
        return listed(gap.words, "or")
    if gap.terms:
        return forms(gap)
    if gap.noun == "place" and gap.many:
        return "the places to go through, or the last one"
    return NEEDS.get(gap.noun, f"a word for {gap.field}")


def forms(gap: Gap) -> str:
    """Its terms with a number for N: ``never, after round 2 or when no land``."""
    return listed(dict.fromkeys(usual(gap).values()), "or").replace(" N", " 2")


def usual(gap: Gap) -> dict[tuple[str, int], str]:
    """The words that the game itself uses for each value of terms, with and without N."""
    found = dict[tuple[str, int], str]()
    for value, words in gap.terms:
        found.setdefault((value, words.split(" ").count("N")), words)
    return found
