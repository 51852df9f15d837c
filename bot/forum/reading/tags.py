"""Tags of a post, in brackets or in HTML: they vanish, and their words stay."""

import re

OPEN_CODE, CLOSE_CODE = "\x01", "\x02"
"""Stand on lines of their own for the tags around code; no post has these characters."""
_BLOCK_TAGS = "p|div|br|hr|li|ul|ol|tr|td|th|table|h[1-6]|details|center|section"
_BRACKET_BLOCKS = r"br|hr|li|\*|list|ul|ol|tr|td|th|table|spoiler|details|hide|center|left|right|indent|o"
_BRACKETS = (
    "b|i|u|url|email|size|color|colour|font|sub|sup|icode|inlinecode|highlight|mention|user|thing|ot|noparse|plain|"
    "justify|tt|mod|edit|hidden|reveal|collapse|toggle|expand|box|quoteauthor|tooltip|abbr|google|wikipedia|ltr|rtl|"
    "blur|grey|floatleft|floatright|anchor|goto|small|big"
)
_REST = r'(?:[\s=](?:"[^"\n]{0,200}"|[^\]\[<>"\n]){0,200})?'
_PICTURE = re.compile(
    rf"\[(img|image|imageid|attachment|attach|media|youtube|video|microbadge){_REST}\]"
    r"(?:[^\[\n]{0,1000}\[/\1\])?",
    re.IGNORECASE,
)
_CODE = re.compile(rf"\[(?:code|c|pre|codebox|php){_REST}\]|<pre(?:\s[^<>\n]{{0,200}})?>", re.IGNORECASE)
_CODE_END = re.compile(r"\[/(?:code|c|pre|codebox|php)\]|</pre\s*>", re.IGNORECASE)
_LINE_ENDING = re.compile(
    rf"</?(?:{_BLOCK_TAGS})(?:\s[^<>\n]{{0,300}})?/?>|\[/?(?:{_BRACKET_BLOCKS}){_REST}\]", re.IGNORECASE
)
_TAG = re.compile(
    r"</?[a-z][a-z0-9-]{0,30}(?:\s[^<>\n]{0,300})?/?>|<(?:https?|mailto):[^<>\s]{1,500}>"
    rf"|\[(?:{_BRACKETS}){_REST}\]|\[/(?:[a-z]{{1,20}}|\*)\]",
    re.IGNORECASE,
)


def remove_tags(text: str) -> str:
    """``<`` begins a tag only before a letter or a slash, and ``[`` only before the name of a known one, so that
    ``attackers < 3`` and ids in brackets stay.
    """
    text = _PICTURE.sub("", text)
    text = _CODE.sub(f"\n{OPEN_CODE}\n", text)
    text = _CODE_END.sub(f"\n{CLOSE_CODE}\n", text)
    return _TAG.sub("", _LINE_ENDING.sub("\n", text))
