"""What of a mail was not read, and why."""

from bot.correspondence.answers import Section, said

from .reading.author_text import AuthorText


def unread_parts(text: AuthorText) -> tuple[Section, ...]:
    ignored = [f"Not read: the attachment {name!r}. Orders go into the mail or a text file." for name in text.ignored]
    told = [*filter(None, [text.refused]), *text.cut, *ignored]
    return (said("Not read", *told),) if told else ()
