"""What a map shows of the position alone: by this it is found whether another map would show anything new."""

from engine.contract import replace
from engine.log.fold import Fold
from maps.scene.scene import Piece, Title, shown_as_bytes
from maps.scene.tabletop_units import ModelUnit

ACTS = frozenset(("activated", "moved", "acted", "fired"))
"""Signs on pieces that say what they have done in this turn."""


def drawn_position(fold: Fold, at: int) -> bytes:
    """All that the public map after entry ``at`` shows of the position: equal if only the phase, what has just
    happened, or who has acted differs.
    """
    scene = fold.system.scene(fold.system.view(fold.after(at).state, ""), ())
    pieces = tuple(map(_without_acts, scene.pieces))
    return shown_as_bytes(replace(scene, pieces=pieces, title=Title("", ""), alt="", details=(), theatres=()))


def _without_acts(piece: Piece) -> Piece:
    if isinstance(piece, ModelUnit):
        discs = tuple(replace(disc, status=_lasting(disc.status)) for disc in piece.discs)
        return replace(piece, discs=discs, status=_lasting(piece.status))
    return replace(piece, status=_lasting(piece.status))


def _lasting(status: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sign for sign in status if sign not in ACTS)
