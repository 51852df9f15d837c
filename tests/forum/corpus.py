"""Posts in the shapes that people and editors give them, around orders that a test hands in: at least sixty.

Each shape is a name and a function from order lines to the raw text of a post.  What stands around the orders is never
an order, except in what is quoted, struck out or signed, where old ones stand.
"""

from collections.abc import Callable, Sequence
from html import escape

Orders = Sequence[str]
STALE = ("RE move 0101", "BO fire RS", "commit")
"""Orders that are not the author's, or no longer."""
OLD = "\n".join(STALE)
MARKED = "\n".join(f"> {line}" for line in STALE)


def text(orders: Orders) -> str:
    return "\n".join(orders)


def each(orders: Orders, before: str, after: str = "", between: str = "\n") -> str:
    return between.join(f"{before}{order}{after}" for order in orders)


def backslashes(line: str) -> str:
    """As rich editors write a line in Markdown."""
    return "".join(f"\\{sign}" if sign in "*_#>[]<|`-" else sign for sign in line)


Shape = Callable[[Orders], str]
SHAPES: dict[str, Shape] = {
    # plain
    "bare": text,
    "crlf": lambda o: "\r\n".join(o),
    "carriage returns": lambda o: "\r".join(o),
    "spaces around": lambda o: each(o, "  ", "   "),
    "no-break spaces": lambda o: text(o).replace(" ", "\u00a0"),
    "zero-width": lambda o: "\ufeff" + text(o).replace(" ", " \u200b"),
    "tabs": lambda o: text(o).replace(" ", "\t"),
    "empty lines between": lambda o: "\n\n".join(o),
    "greeting and name": lambda o: f"Hello all,\n\n{text(o)}\n\nSee you on Monday,\nAnn",
    "heading": lambda o: f"My orders for turn 3:\n{text(o)}",
    "heading with hashes": lambda o: f"## Orders of the Reeve\n\n{text(o)}",
    "heading in bold": lambda o: f"**Orders for turn 1:**\n\n{text(o)}",
    "heading before the first": lambda o: f"Orders: {text(o)}",
    "remarks": lambda o: f"# what I think\n{each(o, '', chr(10) + '// because')}",
    "mention": lambda o: f"@fieldpost\n{text(o)}",
    "mention before each": lambda o: each(o, "@fieldpost "),
    "mention with a comma": lambda o: f"@fieldpost, {text(o)}",
    # Markdown
    "list with hyphens": lambda o: each(o, "- "),
    "list with stars": lambda o: each(o, "* "),
    "list with dots": lambda o: each(o, "• "),
    "numbered": lambda o: "\n".join(f"{n}. {order}" for n, order in enumerate(o, 1)),
    "numbered with brackets": lambda o: "\n".join(f"{n}) {order}" for n, order in enumerate(o, 1)),
    "tasks": lambda o: "\n".join(f"- [{' x'[n % 2]}] {order}" for n, order in enumerate(o)),
    "bold": lambda o: each(o, "**", "**"),
    "bold with underscores": lambda o: each(o, "__", "__"),
    "italic": lambda o: each(o, "*", "*"),
    "italic with underscores": lambda o: each(o, "_", "_"),
    "bold and italic": lambda o: each(o, "***", "***"),
    "bold over all lines": lambda o: f"**{text(o)}**",
    "bold first word": lambda o: "\n".join(f"**{order.partition(' ')[0]}** {order.partition(' ')[2]}" for order in o),
    "ticks": lambda o: each(o, "`", "`"),
    "list with ticks and bold": lambda o: each(o, "1. **`", "`**"),
    "fence": lambda o: f"```\n{text(o)}\n```",
    "fence with a word": lambda o: f"```text\n{text(o)}\n```",
    "fence with words": lambda o: f"``` fieldpost my-orders\n{text(o)}\n```",
    "fence with talk around": lambda o: f"I think I am done.\ndone\n\n```\n{text(o)}\n```\n\n{OLD}\ncommit",
    "fence never closed": lambda o: f"Here:\n\n```\n{text(o)}",
    "fence of tildes": lambda o: f"~~~orders\n{text(o)}\n~~~\n{OLD}",
    "fence of five ticks": lambda o: f"`````\n{text(o)}\n```\n`````\n{OLD}",
    "two fences": lambda o: f"First:\n```\n{o[0]}\n```\n{OLD}\n~~~\n{text(o[1:])}\n~~~",
    "fence in a list": lambda o: f"1. mine:\n   ```\n   {text(o)}\n   ```",
    "order behind the ticks": lambda o: f"```{text(o)}```",
    "one tick fence each": lambda o: each(o, "```", "```"),
    "struck out": lambda o: f"~~{STALE[0]}~~\n{text(o)}\n~~{STALE[1]}\n{STALE[2]}~~",
    "struck out in a list": lambda o: f"- ~~{STALE[0]}~~\n{each(o, '- ')}",
    "link": lambda o: f"See [the map](https://x.example/map?a=1).\n\n{text(o)}",
    "linked orders": lambda o: each(o, "[", "](https://x.example/1)"),
    "picture": lambda o: f"![Map after turn 1|690x783](upload://a1b2.png)\n{text(o)}",
    "link definition": lambda o: f"{text(o)}\n\n[//]: # (fieldpost:7:17)\n[1]: https://x.example",
    "escapes of a rich editor": lambda o: "\n\n".join(map(backslashes, o)),
    "escaped list": lambda o: "\n".join(f"{n}\\. {order}" for n, order in enumerate(o, 1)),
    "escaped remark": lambda o: f"\\# not an order\n{text(o)}",
    "entities": lambda o: escape(text(o)).replace(" ", "&nbsp;"),
    "numbers as entities": lambda o: text(o).replace(" ", "&#32;").replace("m", "&#x6d;"),
    "short codes": lambda o: f":wave:\n{each(o, '', ' :crossed_swords:')}\n:+1:",
    "emoji": lambda o: f"⚔️ \n{each(o, '▶️ ', ' 👍🏽')}",
    "keycaps": lambda o: "\n".join(f"{n}️⃣ {order}" for n, order in enumerate(o, 1)),
    "typographic dashes": lambda o: each(o, "– "),
    # quotes
    "quote marks": lambda o: f"{MARKED}\n\n{text(o)}",
    "quote marks without blank": lambda o: f"{MARKED.replace('> ', '>')}\n{text(o)}",
    "quote marks as entities": lambda o: f"{MARKED.replace('>', '&gt;')}\n\n{text(o)}",
    "report": lambda o: f"```\n| BO move 0101\n|     commit\n```\n[code]\n{text(o)}\n[/code]",
    "report as plain text": lambda o: f"| {STALE[0]}\n|\n| commit\n\n{text(o)}",
    "nodebb quote": lambda o: f"@anna said in [Fieldpost 7](/post/5):\n{MARKED}\n\n{text(o)}",
    "nodebb quote in german": lambda o: f"@anna sagte in [commit](/post/5):\n{MARKED}\n\n{text(o)}",
    "quote between orders": lambda o: f"\n\n{MARKED}\n\n".join(o),
    "nested quote marks": lambda o: f"> > {STALE[0]}\n>> {STALE[1]}\n> commit\n\n{text(o)}",
    "discourse quote": lambda o: f'[quote="anna, post:3, topic:812"]\n{OLD}\n[/quote]\n\n{text(o)}',
    "xenforo quote": lambda o: f'[QUOTE="anna, post: 33, member: 4"]{OLD}[/QUOTE]\n{text(o)}',
    "quote on one line": lambda o: f"[quote]{STALE[0]}[/quote]{text(o)}",
    "bracket in a name": lambda o: f'[quote="ann [the] fox"]\n{OLD}\n[/quote]\n{text(o)}',
    "bgg quote": lambda o: f'[q="anna"]{OLD}[/q]\n{text(o)}',
    "nested quotes": lambda o: f"[quote=a]\n{OLD}\n[quote=b]\n\n{OLD}\n[/quote]\n\n{OLD}\n[/quote]\n{text(o)}",
    "quote never closed": lambda o: f"[quote=anna]\n{OLD}\n\n{text(o)}",
    "outer quote never closed": lambda o: f"[quote=a]\n[quote=b]\n\n{OLD}[/quote]\n{OLD}\n\n{text(o)}",
    "fence in a quote": lambda o: f"[quote]\n```\n{OLD}\n```\n[/quote]\n{text(o)}",
    "fence in quote marks": lambda o: f"> ```\n{MARKED}\n> ```\n\n{text(o)}",
    "html quote": lambda o: f"<blockquote cite='x'><p>{OLD}</p></blockquote>\n{text(o)}",
    "comment": lambda o: f"<!-- {OLD}\n\n{OLD} -->\n{text(o)}",
    # BBCode and HTML
    "code": lambda o: f"[code]\n{text(o)}\n[/code]",
    "code on one line": lambda o: each(o, "[code]", "[/code]"),
    "code with talk around": lambda o: f"{OLD}\n[CODE=text]{text(o)}[/CODE]\nSee you! done",
    "code of bgg": lambda o: f"Go!\n[c]{text(o)}[/c]",
    "code in a spoiler": lambda o: f"[spoiler=orders]\n[code]\n{text(o)}\n[/code]\n[/spoiler]\n{OLD}",
    "code never closed": lambda o: f"[code]\n{text(o)}",
    "pre": lambda o: f"<pre>{text(o)}</pre>",
    "spoiler": lambda o: f"[spoiler]{text(o)}[/spoiler]",
    "spoiler with a title": lambda o: f"[spoiler=commit]\n{text(o)}\n[/spoiler]",
    "discourse details": lambda o: f'[details="commit"]\n{text(o)}\n[/details]',
    "html details": lambda o: f"<details><summary>commit</summary>\n{text(o)}\n</details>",
    "bracket list": lambda o: f"[list=1]{each(o, '[*]', '', '')}[/list]",
    "smf list": lambda o: f"[list]{each(o, '[li]', '[/li]', '')}[/list]",
    "bracket bold and colours": lambda o: f"[b][color=#ff0000][size=4]{text(o)}[/size][/color][/b]",
    "bracket struck out": lambda o: f"[s]{OLD}[/s]\n{text(o)}",
    "html struck out": lambda o: f"<del>{OLD}</del>\n<s>{OLD}</s>\n{text(o)}",
    "bracket picture": lambda o: (
        f"[img]https://x.example/commit.png[/img]\n{text(o)}\n[attachment=0]x.png[/attachment]"
    ),
    "bracket link": lambda o: f"[url=https://x.example]{text(o)}[/url]",
    "html paragraphs": lambda o: each(o, "<p>", "</p>", ""),
    "html breaks": lambda o: "<br />".join(o),
    "html list": lambda o: f"<ul>{each(o, '<li>', '</li>', '')}</ul>",
    "html table": lambda o: f"<table>{each(o, '<tr><td>', '</td></tr>', '')}</table>",
    # signatures
    "signature": lambda o: f"{text(o)}\n--\n{OLD}",
    "signature with a blank": lambda o: f"{text(o)}\n-- \nAnn, commit\n\n{OLD}",
    "rule is no signature": lambda o: f"Hello\n\n---\n\n{text(o)}",
    # everything at once
    "all together": lambda o: (
        f'[quote="anna, post:3, topic:812"]\n```\n{OLD}\n```\n[/quote]\n\n@bob wrote:\n> commit\n\nI am nearly done.\n'
        f'done\n\n[details="My move"]\n```text\n1. {text(o)}\n```\n[/details]\n\n~~{STALE[0]}~~ :smile:\n-- \n{OLD}'
    ),
}

