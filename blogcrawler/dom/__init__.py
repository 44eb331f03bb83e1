"""Parsed pages: the tree, its text, selectors, regions, and how alike two pages or texts are.

Pure functions over lxml trees: no I/O, no Scrapy.
"""

from .article_end import ends_article, heading_box
from .boilerplate import (
    COMMENT_NOUNS,
    DISCUSSION_OPENERS,
    HEADINGS,
    NOTES,
    PLUGINS,
    READ_OUT,
    is_comments,
    is_noise,
    noise_by_name,
    opens_discussion,
)
from .dice_similarity import Bigrams, bigrams, dice, similarity
from .element_map import ElementMap
from .element_text import OWN, PIECES, node_pieces, node_text, own_text
from .lookalikes import LookalikeGroup, look_of, lookalike_groups, most_alike
from .metadata import JSON_LD, META, head_metas, json_ld_picture, meta_contents
from .page import FRAME_TAG, Page, parse_fragment, parse_page, text_content, texts
from .page_outline import BLOCK_TAGS, DATE_ATTRIBUTES, INVISIBLE_TAGS, NOISE_TAGS, Block, Outline, outline
from .pruning import backwards, drop, drop_following, drop_preceding
from .regions import PageKind, Region, RegionKind, page_kind, page_regions, region_around
from .repeated_rows import leads_to_comment, stands_in_row
from .script_data import SCRIPT, script_dates
from .select import find, read, read_elements
from .selectors import Selector, Selectors, candidate_selectors, path_inside, selector_cost
from .template_similarity import same_template, structure, templates_alike
from .tokens import squash, words
from .visibility import NOT_SHOWN, is_not_shown

__all__ = [
    "BLOCK_TAGS",
    "COMMENT_NOUNS",
    "DATE_ATTRIBUTES",
    "DISCUSSION_OPENERS",
    "FRAME_TAG",
    "HEADINGS",
    "INVISIBLE_TAGS",
    "JSON_LD",
    "META",
    "NOISE_TAGS",
    "NOTES",
    "NOT_SHOWN",
    "OWN",
    "PIECES",
    "PLUGINS",
    "READ_OUT",
    "SCRIPT",
    "Bigrams",
    "Block",
    "ElementMap",
    "LookalikeGroup",
    "Outline",
    "Page",
    "PageKind",
    "Region",
    "RegionKind",
    "Selector",
    "Selectors",
    "backwards",
    "bigrams",
    "candidate_selectors",
    "dice",
    "drop",
    "drop_following",
    "drop_preceding",
    "ends_article",
    "find",
    "head_metas",
    "heading_box",
    "is_comments",
    "is_noise",
    "is_not_shown",
    "json_ld_picture",
    "leads_to_comment",
    "look_of",
    "lookalike_groups",
    "meta_contents",
    "most_alike",
    "node_pieces",
    "node_text",
    "noise_by_name",
    "opens_discussion",
    "outline",
    "own_text",
    "page_kind",
    "page_regions",
    "parse_fragment",
    "parse_page",
    "path_inside",
    "read",
    "read_elements",
    "region_around",
    "same_template",
    "script_dates",
    "selector_cost",
    "similarity",
    "squash",
    "stands_in_row",
    "structure",
    "templates_alike",
    "text_content",
    "texts",
    "words",
]
