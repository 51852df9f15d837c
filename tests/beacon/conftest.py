"""What tests of games with a beacon share."""

import pytest

from engine.beacon.chain import CHAINS, Chain

from .relay import own_chain


@pytest.fixture
def own_beacon(monkeypatch: pytest.MonkeyPatch) -> Chain:
    """Our own chain, known to the program for as long as the test runs."""
    pytest.importorskip("py_arkworks_bls12381", reason="py-arkworks-bls12381 (extra beacon) is not installed")
    monkeypatch.setitem(CHAINS, "own", own_chain())
    return own_chain()
