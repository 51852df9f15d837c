"""A small Forumini game with every sort of unit, obstacle, ability and hexside close at hand."""

from typing import Any

from engine.contract import Scenario
from engine.scenarios import reader

_SIDES = {"L": "lions", "B": "bears"}
_UNITS = (
    ("L1", "us-engineer", "0306"),
    ("L2", "cossack-cavalry", "0305"),
    ("L3", "us-lieutenant", "0406"),
    ("L4", "m3-half-track", "0405"),
    ("L5", "m1-garand", "0405"),
    ("L6", "zis-3", "0407"),
    ("L7", "churchill", "0505"),
    ("L8", "us-hero", ""),
    ("L9", "il-2m", ""),
    ("L10", "yak-9", ""),
    ("L11", "soviet-observer", "0506"),
    ("L12", "minefield", "0304"),
    ("L13", "ppsh-41", "0506"),
    ("B1", "snlf", "0403"),
    ("B2", "kradschutzen", "0302"),
    ("B3", "hauptmann", "0402"),
    ("B4", "stug-iii-g", "0503"),
    ("B5", "mg-42-team", "0503"),
    ("B6", "granatwerfer-34", "0502"),
    ("B7", "pillbox", "0403"),
    ("B8", "barbed-wire", "0404"),
    ("B9", "ju-87d", ""),
    ("B10", "a6m5-zero", ""),
    ("B11", "german-sniper", "0204"),
    ("B12", "tank-obstacle", "0504"),
    ("B13", "knights-cross-hero", ""),
    ("B14", "sdkfz-222", "0602"),
)
"""Id, type, hex; "" waits."""

WRITTEN: dict[str, Any] = {
    "system": "forumini",
    "name": "Zoo",
    "about": "Everything at once.",
    "board": {
        "hex": {
            "legend": {".": "clear", "t": "town", "w": "woods", "f": "forest", "m": "marsh", "h": "hill"},
            "rows": [".......", "..w.f..", ".t.tt..", "..tt.m.", ".h.t...", "..w....", "......."],
            "roads": ["0401 0402 0403 0404 0405 0406 0407"],
            "sides": {"stream": ["0202/0203", "0303/0302"], "bocage": ["0503/0504"], "wall": ["0305/0306"]},
            "labels": {"0404": "Cage"},
        }
    },
    "sides": {"lions": {"name": "Lions", "colour": "#1565c0"}, "bears": {"name": "Bears", "colour": "#b71c1c"}},
    "units": [
        {"id": key, "type": kind, "side": _SIDES[key[0]], **({"at": at} if at else {})} for key, kind, at in _UNITS
    ],
    "setup": {
        "points": 400,
        "objective": "0404",
        "turns": {"first_check": 3, "last": 4},
        "annihilation_ends": True,
        "deployment": {"option": "fixed", "sides": {"lions": "south", "bears": "north"}, "depth": 2},
    },
}
ZOO: Scenario = reader.parse(WRITTEN)
