"""Where something failed, for whoever runs the program."""

from traceback import extract_tb


def whereabouts(fault: Exception) -> str:
    """The exception and where it was raised, on one line."""
    frames = extract_tb(fault.__traceback__)
    where = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(fault).__name__}{where}: {' '.join(str(fault).split())[:200]}"
