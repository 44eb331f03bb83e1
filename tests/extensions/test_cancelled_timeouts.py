"""The timeouts of finished requests."""

from __future__ import annotations

import subprocess
import sys

#: A hundred timeouts of four minutes are cancelled at once, as the connections that are used again do it.
PROGRAM = """
import gc, sys
from scrapy.utils.reactor import install_reactor
install_reactor("twisted.internet.asyncioreactor.AsyncioSelectorReactor")
from twisted.internet import reactor
from twisted.internet.base import DelayedCall
from blogcrawler.extensions import cancelled_timeouts

cancelled_timeouts._INTERVAL = 0.05
extension = cancelled_timeouts.CancelledTimeouts()
if sys.argv[1] == "with":
    reactor.callWhenRunning(extension.start)

def request():
    for _ in range(100):
        reactor.callLater(240, print).cancel()

def end():
    print(sum(isinstance(one, DelayedCall) for one in gc.get_objects()))
    extension.stop()
    reactor.stop()

reactor._asyncioEventloop.call_later(0.1, request)
reactor._asyncioEventloop.call_later(0.5, end)
reactor.run()
"""


def timeouts_left(extension: str) -> int:
    return int(subprocess.check_output([sys.executable, "-c", PROGRAM, extension], text=True))


def test_cancelled_timeouts_are_freed_before_the_next_one_is_due() -> None:
    assert timeouts_left("with") < 20
    assert timeouts_left("without") >= 100  # otherwise the extension is not needed any more
