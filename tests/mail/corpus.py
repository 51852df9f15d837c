"""Mails in the shapes that mail programs give them, around orders that a test hands in: at least sixty.

Each shape is a name and a function from order lines to the bytes of a mail.  What stands around the orders is never an
order, except in what is quoted, where old ones stand.
"""

import base64
import quopri
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

Orders = Sequence[str]
Shape = Callable[[Orders], bytes]
SHAPES: dict[str, Shape] = {}
STALE = ("ok        1  RE move 0402", "  e.g.  BO fire RS", "Your turn: Turn 1, movement of A", "RE move 0402")
"""What stands in quotes: lines of our own mails, and an order of an earlier mail."""
ON = "On Tue, Nov 24, 2026 at 11:02 AM Fieldpost <orders@play.example> wrote:"


def shape(build: Shape) -> Shape:
    SHAPES[build.__name__] = build
    return build


def mail(body: str, subtype: str = "plain", **headers: str) -> bytes:
    message = EmailMessage(SMTP)
    message["From"], message["To"] = "Ann Miller <ann@home.example>", "orders@play.example"
    message["Subject"], message["Message-ID"] = "Re: [millers-1] Your turn", "<1@home.example>"
    message.set_content(body, subtype=subtype, cte="8bit")
    for name, value in headers.items():
        del message[name.replace("_", "-")]
        message[name.replace("_", "-")] = value
    return message.as_bytes()


def raw(head: str, body: bytes) -> bytes:
    lines = "From: ann@home.example\r\nTo: orders@play.example\r\nSubject: orders\r\nMessage-ID: <2@home.example>\r\n"
    return (lines + head).encode("utf-8") + b"\r\n\r\n" + body


def text(orders: Orders) -> str:
    return "\n".join(orders)


def quoted(mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}" for line in STALE)


def two_parts(plain: str, html: str) -> bytes:
    message = EmailMessage(SMTP)
    message["From"], message["To"], message["Message-ID"] = "ann@home.example", "orders@play.example", "<3@h.example>"
    message.set_content(plain)
    message.add_alternative(html, subtype="html")
    return message.as_bytes()


def divs(orders: Orders) -> str:
    return "".join(f"<div>{escape(order)}</div>" for order in orders)


def attached(body: str, *files: tuple[str, bytes, str, str]) -> bytes:
    message = EmailMessage(SMTP)
    message["From"], message["To"], message["Message-ID"] = "ann@home.example", "orders@play.example", "<4@h.example>"
    message.set_content(body)
    for name, data, main, sub in files:
        message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return message.as_bytes()


@shape
def bare(orders: Orders) -> bytes:
    return mail(text(orders))


@shape
def greeting_and_name(orders: Orders) -> bytes:
    return mail(f"Hello all,\n\n{text(orders)}\n\nSee you on Monday,\nAnn")


