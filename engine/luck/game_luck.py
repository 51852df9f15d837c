"""The luck of one game, counted from its public events."""

from collections.abc import Iterator, Sequence

from engine.contract import LossByDice, Rolled, TargetRoll, tail_chance, total_chances
from engine.log.fold import Fold
from engine.log.not_undone import Seats, not_undone
from engine.log.transactions import RecordedEvent
from engine.toolkit.outcomes import percent

from .tally import Faces, LossTally, Luck, RareRoll, SideLuck, Tally, added_faces, added_sides, rarer


def game_luck(fold: Fold, end: int | None = None) -> Luck:
    """From the rolls that everybody may know, up to entry ``end``: nothing in it depends on what is secret now.

    Rolls that a rewind undid do not count.
    """
    rolls, faces = 0, dict[int, tuple[int, ...]]()
    found, rarest = dict[tuple[str, str], SideLuck](), None
    transactions = [one for one in fold.transactions if end is None or one.seq <= end]
    for transaction, seats in not_undone(transactions):
        for recorded in transaction.events:
            for entry in _public_luck(fold, recorded):
                match entry:
                    case Rolled():
                        rolls += 1
                        faces = dict(added_faces(faces, face_counts(entry.faces, entry.sides)))
                        rarest = rarer(rarest, _rare_total(fold, recorded, entry))
                    case TargetRoll() | LossByDice():
                        one = _side_luck(fold, recorded, entry, seats)
                        key = (one.side, one.player)
                        found[key] = added_sides(found[key], one) if key in found else one
                        rarest = rarer(rarest, one.rarest)
    order = [*fold.scenario.sides]
    sides = sorted(found.values(), key=lambda one: order.index(one.side) if one.side in order else len(order))
    last = transactions[-1].at
    return Luck(fold.id, fold.opened.name, last, rolls, dict(sorted(faces.items())), tuple(sides), rarest)


def _public_luck(fold: Fold, recorded: RecordedEvent) -> Iterator[Rolled | TargetRoll | LossByDice]:
    """What the public knows of an event's dice."""
    system, before = fold.system, recorded.before
    event = system.witness(before, recorded.event, "")
    if event is None:
        return
    if isinstance(event, Rolled):
        yield event
    yield from system.luck(system.view(before, ""), event)


def face_counts(faces: Sequence[int], sides: int) -> Faces:
    """How often each face came."""
    return {sides: tuple(faces.count(face) for face in range(1, sides + 1))} if faces else {}


def _side_luck(fold: Fold, recorded: RecordedEvent, entry: TargetRoll | LossByDice, seats: Seats) -> SideLuck:
    player = seats.get(entry.side, "")
    match entry:
        case LossByDice():
            return SideLuck(entry.side, player, losses={entry.counted: LossTally(entry.expected, entry.actual)})
        case TargetRoll(tries=tries, chance=chance):
            tally = Tally(tries, entry.successes, tries * chance, tries * chance * (1 - chance))
            faces, rare = face_counts(entry.faces, entry.sides), _rare_result(fold, recorded, entry)
            return SideLuck(entry.side, player, faces, {entry.kind: tally}, rarest=rare)


def _rare_result(fold: Fold, recorded: RecordedEvent, roll: TargetRoll) -> RareRoll | None:
    """The roll and how rare its result is; None if it was certain."""
    if not roll.tries or not 0 < roll.chance < 1:
        return None
    if roll.tries == 1:
        came = f"{'made' if roll.successes else 'missed'}, at a chance of {percent(roll.chance)}"
    else:
        came = f"{roll.successes} of {roll.tries}, {roll.tries * roll.chance:.1f} expected"
    chance = tail_chance(roll.tries, roll.chance, roll.successes)
    return RareRoll(roll.label, came, chance, _when(fold, recorded), fold.opened.name)


def _rare_total(fold: Fold, recorded: RecordedEvent, roll: Rolled) -> RareRoll | None:
    """The same of two or more dice that are added up without a target."""
    if len(roll.faces) < 2 or roll.need is not None or isinstance(roll.successes, int):
        return None
    total, chances = sum(roll.faces), total_chances(len(roll.faces), roll.sides)
    high = sum(chance for other, chance in chances.items() if other >= total)
    low = sum(chance for other, chance in chances.items() if other <= total)
    came = f"{'+'.join(map(str, roll.faces))} = {total}"
    return RareRoll(roll.why, came, min(high, low, 1.0), _when(fold, recorded), fold.opened.name)


def _when(fold: Fold, recorded: RecordedEvent) -> str:
    """``turn 3``, ``round 2``"""
    phase = fold.system.phase(recorded.before)
    return f"{phase.counter.lower() if phase else 'turn'} {recorded.before.turn}"
