"""Text that a mail program has wrapped, as RFC 3676 lets it: the lines as they were."""


def unflow(lines: list[str], delsp: bool) -> list[str]:
    """RFC 3676: lines that a mail program has wrapped, joined again."""
    joined = list[str]()
    depth, open_ = 0, False
    for line in lines:
        quotes = len(line) - len(line.lstrip(">"))
        text = line[quotes:].removeprefix(" ")
        signature = text == "-- "
        if open_ and quotes == depth and not signature:
            joined[-1] = (joined[-1][:-1] if delsp else joined[-1]) + text
        else:
            joined.append(f"{'>' * quotes}{' ' if quotes else ''}{text}")
        depth, open_ = quotes, text.endswith(" ") and not signature
    return joined
