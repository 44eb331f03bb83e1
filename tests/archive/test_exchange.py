import pytest

from blogcrawler.archive import in_origin_form, without_interim
from blogcrawler.archive.exchange import ResponseHead

OK = b"HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody"


@pytest.mark.parametrize(
    ("response", "size", "complete", "status", "mime"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=x\r\n\r\nbody", 55, True, 200, "text/html"),
        (b"HTTP/1.0 404\nCONTENT-TYPE:image/png\n\nx", 37, True, 404, "image/png"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", 27, True, 204, "unk"),
        (b"HTTP/1.1 200 OK\r\nContent-Ty", 27, False, 200, "unk"),
        (b"HTTP/1.1 2", 10, False, None, "unk"),
        (b"HTTP/1.1 200 OK\r\nX: content-type: a/b\r\n\r\nContent-Type: c/d", 41, True, 200, "unk"),
    ],
)
def test_a_truncated_head_is_read_as_far_as_possible(
    response: bytes, size: int, complete: bool, status: int | None, mime: str
) -> None:
    assert ResponseHead.read(response) == ResponseHead(size, complete, status, mime)


@pytest.mark.parametrize(
    ("received", "final"),
    [
        (OK, OK),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + OK, OK),
        (b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" + OK, OK),
        (b"HTTP/1.1 100 Conti", b""),
        (b"", b""),
    ],
)
def test_interim_responses_are_left_out(received: bytes, final: bytes) -> None:
    assert without_interim(received) == final


@pytest.mark.parametrize(
    ("sent", "origin"),
    [
        (b"http://a.org/x?y=1", b"/x?y=1"),
        (b"http://a.org:81", b"/"),
        (b"http://a.org?q", b"/?q"),
        (b"/already", b"/already"),
    ],
)
def test_a_request_to_a_proxy_is_turned_into_one_to_the_server(sent: bytes, origin: bytes) -> None:
    secret = b"Proxy-Authorization: Basic eDp5\r\n"
    request = b"POST %b HTTP/1.1\r\nHost: a.org\r\n%bB: c\r\n\r\nProxy-X: 1\r\n\r\n"
    assert in_origin_form(request % (sent, secret)) == request % (origin, b"")
