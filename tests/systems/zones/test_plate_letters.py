"""Signs on the plates of units: none of them is a letter, because letters are ids and the teams that hold zones."""

import pytest

from maps.drawing.canvas import memory
from maps.drawing.canvas.pen import Pen
from maps.drawing.units import unit_plates


@pytest.mark.parametrize("sign", unit_plates.SIGNS)
def test_no_sign_is_a_letter(sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[str]()
    text = Pen.text

    def remembered(pen: Pen, at: tuple[float, float], words: str, *rest: object, **named: object) -> None:
        written.append(words)
        text(pen, at, words, *rest, **named)  # type: ignore[arg-type]

    memory.clear()
    monkeypatch.setattr(Pen, "text", remembered)
    unit_plates.plate(unit_plates.UnitPlate("Q1", 0, "#8c8c8c", (sign, "burst:2")), 30.5)
    assert written == ["Q1", "2"]
