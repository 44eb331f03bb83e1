from __future__ import annotations

from blogcrawler.deepweb.probing.query_choice import Query, QueryPool


def asking(word: str) -> Query:
    return (("q", word),)


def pool(words: dict[str, list[int]], page_size: int = 10) -> QueryPool:
    """A pool that knows records with these words, each of which one other query has hit."""
    result = QueryPool(page_size)
    numbers = sorted({number for found in words.values() for number in found})
    for number in numbers:
        having = [word for word, found in words.items() if number in found]
        result.add_record(number, [(asking(word), "title") for word in having])
    for number in numbers:
        result.record_answer(asking(f"other{number}"), [number], 1)
    return result


def test_of_two_words_the_one_of_more_known_records_is_asked() -> None:
    best = pool({"king": [1, 2, 3, 4], "road": [4, 5], "of": [6]}).best()
    assert best is not None
    assert best[0] == asking("king")


def test_a_page_shows_only_some_of_the_new_records_of_a_frequent_word() -> None:
    few = pool({"the": list(range(90))}, page_size=10)
    many = pool({"the": list(range(90))}, page_size=1000)
    assert few.expected(asking("the")) <= 10 < many.expected(asking("the"))


def test_what_queries_have_brought_corrects_what_is_expected_of_the_next() -> None:
    queries = pool({"king": [1, 2, 3, 4], "road": [5, 6, 7], "garden": [8, 9, 10]}, page_size=1000)
    before = queries.expected(asking("garden"))
    estimated = queries.estimated(asking("king"))
    queries.start(asking("king"))
    queries.record_answer(asking("king"), [1, 2, 3, 4], 0, estimated)
    assert queries.expected(asking("garden")) < 0.8 * before


def test_results_that_are_cut_off_correct_nothing() -> None:
    queries = pool({"the": list(range(90)), "king": [1, 2]}, page_size=10)
    queries.max_results = 10
    assert queries.estimated(asking("the")) <= 10


def test_a_few_queries_without_news_do_not_outweigh_what_the_others_have_brought() -> None:
    words = {f"word{n}": [3 * n, 3 * n + 1, 3 * n + 2] for n in range(100)}
    queries = pool(words, page_size=1000)
    for n in range(80):
        estimated = queries.estimated(asking(f"word{n}"))
        queries.start(asking(f"word{n}"))
        queries.record_answer(asking(f"word{n}"), words[f"word{n}"], round(estimated) if n < 60 else 0, estimated)
    assert queries.expected(asking("word99")) > 0.5 * queries.estimated(asking("word99"))


def test_the_next_page_is_worth_less_if_known_records_are_still_to_come() -> None:
    queries = pool({"the": list(range(40))}, page_size=20)
    known, unknown = queries.start(asking("the")), queries.start(asking("unknown"))
    queries.add_page(known, range(20, 40), 10)
    queries.add_page(unknown, range(100, 120), 20)
    assert len(known.waiting) == 20
    assert not unknown.waiting
    assert queries.gain(known) < queries.gain(unknown)
    assert queries.gain(unknown) > 5


def test_records_found_elsewhere_wait_on_the_next_pages_of_a_query() -> None:
    queries = pool({"the": list(range(10))})
    started = queries.start(asking("the"))
    queries.add_page(started, range(10), 0)
    queries.add_record(200, [(asking("the"), "title")])
    queries.add_record(3, [(asking("the"), "title")])
    assert started.waiting == {200}


def test_a_feature_without_results_is_given_up() -> None:
    queries = pool({f"word{number}": [number] for number in range(6)})
    for number in range(4):
        queries.start(asking(f"word{number}"))
        queries.record_answer(asking(f"word{number}"), [], 0)
    assert queries.best() is None
