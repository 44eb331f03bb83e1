"""What is known about the software behind blogs, forums and wikis: how to recognise their pages, which links matter
there, and where each field is. Pure functions over parsed pages: no Scrapy, no network.

    base = known_applications()
    detected = base.detect(document(parse_page(html, url), headers))
"""

from .adaptation.adapt import adapt_level, adapt_new, adapt_recrawl
from .adaptation.candidate_paths import paths_to
from .adaptation.choose_path import MIN_PAGES
from .adaptation.completeness import finds_whole_article
from .adaptation.link_actions import adapt_navigation, adapt_single_list
from .adaptation.work_budget import WorkBudget
from .language.expression import Expression, Step
from .language.grammar import parse_expression
from .language.index import Index
from .model.as_rules import with_actions
from .model.http_document import Document, document
from .model.knowledge_base import KnowledgeBase, application_title, known_applications, shipped_files
from .model.learned import DETECT, OF_POSTS, Learned, with_action, with_learned
from .model.model import Application, Detection, Extraction, Level, Objects
from .model.navigation import NavigationLink, links_at, navigate
from .model.values import clean_node, found_text, language_of, link_of
from .model.xml_reader import read_application, with_parents
from .model.xml_writer import learned_file, new_file

__all__ = [
    "DETECT",
    "MIN_PAGES",
    "OF_POSTS",
    "Application",
    "Detection",
    "Document",
    "Expression",
    "Extraction",
    "Index",
    "KnowledgeBase",
    "Learned",
    "Level",
    "NavigationLink",
    "Objects",
    "Step",
    "WorkBudget",
    "adapt_level",
    "adapt_navigation",
    "adapt_new",
    "adapt_recrawl",
    "adapt_single_list",
    "application_title",
    "clean_node",
    "document",
    "finds_whole_article",
    "found_text",
    "known_applications",
    "language_of",
    "learned_file",
    "link_of",
    "links_at",
    "navigate",
    "new_file",
    "parse_expression",
    "paths_to",
    "read_application",
    "shipped_files",
    "with_action",
    "with_actions",
    "with_learned",
    "with_parents",
]
