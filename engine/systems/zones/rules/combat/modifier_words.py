"""The names of attack modifiers and skills, for people (ZC 9.2, 10.2)."""

SKILLS = {"shoot": "ballistic", "melee": "melee"}


RULES = {"shoot": "9.2", "melee": "10.2"}


MODIFIERS = {
    "long-range": "long range",
    "moved": "moved",
    "cover-sparse": "sparse cover",
    "cover-dense": "dense cover",
    "hunkered": "hunkered",
}
