"""Reading a standing order: a unit or all, a policy of the system, and its words or units."""
from collections.abc import Callable, Sequence

from .complaint import Complaint, instead
from .line import GONE, MISSING, TARGET, THEIRS, WHO
from .nouns import Found, Names, listed
from .words import Span, Word, cite

UNFIT = {"not-your-unit": THEIRS, "unit-gone": GONE}


def standing(words: Sequence[Word], names: Names, line: str, verb: Word,
             spans: dict[str, Span], complaints: list[Complaint]) -> dict[str, object]:
    """Values by field, columns to ``spans``; a policy or value that nobody knows stays as typed, for the system to judge."""
    subject, used = _subject(words, names, line)
    rest = words[used:]
    if used:
        spans["subject"] = words[0].start, words[used - 1].end
    if len(rest) < 2:
        complaints.append(Complaint(MISSING, verb.start, verb.end, "missing-argument", _missing(rest, names, line)))
        return {}
    if used:
        start, end = spans["subject"]
        complaints += (Complaint(UNFIT.get(one.code, WHO), start, end, one.code, one.says, instead(start, end, one.near))
                       for one in subject if one.code)
    policy = _policies(names).get(rest[0].text, rest[0].text)
    spans["policy"], spans["values"] = (rest[0].start, rest[0].end), (rest[1].start, rest[-1].end)
    return {"subject": subject[0].value or "all", "policy": policy, "values": _values(policy, rest[1:], names, line, complaints)}


def _policies(names: Names) -> dict[str, str]:
    return {policy.casefold(): policy for policy in names.nouns.policies}


def _subject(words: Sequence[Word], names: Names, line: str) -> tuple[tuple[Found, ...], int]:
    """``all`` may be left out; a first word that can only be the policy is not taken for a unit."""
    policies = _policies(names)
    if not words or (words[0].text in policies and not words[0].quoted):
        return (Found("all"),), 0
    if words[0].text == "all":
        return (Found("all"),), 1
    n = names.phrase(words, 0, len(words))
    said, raw = " ".join(w.text for w in words[:n]), cite(line, words[0].start, words[n - 1].end)
    found = names.subject(said, raw)
    if found[0].code != "unknown-unit" or words[0].quoted or any(w.text in policies for w in words[n:n + 1]):
        return found, n
    looks_like_a_unit = any(c.isdigit() for c in said) or (found[0].near and not names.like(said, policies))
    return (found, n) if looks_like_a_unit and len(words) > n + 1 else ((Found("all"),), 0)


def _values(policy: str, words: Sequence[Word], names: Names, line: str, complaints: list[Complaint]) -> tuple[str, ...]:
    known = {word.casefold(): word for word in names.nouns.policies.get(policy, ())}
    values, at = list[str](), 0
    find = _finder(policy, names)
    while at < len(words):
        word, n = words[at], 1
        if word.text in known or find is None:
            values.append(known.get(word.text, word.text))
        else:
            n = names.phrase(words, at, len(words))
            start, end = word.start, words[at + n - 1].end
            said = " ".join(w.text for w in words[at:at + n])
            found = find(said, cite(line, start, end))
            values.append(said.zfill(4) if found.code == "off-board" else found.value or said)
            if found.code == "ambiguous-unit":
                complaints.append(Complaint(TARGET, start, end, found.code, found.says, instead(start, end, found.near)))
        at += n
    return tuple(values)


def _finder(policy: str, names: Names) -> Callable[[str, str], Found] | None:
    """How the values of a policy are looked up: as units, as places, as either; None for words alone."""
    nouns = names.nouns
    if policy in nouns.sited:
        return names.target if policy in nouns.named else names.place
    return names.numbered if policy in nouns.named else None


def _missing(said: Sequence[Word], names: Names, line: str) -> str:
    if not said:
        return f"standing needs a policy and its answer{_such_as(names)}"
    asked = cite(line, said[0].start, said[0].end)
    policy = _policies(names).get(said[0].text)
    if policy is None:
        return f"{asked} is not a policy; the policies are {listed(names.nouns.policies)}{_such_as(names)}"
    units = ["a list of units"] if policy in names.nouns.named else []
    places = ["a place"] if policy in names.nouns.sited else []
    return f"{asked} needs its answer: {listed([*names.nouns.policies[policy], *places, *units], 'or')}"


def _such_as(names: Names) -> str:
    """An example in the words of the game at hand."""
    like = next((f"standing all {policy} {words[0]}" for policy, words in names.nouns.policies.items() if words), "")
    return f", as in {like}" if like else ""
