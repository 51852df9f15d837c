"""`fieldpost serve` as it is, but that it knows our own chain, and names rounds that are out soon."""

import sys

from bot.__main__ import main
from engine.beacon import chain

from .relay import own_chain

PERIOD = 1
"""Seconds between two rounds of the chain."""

if __name__ == "__main__":
    chain.MARGIN = 2
    chain.CHAINS["own"] = own_chain(period=PERIOD)
    sys.exit(main(["serve"]))
