"""What is known of the programs that make blogs, forums and wikis: how their pages are recognised, which links matter
there, and where each field stands. Pure functions over parsed pages: no Scrapy, no network.

    base = known_applications()
    detected = base.detect(document(parse_page(html, url), headers))
"""

from .adapting import adapt_level, adapt_new, adapt_recrawl
from .base import Detected, KnowledgeBase, known_applications, shipped_files
from .document import Document, document
from .expression import Expression
from .grammar import parse_expression
from .index import Index
from .leading import adapt_list, adapt_ways
from .learned import DETECT, Learned, with_learned
from .linklists import guess_ways, next_pages
from .model import Application, Avoid, Detection, Extraction, Follow, Level, Objects
from .navigation import Way, links_at, navigate
from .plausible import is_whole
from .postadapting import adapt_posts
from .reading import read_application, with_parents
from .repeated import repeated_replies
from .rules import with_actions
from .threads import Reply, read_replies

__all__ = [
    "DETECT",
    "Application",
    "Avoid",
    "Detected",
    "Detection",
    "Document",
    "Expression",
    "Extraction",
    "Follow",
    "Index",
    "KnowledgeBase",
    "Learned",
    "Level",
    "Objects",
    "Reply",
    "Way",
    "adapt_level",
    "adapt_list",
    "adapt_new",
    "adapt_posts",
    "adapt_recrawl",
    "adapt_ways",
    "document",
    "guess_ways",
    "is_whole",
    "known_applications",
    "links_at",
    "navigate",
    "next_pages",
    "parse_expression",
    "read_application",
    "read_replies",
    "repeated_replies",
    "shipped_files",
    "with_actions",
    "with_learned",
    "with_parents",
]
