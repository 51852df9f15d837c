"""The text of a mail in HTML, without what it quotes."""

import re
import warnings

from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning, Tag

_QUOTES = (
    "blockquote, .gmail_quote, .gmail_quote_container, .protonmail_quote, .yahoo_quoted, .moz-cite-prefix,"
    " .gmail_attr, .OutlookMessageHeader"
)
_SIGNATURES = "#Signature, #AppleMailSignature, #ms-outlook-mobile-signature, .gmail_signature, .moz-signature"
_SIGNATURES += ", .protonmail_signature_block, style, script, head, title"
_FROM_HERE_ON = "#divRplyFwdMsg, #appendonsend, #mail-editor-reference-message-container"
_WORD_QUOTE = re.compile(r"border-top:\s*solid\s*#(?:E1E1E1|B5C4DF)", re.IGNORECASE)
_BLOCKS = ("p", "div", "li", "tr", "br", "h1", "h2", "h3", "pre", "ul", "ol", "table")
MOST_HTML = 262_144
"""Characters of HTML that are read."""
MOST_TAGS = 4_000


def html_text(source: str) -> str:
    """A line for each line that a reader would see; of a page with more tags than a mail needs, all its words."""
    if source.count("<") > MOST_TAGS:
        return re.sub(r"<[^<>]{0,500}>?", "\n", source[:MOST_HTML])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        try:
            page = BeautifulSoup(source[:MOST_HTML], "html.parser")
        except (AssertionError, ValueError, RecursionError):  # html.parser gives up on some hostile declarations
            return ""
    for found in (*page.select(_FROM_HERE_ON), *page.find_all(style=_WORD_QUOTE)):
        if isinstance(found, Tag) and not found.decomposed:
            _cut_from(found)
    for found in (*page.select(_QUOTES), *page.select(_SIGNATURES)):
        if not found.decomposed:
            found.decompose()
    for text in page.find_all(string=re.compile(r"[\r\n]")):
        if text.find_parent("pre") is None:
            text.replace_with(re.sub(r"\s*[\r\n]\s*", " ", text))
    for found in page.find_all(_BLOCKS):
        if found.name == "br":
            found.replace_with("\n")
        else:
            found.insert_before("\n")
            found.append("\n")
    return re.sub(r"\n[ \t]*(?:\n[ \t]*)+", "\n\n", page.get_text())


def _cut_from(first: Tag) -> None:
    """Remove an element and everything after it."""
    for later in [*first.find_all_next(True)]:
        if not later.decomposed and first not in later.parents:
            later.decompose()
    for text in [*first.find_all_next(string=True)]:
        text.extract()
    first.decompose()
