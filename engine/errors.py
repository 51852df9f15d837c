"""Refused: the error that tells a person why something cannot be done."""


def as_sentence(text: str) -> str:
    """The text, such as an objection of the rules, with a capital letter at its start and a full stop at its end."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "`")) else ".")


class Refused(Exception):
    """The request cannot be done; ``code`` is stable, the text is a sentence for the person who made it.

    Codes: no-such-game, ambiguous-game, no-such-scenario, no-such-side, seat-taken, opponents-seat,
    orders-given, not-your-seat, not-started,
    game-over, nothing-written, too-long, not-your-phase, no-such-entry, bad-deadline, unknown-unit, ambiguous-unit,
    unit-gone, own-target, unknown-place, off-board, not-on-map, no-sight, no-measure, unknown-card, ambiguous-card,
    no-duel, bad-battle, bad-orders, no-battle, bad-number, earlier-phase, not-sealed,
    no-such-macro, bad-name, too-many, frozen, halted; of AskAgain: refused-lines,
    left-behind; and of the database: busy (another process holds it),
    disk-full, read-only, not-a-database, damaged, newer (made by a later Fieldpost); of a server of PostgreSQL:
    no-server (away, or it does not let this program in), connection-lost, outcome-unknown, already-served.
    """

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code

    def __reduce__(self) -> tuple[type["Refused"], tuple[str, ...]]:
        """How it comes out of a worker process."""
        return type(self), (self.code, str(self))


class AskAgain(Refused):
    """Refused for now: the player must know this first, and may then say the same again.

    ``token``: what the repeated request must bring; it fits only the same draft in the same phase with the same
    warnings.
    """

    def __init__(self, code: str, says: str, token: str) -> None:
        super().__init__(code, says)
        self.token = token

    def __reduce__(self) -> tuple[type[Refused], tuple[str, ...]]:
        return type(self), (self.code, str(self), self.token)