@shape
def gmail_top(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\n{ON}\n\n{quoted()}\n>\n")


@shape
def gmail_long_attribution(orders: Orders) -> bytes:
    long = "On Tue, Nov 24, 2026 at 11:02 AM Fieldpost <\norders+k7q2mnxw4tab3cde@fieldpost.example.org> wrote:"
    return mail(f"{text(orders)}\n\n{long}\n\n{quoted()}")


@shape
def bottom(orders: Orders) -> bytes:
    return mail(f"{ON}\n{quoted()}\n\n{text(orders)}\n")


@shape
def interleaved(orders: Orders) -> bytes:
    blocks = [f"> {STALE[n % len(STALE)]}\n\n{order}\n" for n, order in enumerate(orders)]
    return mail(f"{ON}\n" + "\n".join(blocks) + f"\n{quoted()}")


@shape
def nested_quotes(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\n{ON}\n{quoted('>> ')}\n{quoted('> > ')}\n{quoted('>')}")


@shape
def bar_quotes(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\n{quoted('| ')}")


@shape
def outlook_desktop(orders: Orders) -> bytes:
    head = "From: Fieldpost <orders@play.example>\nSent: Tuesday, 24 November 2026 11:02\nTo: Ann Miller\nSubject: [m]"
    return mail(f"{text(orders)}\n\n{head}\n\n{text(STALE)}")


@shape
def outlook_original(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\n-----Original Message-----\nFrom: Fieldpost\n\n{text(STALE)}")


@shape
def outlook_german(orders: Orders) -> bytes:
    head = "Von: Fieldpost <orders@play.example>\nGesendet: Dienstag, 24. November 2026 11:02\nAn: Ann\nBetreff: [m]"
    return mail(f"{text(orders)}\n\n________________________________\n{head}\n\n{text(STALE)}")


@shape
def outlook_french(orders: Orders) -> bytes:
    head = "De : Fieldpost <orders@play.example>\nEnvoyé : mardi 24 novembre 2026 11:02\nÀ : Ann\nObjet : [m]"
    return mail(f"{text(orders)}\n\n{head}\n\n{text(STALE)}")


@shape
def outlook_mobile(orders: Orders) -> bytes:
    under = "_" * 32
    return mail(
        f"{text(orders)}\n\nGet Outlook for Android<https://aka.ms/x>\n{under}\nFrom: F\nSent: x\n{text(STALE)}"
    )


@shape
def apple_mail(orders: Orders) -> bytes:
    return mail(
        f"{text(orders)}\n\n> On 24. Nov 2026, at 11:02, Fieldpost <orders@play.example> wrote:\n> \n{quoted()}"
    )


@shape
def iphone(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nSent from my iPhone\n\n> On 24 Nov 2026, at 11:02, Fieldpost wrote:\n{quoted()}")


@shape
def iphone_german(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nVon meinem iPhone gesendet\n\n> Am 24.11.2026 um 11:02 schrieb F:\n{quoted()}")


@shape
def forwarded(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nBegin forwarded message:\n\nFrom: Fieldpost\n{text(STALE)}")


@shape
def gmail_forwarded(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\n---------- Forwarded message ---------\nFrom: Fieldpost\n{text(STALE)}")


@shape
def yahoo(orders: Orders) -> bytes:
    return mail(
        f"{text(orders)}\n\nOn Tuesday, November 24, 2026 at 11:02:03 AM GMT+1, F <o@p.example> wrote:\n\n{text(STALE)}"
    )


@shape
def thunderbird_flowed(orders: Orders) -> bytes:
    lines = [half for order in orders for half in _flowed(order)]
    return mail(f"{text(lines)}\n-- \nAnn\n{quoted()}", Content_Type='text/plain; charset="utf-8"; format=flowed')


@shape
def flowed_without_space(orders: Orders) -> bytes:
    lines = [half for order in orders for half in _flowed(order, " ")]
    return mail(text(lines), Content_Type='text/plain; charset="utf-8"; format=flowed; delsp=yes')


def _flowed(order: str, more: str = "") -> list[str]:
    """The order broken at a blank, as RFC 3676 does."""
    words = order.split(" ")
    if len(words) < 3:
        return [order]
    return [" ".join(words[:2]) + " " + more, " ".join(words[2:])]


@shape
def thunderbird_german(orders: Orders) -> bytes:
    return mail(f"Am 24.11.2026 um 11:02 schrieb Fieldpost:\n{quoted()}\n\n{text(orders)}")


@shape
def french(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nLe mar. 24 nov. 2026 à 11:02, Fieldpost <o@p.example> a écrit :\n\n{quoted()}")


@shape
def spanish(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nEl mar, 24 nov 2026 a las 11:02, Fieldpost (<o@p.example>) escribió:\n\n{quoted()}")


@shape
def italian(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nIl giorno mar 24 nov 2026 alle ore 11:02 Fieldpost ha scritto:\n\n{quoted()}")


@shape
def dutch(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nOp di 24 nov 2026 om 11:02 schreef Fieldpost <o@p.example>:\n\n{quoted()}")


@shape
def polish(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nwt., 24 lis 2026 o 11:02 Fieldpost <o@p.example> napisał(a):\n\n{quoted()}")


@shape
def swedish(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nDen tis 24 nov. 2026 kl 11:02 skrev Fieldpost <o@p.example>:\n\n{quoted()}")


@shape
def russian(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nвт, 24 нояб. 2026 г. в 11:02, Fieldpost <o@p.example> пишет:\n\n{quoted()}")


@shape
def chinese(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\nFieldpost <o@p.example> 于2026年11月24日周二 11:02写道：\n\n{quoted()}")


@shape
def japanese(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\n2026年11月24日(火) 11:02 Fieldpost <o@p.example>:\n\n{quoted()}")


@shape
def k9_signature_above_quote(orders: Orders) -> bytes:
    return mail(f"-- \nSent with K-9 Mail\n\n{ON}\n{quoted()}\n\n{text(orders)}")


@shape
def signature(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\n-- \nAnn Miller\nRE move 0402\nhttps://home.example")


@shape
def signature_without_blank(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\n\n--\nAnn Miller, Chief of Staff")


@shape
def disclaimer(orders: Orders) -> bytes:
    rule = "_" * 50
    return mail(f"{text(orders)}\n\n{rule}\nThis e-mail is confidential. If you are not the reader, delete it.")


@shape
def list_footer(orders: Orders) -> bytes:
    rule = "_" * 47
    return mail(f"{text(orders)}\n\n{rule}\nwargames mailing list\nwargames@club.example")


@shape
def bullets(orders: Orders) -> bytes:
    return mail("\n".join(f"- {order}" for order in orders))


@shape
def stars(orders: Orders) -> bytes:
    return mail("\n".join(f"* {order}" for order in orders))


@shape
def numbers(orders: Orders) -> bytes:
    return mail("\n".join(f"{n}. {order}" for n, order in enumerate(orders, 1)))


@shape
def numbers_in_brackets(orders: Orders) -> bytes:
    return mail("\n".join(f"{n}) {order}" for n, order in enumerate(orders, 1)))


@shape
def remarks(orders: Orders) -> bytes:
    return mail("# my plan\n// RE move 0101\n" + "\n# then\n".join(orders))


@shape
def word_end(orders: Orders) -> bytes:
    return mail(f"{text(orders)}\nend\nRE move 0402\nAnn")


@shape
def typographic(orders: Orders) -> bytes:
    return mail(text([order.replace('"', "”") for order in orders]))


@shape
def no_break_spaces(orders: Orders) -> bytes:
    return mail(text([order.replace(" ", "\u00a0") for order in orders]))


@shape
def zero_width(orders: Orders) -> bytes:
    return mail(text([f"\u200b{order}\ufeff" for order in orders]))


@shape
def full_width(orders: Orders) -> bytes:
    wide = str.maketrans({chr(n): chr(n + 0xFEE0) for n in range(ord("0"), ord("9") + 1)})
    return mail(text([order.translate(wide) for order in orders]))


@shape
def long_dashes(orders: Orders) -> bytes:
    return mail(text([order.replace("-", "–") for order in orders]))


@shape
def crlf_and_blank_lines(orders: Orders) -> bytes:
    return raw("Content-Type: text/plain; charset=utf-8", "\r\n\r\n".join(orders).encode())


@shape
def trailing_blanks(orders: Orders) -> bytes:
    return mail(text([f"   {order}   " for order in orders]))


@shape
def no_headers_at_all(orders: Orders) -> bytes:
    return raw("", text(orders).encode("ascii", "replace"))


@shape
def base64_body(orders: Orders) -> bytes:
    head = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64"
    return raw(head, base64.encodebytes(f"{text(orders)}\n".encode()))


@shape
def quoted_printable(orders: Orders) -> bytes:
    head = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable"
    return raw(head, quopri.encodestring(f"{text(orders)}\n".encode()))


@shape
def latin_1(orders: Orders) -> bytes:
    return raw("Content-Type: text/plain; charset=iso-8859-1", f"Grüße!\n\n{text(orders)}".encode("latin-1"))


@shape
def windows_1252(orders: Orders) -> bytes:
    body = f"“My turn” – at last\n\n{text(orders)}".encode("windows-1252")
    return raw("Content-Type: text/plain; charset=windows-1252", body)


@shape
def unknown_charset(orders: Orders) -> bytes:
    return raw("Content-Type: text/plain; charset=x-klingon", text(orders).encode())


@shape
def utf_16_file(orders: Orders) -> bytes:
    return attached("See the file.", ("orders.txt", text(orders).encode("utf-16"), "application", "octet-stream"))


@shape
def orders_file(orders: Orders) -> bytes:
    return attached("My orders are attached.", ("orders.txt", text(orders).encode(), "text", "plain"))


@shape
def body_and_file(orders: Orders) -> bytes:
    return attached(text(orders[:1]), ("more.txt", text(orders[1:]).encode(), "text", "plain"))


@shape
def beside_other_files(orders: Orders) -> bytes:
    files = (("winmail.dat", b"\x78\x9f\x3e\x22", "application", "ms-tnef"), ("x.png", b"\x89PNG", "image", "png"))
    return attached(text(orders), *files)


@shape
def html_only(orders: Orders) -> bytes:
    return mail(f"<html><body>{divs(orders)}</body></html>", "html")


@shape
def html_paragraphs(orders: Orders) -> bytes:
    return mail("".join(f"<p>{escape(order)}</p>" for order in orders), "html")


@shape
def html_breaks(orders: Orders) -> bytes:
    return mail(f"<body>{'<br>'.join(map(escape, orders))}</body>", "html")


@shape
def html_list(orders: Orders) -> bytes:
    return mail(f"<ul>{''.join(f'<li>{escape(order)}</li>' for order in orders)}</ul>", "html")


@shape
def html_gmail_quote(orders: Orders) -> bytes:
    quote = f'<div class="gmail_quote"><div class="gmail_attr">{ON}</div><blockquote>{divs(STALE)}</blockquote></div>'
    return mail(f"<div dir=ltr>{divs(orders)}</div><br>{quote}", "html")


@shape
def html_outlook(orders: Orders) -> bytes:
    quote = f'<div id="divRplyFwdMsg"><b>From:</b> Fieldpost</div><div>{divs(STALE)}</div>'
    return mail(f"{divs(orders)}<hr>{quote}", "html")


@shape
def html_word(orders: Orders) -> bytes:
    bar = '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Fieldpost</p></div>'
    paragraphs = "".join(f'<p class="MsoNormal">{escape(order)}<o:p></o:p></p>' for order in orders)
    return mail(f"{paragraphs}{bar}{divs(STALE)}", "html")


@shape
def html_apple(orders: Orders) -> bytes:
    quote = f'<blockquote type="cite">{divs(STALE)}</blockquote>'
    return mail(f'{divs(orders)}<br id="lineBreakAtBeginningOfSignature">{quote}', "html")


@shape
def html_protonmail(orders: Orders) -> bytes:
    return mail(f'{divs(orders)}<div class="protonmail_quote">{divs(STALE)}</div>', "html")


@shape
def html_yahoo(orders: Orders) -> bytes:
    return mail(f'{divs(orders)}<div class="yahoo_quoted">{divs(STALE)}</div>', "html")


@shape
def html_signature(orders: Orders) -> bytes:
    return mail(f'{divs(orders)}<div class="gmail_signature">Ann<br>{STALE[3]}</div>', "html")


@shape
def both_parts(orders: Orders) -> bytes:
    return two_parts(text(orders), divs(orders))


@shape
def stub_plain_part(orders: Orders) -> bytes:
    return two_parts("Your mail program cannot show HTML.", divs(orders))


@shape
def empty_plain_part(orders: Orders) -> bytes:
    return two_parts("", divs(orders))


@shape
def html_wrapped_source(orders: Orders) -> bytes:
    spread = "".join(f"<div>{escape(order).replace(' ', chr(10), 1)}</div>\n" for order in orders)
    return mail(spread, "html")
