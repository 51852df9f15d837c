"""Reading a standing order: a unit or all, a policy of the system, and its words or units."""

from collections.abc import Callable, Iterator, Sequence

from . import model_runs
from .complaint import Change, Complaint, replacements
from .line import ARGUMENT, GONE, MISSING, MODELS, POLICY, TARGET, THEIRS, WHO, Found
from .measures import decimal_text
from .model_courses import CourseReader, split_dashes
from .names import NameLookup
from .similarity import listed
from .words import Span, Word, cite

UNFIT = {"not-your-unit": THEIRS, "unit-gone": GONE}


def standing(
    words: Sequence[Word], names: NameLookup, line: str, verb: Word, spans: dict[str, Span], complaints: list[Complaint]
) -> dict[str, object]:
    """Values by field, columns to ``spans``; a policy or value that nobody knows stays as typed, for the system to
    judge."""
    words = model_runs.split_models(words, names)
    subject, used = _subject(words, names, line)
    run = model_runs.models_follow(words, used) if used else False
    rest = words[used + run :]
    if used:
        start, end = spans["subject"] = words[0].start, words[used + run - 1].end
        complaints += (
            Complaint(UNFIT.get(one.code, WHO), start, end, one.code, one.says, replacements(start, end, one.near))
            for one in subject
            if one.code
        )
    if run:
        complaints += _model_complaints(words[used], subject[0].value, spans["subject"], names, line)
    policies, vocabulary = _policies(names), names.vocabulary
    if rest and vocabulary.models.point_policies and rest[0].text not in policies:
        near = replacements(rest[0].start, rest[0].end, names.like(rest[0].text, policies))
        complaints.append(
            Complaint(POLICY, rest[0].start, rest[0].end, "unknown-verb", _missing(rest, names, line), near)
        )
        return {}
    if len(rest) < 2:
        complaints.append(Complaint(MISSING, verb.start, verb.end, "missing-argument", _missing(rest, names, line)))
        return {}
    policy = policies.get(rest[0].text, rest[0].text)
    read = _points if policy in vocabulary.models.point_policies else _values
    spans["policy"], spans["values"] = (rest[0].start, rest[0].end), (rest[1].start, rest[-1].end)
    return {
        "subject": subject[0].value or "all",
        "policy": policy,
        "values": read(policy, rest[1:], names, line, complaints),
    }


def _model_complaints(word: Word, unit: str, span: Span, names: NameLookup, line: str) -> Iterator[Complaint]:
    """What is wrong with naming models in a standing order."""
    run = model_runs.read_model_run(word, unit, names, line, MODELS)
    if isinstance(run, Complaint):
        yield run
    yield model_runs.whole_unit_only("standing", unit, span, line)


def _policies(names: NameLookup) -> dict[str, str]:
    return {policy.casefold(): policy for policy in names.vocabulary.policies}


def _subject(words: Sequence[Word], names: NameLookup, line: str) -> tuple[tuple[Found, ...], int]:
    """``all`` may be left out; a first word that can only be the policy is not taken for a unit."""
    policies = _policies(names)
    if not words or (words[0].text in policies and not words[0].quoted):
        return (Found("all"),), 0
    if words[0].text == "all":
        return (Found("all"),), 1
    n = names.phrase(words, 0, len(words))
    said, raw = " ".join(w.text for w in words[:n]), cite(line, words[0].start, words[n - 1].end)
    found = names.subject(said, raw)
    if found[0].code != "unknown-unit" or words[0].quoted or any(w.text in policies for w in words[n : n + 1]):
        return found, n
    looks_like_a_unit = any(c.isdigit() for c in said) or (found[0].near and not names.like(said, policies))
    return (
        (found, n)
        if (looks_like_a_unit and len(words) > n) or names.vocabulary.models.point_policies
        else ((Found("all"),), 0)
    )


