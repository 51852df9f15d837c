"""Commands as they are meant in a forum, and those that are for no topic that everybody reads."""

from bot.correspondence.answers import Section, said
from bot.correspondence.commands import Command

PRIVATE = {
    "ideas": "They are made from what your side sees",
    "referee preview": "It shows what is not committed yet",
    "press": "Everybody would read it here",
    "note": "Everybody would read it here",
    "notes": "They are for you alone",
    "league bid": "Your opponent would read it here",
    "link": "The code makes whoever sends it you",
    "my games": "You may play elsewhere too",
    "my settings": "They are nobody else's business",
    "my lists": "They are your secret until you submit one",
    "my calendar": "You may play elsewhere too",
}
"""Why a command is answered by private message alone."""
WRITTEN = ("press", "note", "league bid")
"""Those of them that ask for nothing."""
NAMING = ("join", "reserve")
"""Commands that name a game first, which its topic stands for."""


def localized(commands: tuple[Command, ...], game: str) -> tuple[Command, ...]:
    """In a game's topic ``join reeve`` needs no id of the game; keys of mail addresses are for mail."""
    found = list[Command]()
    for command in commands:
        if command.word in NAMING and game and command.rest.split(" ")[0].lower() != game:
            found.append(Command(command.word, f"{game} {command.rest}".strip(), command.aside))
        elif command.word != "newkey":
            found.append(command)
    return tuple(found)


def for_public(commands: tuple[Command, ...]) -> tuple[tuple[Command, ...], tuple[Section, ...]]:
    """The commands that are answered where everybody reads the answer, and what is said about the others."""
    open_, told = list[Command](), list[Section]()
    for command in commands:
        first = command.rest.partition(" ")[0].casefold()
        why = PRIVATE.get(command.word, "") or PRIVATE.get(f"{command.word} {first}", "")
        if why and not (command.word == "link" and command.rest):
            ask = "write" if command.word in WRITTEN else "ask for"
            how = f'{why}: {ask} it in a private message to me, "{_private_line(command)}".'
            told.append(said(command.word.capitalize(), how))
        else:
            open_.append(command)
    return tuple(open_), tuple(told)


def _private_line(command: Command) -> str:
    """The line as it works, without what nobody else may read."""
    if command.word != "league bid":
        return command.word if command.word in PRIVATE else f"{command.word} {command.rest.split()[0]}"
    words = command.rest.split()
    number = next((at for at, word in enumerate(words) if word.isdecimal()), len(words))
    return " ".join((command.word, *words[:number], *(words[number : number + 1] or ["1"]), "5"))
