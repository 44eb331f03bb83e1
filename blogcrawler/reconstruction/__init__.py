"""Pages that were never captured: the posts of a moment in the template of that time.

A template is what remains of a captured page when its objects (title, article, comments, lists of posts) are removed.
The objects of another moment, or of another post, are put in their places.
"""

from .list_page import fill_lists
from .post_page import fill_post
from .rebuild import RebuiltPage, rebuild_page

__all__ = ["RebuiltPage", "fill_lists", "fill_post", "rebuild_page"]
