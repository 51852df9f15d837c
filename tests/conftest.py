"""A table, and the scenario file of the toy rules, for whoever asks for them by name."""
import pytest
import toy

from engine.systems import SYSTEMS
from engine.table import Table


@pytest.fixture
def duel(tmp_path, monkeypatch):
    """The file of the one scenario of the toy rules, which are known as long as the test lasts."""
    monkeypatch.setitem(SYSTEMS, "toy", toy)
    file = tmp_path / "duel.yaml"
    file.write_text(toy.SCENARIO)
    return str(file)


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path / "games.db", toy.entropy())
    yield table
    table.close()