def _values(
    policy: str, words: Sequence[Word], names: NameLookup, line: str, complaints: list[Complaint]
) -> tuple[str, ...]:
    known = {word.casefold(): word for word in names.vocabulary.policies.get(policy, ())}
    values, at = list[str](), 0
    find = _finder(policy, names)
    while at < len(words):
        word, n = words[at], 1
        if word.text in known or find is None:
            values.append(known.get(word.text, word.text))
        else:
            n = names.phrase(words, at, len(words))
            start, end = word.start, words[at + n - 1].end
            said = " ".join(w.text for w in words[at : at + n])
            found = find(said, cite(line, start, end))
            values.append(said.zfill(4) if found.code == "off-board" else found.value or said)
            if found.code == "ambiguous-unit":
                complaints.append(
                    Complaint(TARGET, start, end, found.code, found.says, replacements(start, end, found.near))
                )
        at += n
    return tuple(values)


def _points(
    policy: str, words: Sequence[Word], names: NameLookup, line: str, complaints: list[Complaint]
) -> tuple[str, ...]:
    """One of the policy's words alone; or points as they are written, and after them perhaps a word that points can
    have."""
    known = {word.casefold(): word for word in names.vocabulary.policies[policy]}
    later = {word.casefold(): word for word in names.vocabulary.models.point_policies[policy]}
    words = split_dashes(words, line, words[0])
    if words[0].text in known and not words[0].quoted:
        complaints += _extra_words(words[:1], words[1:], line)
        return (known[words[0].text],)
    end = next((i for i, word in enumerate(words) if word.text in later and not word.quoted), len(words))
    if end == 0:
        says = f"{cite(line, words[0].start, words[0].end)} needs a place before it, such as 12.5,8"
        complaints.append(Complaint(MISSING, words[0].start, words[0].end, "missing-argument", says))
        return ()
    points = CourseReader(names, line, (), complaints).spots(words[:end]) or ()
    complaints += _extra_words(words[: end + 1], words[end + 1 :], line)
    return (
        *(f"{decimal_text(x, 100)},{decimal_text(y, 100)}" for x, y in points),
        *(later[word.text] for word in words[end : end + 1]),
    )


def _extra_words(said: Sequence[Word], more: Sequence[Word], line: str) -> Iterator[Complaint]:
    """Words after an answer that is complete."""
    if more:
        start, end = more[0].start, more[-1].end
        says = f"{cite(line, start, end)} does not belong after {cite(line, said[0].start, said[-1].end)}; leave it out"
        yield Complaint(ARGUMENT, start, end, "syntax", says, (Change(said[-1].end, end, ""),))


def _finder(policy: str, names: NameLookup) -> Callable[[str, str], Found] | None:
    """How the values of a policy are looked up: as units, as places, as either; None for words alone."""
    vocabulary = names.vocabulary
    if policy in vocabulary.types.place_policies:
        return names.target if policy in vocabulary.unit_policies else names.place
    return names.numbered if policy in vocabulary.unit_policies else None


def _missing(said: Sequence[Word], names: NameLookup, line: str) -> str:
    if not said:
        return f"standing needs a policy and its answer{_example(names)}"
    asked = cite(line, said[0].start, said[0].end)
    policy = _policies(names).get(said[0].text)
    if policy is None:
        return f"{asked} is not a policy; the policies are {listed(names.vocabulary.policies)}{_example(names)}"
    units = ["a list of units"] if policy in names.vocabulary.unit_policies else []
    places = (
        ["a place"]
        if policy in names.vocabulary.types.place_policies
        else ["a place such as 12.5,8"]
        if policy in names.vocabulary.models.point_policies
        else []
    )
    return f"{asked} needs its answer: {listed([*names.vocabulary.policies[policy], *places, *units], 'or')}"


def _example(names: NameLookup) -> str:
    """An example in the words of the game at hand."""
    like = next(
        (f"standing all {policy} {words[0]}" for policy, words in names.vocabulary.policies.items() if words), ""
    )
    return f", as in {like}" if like else ""
