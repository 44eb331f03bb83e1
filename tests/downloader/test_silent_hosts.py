from __future__ import annotations

from scrapy.exceptions import DownloadTimeoutError, ResponseDataLossError

from blogcrawler.downloader import SilentHosts

URL, OTHER = "http://pictures.example/1.png", "http://other.example/1.png"


def test_a_host_is_given_up_after_three_failures_in_a_row():
    hosts = SilentHosts()
    assert [hosts.failed(URL, DownloadTimeoutError()) for _ in range(4)] == [False, False, True, False]
    assert "http://PICTURES.example/2.png" in hosts
    assert OTHER not in hosts


def test_a_response_resets_the_count():
    hosts = SilentHosts(max_failures=2)
    hosts.failed(URL, DownloadTimeoutError())
    hosts.answered(URL)
    assert not hosts.failed(URL, DownloadTimeoutError())
    assert URL not in hosts


def test_errors_of_a_host_that_responds_do_not_count():
    hosts = SilentHosts(max_failures=1)
    assert not hosts.failed(URL, ResponseDataLossError())
    assert not hosts.failed(URL, None)
    assert URL not in hosts