EXACT: dict[str, tuple[str, ...]] = {
    "C1 move 10,6>12,8": ("C1 move 10,6>12,8",),
    "C1 move 10,6&gt;12,8": ("C1 move 10,6>12,8",),
    "C1 move 10,6\\>12,8": ("C1 move 10,6>12,8",),
    "retreat land when attackers < 3": ("retreat land when attackers < 3",),
    "retreat land when attackers <3": ("retreat land when attackers <3",),
    "retreat land when attackers &lt; 3": ("retreat land when attackers < 3",),
    "losses land: tank > infantry > artillery": ("losses land: tank > infantry > artillery",),
    "losses: tank \\> infantry": ("losses: tank > infantry",),
    "“Old Guard” move 0402": ('"Old Guard" move 0402',),
    "»Old Guard« move 0402": ('"Old Guard" move 0402',),
    "«\u00a0Old Guard\u00a0» move 0402": ('"Old Guard" move 0402',),
    '"Old \\*Guard\\*" move 0402': ('"Old *Guard*" move 0402',),
    "2 * 3": ("2 * 3",),
    "snake_case_name stays": ("snake_case_name stays",),
    "[fieldpost 7] stays": ("[fieldpost 7] stays",),
    "RE move 0402 # a remark": ("RE move 0402 # a remark",),
    "-- no signature": ("-- no signature",),
    "~~RE move 0402~~ RE move 0403": ("RE move 0403",),
    "a ~~ b": ("a ~~ b",),
    "a :b: c": ("a c",),
    "at 12:30:15": ("at 12:30:15",),
    "[quote]a[/quote]b[quote]c[/quote]d": ("b", "d"),
    "[/quote]a": ("a",),
    "<3 you": ("<3 you",),
    "a<b and c": ("a<b and c",),
    "<script>alert(1)</script>": ("alert(1)",),
    "<details><summary>x": (),
    "&amp;gt; a": ("&gt; a",),
    "a&#10;b": ("a b",),
    "1.": (),
    "-": (),
    "": (),
    "```\n```": (),
    "# remark": (),
    "[b]unclosed": ("unclosed",),
    "![a](b) c": ("c",),
}
"""Raw text -> the lines that are read of it."""
