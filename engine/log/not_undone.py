"""The transactions of a game that no rewind has undone, with who held the seats then."""

from collections.abc import Mapping, Sequence

from .transactions import Transaction

Seats = Mapping[str, str]
"""Side -> what the game calls its player, "" while it was free."""


def not_undone(transactions: Sequence[Transaction]) -> Sequence[tuple[Transaction, Seats]]:
    """In their order."""
    found, seats = list[tuple[Transaction, Seats]](), dict[str, str]()
    for transaction in transactions:
        match transaction.kind:
            case "seated":
                seats = {**seats, transaction.side: transaction.player}
            case "rewound":
                found = [(earlier, then) for earlier, then in found if earlier.seq <= transaction.to]
        found.append((transaction, seats))
        if transaction.kind == "left":
            seats = {**seats, transaction.side: ""}
    return found
