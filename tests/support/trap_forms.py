"""A page full of forms that must never be submitted, and one search."""

from __future__ import annotations

_INSIDE = {
    "/login": '<input name="user"><input type="password" name="pass"><button>Go</button>',
    "/signin": '<label>Find your account <input name="q"></label><button>Sign in</button>',
    "/comment": '<input name="q"><textarea name="text"></textarea><button>Post</button>',
    "/reply": '<input name="search"><button>Post comment</button>',
    "/newsletter": '<input type="email" name="q"><button>Subscribe</button>',
    "/list": '<input name="q" placeholder="Your address"><button>Subscribe</button>',
    "/order": '<input name="quantity" value="1"><button>Search and buy</button>',
    "/items": '<input name="q"><input type="hidden" name="do" value="add-to-cart"><button>Go</button>',
    "/delete": '<input name="id"><button>OK</button>',
    "/tool": '<input name="query"><button>Search</button><button formaction="/purge">Delete all</button>',
    "/search?action=delete": '<input name="q" type="search"><button>Search</button>',
    "/jump": '<input name="n"><button>Go</button>',
    "/poll": '<select name="q"><option>yes<option>no</select><button>Vote</button>',
    "/search-pictures": '<input name="q" type="search"><input type="file" name="picture">',
    "/manage": '<input name="q" type="search"><button name="delete" value="1">Search</button>',
    "/lookup": '<input name="q" type="search"><input type="submit" value="Search" formaction="/remove">',
    "/search-and-pay": '<input name="q" type="search"><input type="image" alt="Buy now"><button>Find</button>',
    "/search-members": '<input name="q" type="search"><input type="hidden" name="op" value="unsubscribe">',
    "/search-files": '<input name="q" type="search"><button>Search</button><button name="trash">×</button>',
    "/find": '<input name="q"><input type="hidden" name="csrfmiddlewaretoken" value="x"><button>Search</button>',
}
#: Forms by action; {method} is to be replaced.
TRAPS = {path: f'<form action="{path}" method="{{method}}">{inside}</form>' for path, inside in _INSIDE.items()}
SEARCH = (
    '<form action="/search" role="search"><input type="hidden" name="lang" value="en">'
    '<input name="q" type="search"><button>Search</button></form>'
)
#: Forms that are not on the page itself, or that a script sends elsewhere.
_ELSEWHERE = """<iframe src="/framed"></iframe><object data="/framed"></object>
<script>document.write('<form action="/scripted"><input name="q" type="search"><button>Search</button></form>')</script>
<!-- <form action="/commented"><input name="q" type="search"><button>Search</button></form> -->
<form action="/sent" onsubmit="return remove(this)"><input name="q" type="search"><button>Search</button></form>
<form action="javascript:search()"><input name="q" type="search"><button>Search</button></form>
<a href="/delete/1">Next page</a> <a href="/search?lang=en&amp;q=the&amp;action=delete" rel="next">Next</a>"""


def trap_page(*, with_search: bool = False) -> str:
    forms = [form.format(method=method) for form in TRAPS.values() for method in ("get", "post")]
    return f"<html><body><h1>Shop</h1>{''.join(forms)}{_ELSEWHERE}{SEARCH if with_search else ''}</body></html>"
