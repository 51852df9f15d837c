"""A process that commits what it is told to: ``python -m bot.bench.commit_worker ADDRESS``."""

import sys
from secrets import token_bytes

from engine.errors import Refused
from engine.table import Table

from .positions import NOW


def main() -> None:
    """For each line ``game nonce`` of the input: the side to move is done, and the line is written back with the entry
    at which that was stored, 0 if it was refused.
    """
    table = Table(sys.argv[1], token_bytes)
    print("ready", flush=True)
    for line in sys.stdin:
        key, nonce = line.split()
        phase = table.game(key).phase
        assert phase
        try:
            seq = table.commit(key, phase.sides[0], NOW, nonce, text="done").seq
        except Refused as refused:  # it is asked again, perhaps of another process
            print(refused, file=sys.stderr)
            seq = 0
        print(key, nonce, seq, flush=True)
    table.close()


if __name__ == "__main__":
    main()
