"""The first mail to somebody new: what this is, what to write, and the word that confirms the address."""

from bot.correspondence.commands import help_lines
from bot.correspondence.wrap import wrapped

SUBJECT = "Welcome to Fieldpost: please answer this mail"


def welcome(confirm: str) -> str:
    """``confirm``: the word that only a reader of this address knows."""
    lines = [
        "Welcome to Fieldpost",
        "--------------------",
        *wrapped(
            "Fieldpost plays miniature wargames by post. You write orders as text; it checks every line against the"
            " rules, rolls dice that anyone can verify, and sends back what happened with a map.",
            later="",
        ),
        "",
        *wrapped(
            "FIRST, ANSWER THIS MAIL, just as it is. That shows that the address is yours; what you have written"
            " already is carried out then. Nobody is told your address; other players see a name.",
            later="",
        ),
        "",
        "Then write to me, one thing a line:",
        "",
        *(f"  {line}" for line in help_lines()),
        "",
        *wrapped(
            "Orders go into an answer to the newest mail of a game, one a line: a unit, a verb, the rest. Nothing is"
            ' lost before you write "done": every mail is answered with each line judged, and the newest counts.',
            later="",
        ),
        "",
        *wrapped("Mails are not secret on their way; your orders are secret from the other players.", later=""),
        "",
        *wrapped("If your mail program answers to another address, keep this word in the subject:", later=""),
        f"  {confirm}",
    ]
    return "\n".join(lines) + "\n"
