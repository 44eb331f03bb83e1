"""Parsed pages: the tree, its text, selectors, regions, and how alike two pages or texts are.

Pure functions over lxml trees: no I/O, no Scrapy.
"""

from .article_end import DiscussionCaption, discussion_caption, ends_article, heading_box
from .boilerplate import (
    BESIDE_DISCUSSION,
    COMMENT_NOUNS,
    DISCUSSION_OPENERS,
    HEADINGS,
    NOTE_NAMES,
    PLUGIN_NAMES,
    SCREEN_READER_NAMES,
    is_comments,
    is_noise,
    noise_by_name,
    opens_discussion,
)
from .element_map import ElementMap
from .element_text import OWN, PIECES, elements_with_text, node_pieces, node_text, own_text, short_text
from .likeness.dice_similarity import Bigrams, bigrams, dice, similarity
from .likeness.lookalikes import LookalikeGroup, look_of, lookalike_groups, most_alike
from .likeness.repeated_rows import is_in_repeated_rows, links_to_comment
from .likeness.template_similarity import group_by_template, page_structure, structure_similarity
from .metadata import JSON_LD, META, head_metas, json_ld_image, meta_contents
from .page import FRAME_TAG, Page, parse_fragment, parse_page, text_content, texts
from .page_limits import fit_bytes
from .page_outline import BLOCK_TAGS, DATE_ATTRIBUTES, INVISIBLE_TAGS, NOISE_TAGS, Block, Outline, outline
from .pruning import drop, drop_following, drop_preceding, iter_backwards
from .regions.areas import page_areas
from .regions.clipping_paper import PaperClip, PaperParameters, paper_clips, paper_regions
from .regions.page_regions import PageKind, Region, RegionKind, page_kind, page_regions, region_around
from .robots_tags import NOT_KEPT, RobotsTags
from .script_data import SCRIPT, script_dates
from .selecting.element_paths import element_path, is_xpath_name
from .selecting.select import find, read, read_element, read_elements
from .selecting.selectors import Selector, Selectors, candidate_selectors, path_inside, selector_cost, shorten_selector
from .selecting.xpath import linear_xpath
from .stylesheet import StylesheetUrl, replace_stylesheet_urls, stylesheet_text, stylesheet_urls
from .tokens import squash, words
from .visibility import HIDING_ATTRIBUTES, is_hidden_or_navigation

__all__ = [
    "BESIDE_DISCUSSION",
    "BLOCK_TAGS",
    "COMMENT_NOUNS",
    "DATE_ATTRIBUTES",
    "DISCUSSION_OPENERS",
    "FRAME_TAG",
    "HEADINGS",
    "HIDING_ATTRIBUTES",
    "INVISIBLE_TAGS",
    "JSON_LD",
    "META",
    "NOISE_TAGS",
    "NOTE_NAMES",
    "NOT_KEPT",
    "OWN",
    "PIECES",
    "PLUGIN_NAMES",
    "SCREEN_READER_NAMES",
    "SCRIPT",
    "Bigrams",
    "Block",
    "DiscussionCaption",
    "ElementMap",
    "LookalikeGroup",
    "Outline",
    "Page",
    "PageKind",
    "PaperClip",
    "PaperParameters",
    "Region",
    "RegionKind",
    "RobotsTags",
    "Selector",
    "Selectors",
    "StylesheetUrl",
    "bigrams",
    "candidate_selectors",
    "dice",
    "discussion_caption",
    "drop",
    "drop_following",
    "drop_preceding",
    "element_path",
    "elements_with_text",
    "ends_article",
    "find",
    "fit_bytes",
    "group_by_template",
    "head_metas",
    "heading_box",
    "is_comments",
    "is_hidden_or_navigation",
    "is_in_repeated_rows",
    "is_noise",
    "is_xpath_name",
    "iter_backwards",
    "json_ld_image",
    "linear_xpath",
    "links_to_comment",
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
    "page_areas",
    "page_kind",
    "page_regions",
    "page_structure",
    "paper_clips",
    "paper_regions",
    "parse_fragment",
    "parse_page",
    "path_inside",
    "read",
    "read_element",
    "read_elements",
    "region_around",
    "replace_stylesheet_urls",
    "script_dates",
    "selector_cost",
    "short_text",
    "shorten_selector",
    "similarity",
    "squash",
    "structure_similarity",
    "stylesheet_text",
    "stylesheet_urls",
    "text_content",
    "texts",
    "words",
]
