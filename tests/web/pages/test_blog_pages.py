from __future__ import annotations

from contextlib import closing
from pathlib import Path

from lxml import html
from sample_archive import BLOGS, FORUM
from starlette.testclient import TestClient

from blogcrawler.items import Blog
from blogcrawler.store import open_store
from blogcrawler.web import WebOptions, web_app

HARBOUR = BLOGS[0].url


def test_a_card_has_the_figures_of_its_blog(reader: TestClient) -> None:
    cards = {card["url"]: card for card in reader.get("/blogs.json").json()["blogs"]}
    assert cards.keys() == {blog.url for blog in BLOGS} | {FORUM}
    card = cards[HARBOUR]
    assert (card["title"], card["program"], card["posts"], card["comments"]) == (
        "Harbour Notes",
        "blog/wordpress",
        26,
        45,
    )
    assert sum(number for _, number in card["months"]) == 26
    assert (card["first"] < "2018", card["last"]) == (True, "2024-10-12")
    assert (card["visited"], card["outcome"]) == ("2024-11-16T08:00:00+00:00", "updated")
    assert card["filled"]["title"] == 1.0
    assert cards["https://khaneh.example/"]["outcome"] == "failed"


def test_programs_are_called_by_their_names(reader: TestClient) -> None:
    cards = html.fromstring(reader.get("/").content).xpath("//li[@data-item]")
    named = {card.xpath("string(.//h2)"): card.xpath("string(.//ul[@class='facts']/li)") for card in cards}
    assert (named["Harbour Notes"], named["Kettle Forum"]) == ("WordPress", "phpBB 3")
    assert "<dt>Program</dt><dd>WordPress</dd>" in reader.get(f"/blog?url={HARBOUR}").text


def test_faults_of_the_last_crawl_are_part_of_a_blogs_health(reader: TestClient) -> None:
    cards = html.fromstring(reader.get("/").content).xpath("//li[@data-item]")
    facts = {card.xpath("string(.//h2)"): card.xpath(".//ul[@class='facts']/li/text()") for card in cards}
    assert "3 faults" in facts[BLOGS[2].title]
    assert "No faults" in facts[BLOGS[0].title]
    assert not [fact for fact in facts["Kettle Forum"] if "fault" in fact]  # it is not known
    page = html.fromstring(reader.get(f"/blog?url={BLOGS[2].url}").content)
    assert page.xpath("//ul[@class='faults']/li/text()") == ["comments × 2", "media × 1"]


def test_all_posts_of_a_blog_can_be_reached_by_paging(reader: TestClient) -> None:
    found, page, pages = [], f"/blog?url={HARBOUR}", 0
    while page:
        tree = html.fromstring(reader.get(page).content)
        found += tree.xpath("//li[@class='entry']//h3/a/@href")
        pages += 1
        page = next(iter(tree.xpath("//a[@rel='next']/@href")), None)
    assert pages == 2
    assert len(found) == len(set(found)) == 26
    back = html.fromstring(reader.get(tree.xpath("//a[@rel='prev']/@href")[0]).content)
    assert back.xpath("//li[@class='entry']//h3/a/@href") == found[:20]


def test_a_month_of_the_timeline_leads_to_its_posts(reader: TestClient) -> None:
    data = reader.get(f"/blog.json?url={HARBOUR}").json()
    month, number = data["timeline"]["months"][-1]
    posts = reader.get(f"/blog.json?url={HARBOUR}&since={month}&until={month}").json()["posts"]
    assert len(posts) == number
    assert {post["published"][:7] for post in posts} == {month}


def test_february_ends_where_the_calendar_says(reader: TestClient) -> None:
    for month in ("2024-02", "2023-02", "2023-04"):
        posts = reader.get(f"/blog.json?url={HARBOUR}&since={month}&until={month}").json()["posts"]
        assert all(post["published"].startswith(month) for post in posts)


def test_a_blog_page_has_people_tags_rhythm_and_rules(reader: TestClient) -> None:
    data = reader.get(f"/blog.json?url={HARBOUR}").json()
    assert [name for name, _ in data["contents"]["authors"]] == ["Ada Marlowe", "Tom Berger"]
    assert len(data["contents"]["tags"]) == 6
    assert sum(data["timeline"]["week"]) == sum(data["timeline"]["weekdays"]) == 26
    learned = {one["field"]: one for one in data["learned"]}
    assert learned["title"]["rules"] == ["h1.entry"]
    assert learned["title"]["examples"][0] == data["posts"][0]["title"]
    assert [visit["outcome"] for visit in data["visits"]] == ["updated", "quiet", "updated"]


def test_nonsense_in_the_address_is_ignored(reader: TestClient) -> None:
    for more in (
        "&after=x",
        "&before=9999999999999999999.1",
        "&after=-1.1",
        "&since=x&until=y",
        "&since=9999-99&until=0000-00",
    ):
        assert reader.get(f"/blog?url={HARBOUR}{more}").status_code == 200, more


def test_many_blogs_have_pages(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        for n in range(100):
            store.save_blog(Blog(f"https://blog{n}.example/", f"Blog {n:03}"))
    with TestClient(web_app(WebOptions(tmp_path)), base_url="http://127.0.0.1") as client:
        titles = [
            card["title"] for page in (1, 2, 3) for card in client.get(f"/blogs.json?page={page}").json()["blogs"]
        ]
        assert titles == [f"Blog {n:03}" for n in range(100)]
        assert client.get("/blogs.json?page=99").json()["page"] == 3
        assert 'rel="next"' in client.get("/").text
