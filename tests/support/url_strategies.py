"""Hostile addresses for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

HOSTILE = st.one_of(
    st.text(max_size=60),
    st.text("ab/.:?#[]@%;=&\\ \t\n\0é\ud800\uff0e", max_size=60),
    st.builds(
        "{}://{}{}?{}#{}".format,
        st.sampled_from(["http", "HTTPS", "ftp", ""]),
        st.text("a.:[]@%\\é\ud800-_1", max_size=20),
        st.text("/.a;%2Fé \ud800=", max_size=30).map(lambda path: "/" + path),
        st.text("abs=&;%+ é\ud800", max_size=30),
        st.text(max_size=5),
    ),
)
