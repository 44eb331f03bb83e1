"""Explaining a page of a crawled blog: which program made it, whether it is a post, and where each field comes from."""

from .archived_page import explain_archived
from .explain_page import CapturedPage, explain_page
from .model import (
    ArticleBlock,
    Choice,
    DateChoice,
    Explanation,
    FieldExplanation,
    Fit,
    PostDecision,
    PostReason,
    Program,
    TextPart,
)

__all__ = [
    "ArticleBlock",
    "CapturedPage",
    "Choice",
    "DateChoice",
    "Explanation",
    "FieldExplanation",
    "Fit",
    "PostDecision",
    "PostReason",
    "Program",
    "TextPart",
    "explain_archived",
    "explain_page",
]
