from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.rendering.more_buttons import loads_more


@pytest.mark.parametrize(
    "label",
    [
        "Load more comments",
        "Load More Comments…",
        "Show all 88 comments",
        "View 3 more replies",
        "3 replies",
        "12 Hidden",
        "2 more comments",
        "Show older comments",
        "Mehr Kommentare anzeigen",
        "Weitere Kommentare laden",
        "Voir plus de commentaires",
        "Afficher les 12 commentaires",
        "Ver más comentarios",
        "Carregar mais comentários",
        "Carica altri commenti",
        "Toon meer reacties",
        "Показать ещё комментарии",
        "加载更多评论",
        "コメントをもっと見る",
    ],
)
def test_buttons_that_load_comments_are_recognised(label: str) -> None:
    assert loads_more(label, "")


@pytest.mark.parametrize("label", ["Load more", "Show more", "More", "Mehr anzeigen", "Voir plus", "加载更多"])
def test_general_more_buttons_count_only_in_a_discussion(label: str) -> None:
    assert loads_more(label, "post comments-area wide")
    assert not loads_more(label, "sidebar widget related")


@pytest.mark.parametrize(
    "label",
    [
        "",
        "Reply",
        "Post comment",
        "Leave a comment",
        "Add a comment",
        "Hide replies",
        "Collapse comments",
        "Log in to comment",
        "Subscribe to comments",
        "Delete",
        "Report",
        "Share",
        "Read more about how comments changed the way that I think about gardening",
    ],
)
def test_other_buttons_are_not_clicked(label: str) -> None:
    assert not loads_more(label, "comments")


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_label_is_classified_without_an_error(label: str, around: str) -> None:
    assert loads_more(label, around) in (True, False)
