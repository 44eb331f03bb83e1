"""What the learners of the article's interior know about a training page."""

from __future__ import annotations

from ....dom import Selector
from ...training.article_labels import ArticleLabels
from ...training.sample import TrainingSample

__all__ = ["InteriorPage"]

#: The page, which of its words are the article's, the article's node, and the nodes in it by their selectors.
InteriorPage = tuple[TrainingSample, ArticleLabels, int, dict[Selector, list[int]]]
