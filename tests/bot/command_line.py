"""`fieldpost` as people and scripts run it: within this process, or as a process of its own where that makes a
difference.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryFile
from unittest.mock import patch

from bot.__main__ import main

ROOT = Path(__file__).parents[2]
PYTHON = sys.executable
QUOTED = shlex.quote(PYTHON)
Ran = tuple[int, str, str]
"""Exit code, standard output and standard error."""


def clean(**environment: str) -> dict[str, str]:
    """An environment without any setting of Fieldpost, Discord or Python but these."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("FIELDPOST", "DISCORD", "PYTHON", "COLUMNS"))
    }
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **environment}


def ended(words: list[str]) -> object:
    """The exit code of `fieldpost WORDS...`, run within this process."""
    try:
        return main(words)
    except SystemExit as end:
        return end.code


def fieldpost(*words: str, cwd: Path, typed: str | None = None, **environment: str) -> Ran:
    """Runs `fieldpost WORDS...` in a folder, within this process."""
    return sound(run_here(words, cwd, (typed or "").encode(), environment))


def process(*words: str, cwd: Path, typed: str | None = None, **environment: str) -> Ran:
    """Runs `fieldpost WORDS...` in a folder, as a process of its own."""
    return sound(run_process(words, cwd, (typed or "").encode(), environment))


def sound(ran: Ran) -> Ran:
    _, out, err = ran
    assert "Traceback" not in err + out, err
    assert "inside Fieldpost itself" not in err, err
    return ran


def run_here(words: tuple[str, ...], cwd: Path, stdin: bytes, environment: Mapping[str, str] = {}) -> Ran:
    with (
        TemporaryFile("w+", encoding="utf-8") as out,
        TemporaryFile("w+", encoding="utf-8") as err,
        TemporaryFile("w+", encoding="utf-8") as keyboard,
    ):
        keyboard.buffer.write(stdin)
        keyboard.seek(0)
        with (
            patch.dict(os.environ, clean(COLUMNS="80", LINES="25", **environment), clear=True),
            patch("sys.stdin", keyboard),
            redirect_stdout(out),
            redirect_stderr(err),
            chdir(cwd),
        ):
            code = ended(list(words))
        assert isinstance(code, int)
        for shown in (out, err):
            shown.seek(0)
        return code, out.read(), err.read()


def run_process(words: tuple[str, ...], cwd: Path, stdin: bytes, environment: Mapping[str, str]) -> Ran:
    ran = subprocess.run(
        [PYTHON, "-m", "bot", *words],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        timeout=60,
        env=clean(**environment),
    )
    return ran.returncode, ran.stdout.decode(), ran.stderr.decode()
