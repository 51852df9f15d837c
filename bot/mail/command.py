"""`fieldpost mail receive` and `fieldpost mail test`."""

from argparse import Namespace


def mail(arguments: Namespace) -> int:
    if arguments.action == "receive":
        from .handed_in import receive

        return receive(arguments)
    from .self_test import mail_test

    return mail_test(arguments)
