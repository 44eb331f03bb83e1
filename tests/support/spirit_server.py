"""Runs inside the environment of django-spirit: fills a forum (``seed``), changes it (``change``) or serves it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server


def prepare(folder: str) -> None:
    sys.path.insert(0, folder)
    os.chdir(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "forum.settings.dev"
    import django

    django.setup()


def at_once(write: Callable[[], None]) -> None:
    """Write in one transaction, which is much faster."""
    from django.db import transaction

    with transaction.atomic():
        write()


def seed() -> None:
    """What standard input describes: ``[{title, category, posts: [{user, date, html}]}]``."""
    from django.contrib.auth import get_user_model
    from spirit.category.models import Category
    from spirit.comment.models import Comment
    from spirit.topic.models import Topic

    users = get_user_model()
    for topic in json.load(sys.stdin):
        category, _ = Category.objects.get_or_create(title=topic["category"])
        posts = topic["posts"]
        made = None
        for post in posts:
            user, _ = users.objects.get_or_create(
                username=post["user"], defaults={"email": f"{post['user']}@example.org"}
            )
            date = datetime.fromisoformat(post["date"]).replace(tzinfo=UTC)
            if made is None:
                made = Topic.objects.create(
                    user=user, category=category, title=topic["title"], date=date, comment_count=len(posts)
                )
            Comment.objects.create(
                user=user, topic=made, comment="…", comment_html=post["html"], date=date + timedelta(0)
            )
            Topic.objects.filter(pk=made.pk).update(last_active=date)


def change() -> None:
    """What standard input describes: ``{reply: {title: [post]}, edit: {title: [number, html]}, …}``.

    ``erase`` maps the title of a thread to the number of a message; ``remove`` lists titles of threads.
    """
    from django.contrib.auth import get_user_model
    from spirit.comment.models import Comment
    from spirit.topic.models import Topic

    changes = json.load(sys.stdin)
    for title, posts in changes.get("reply", {}).items():
        topic = Topic.objects.get(title=title)
        for post in posts:
            user = get_user_model().objects.get(username=post["user"])
            date = datetime.fromisoformat(post["date"]).replace(tzinfo=UTC)
            Comment.objects.create(user=user, topic=topic, comment="…", comment_html=post["html"], date=date)
            count = Comment.objects.filter(topic=topic, is_removed=False).count()
            Topic.objects.filter(pk=topic.pk).update(last_active=date, comment_count=count)
    for title, (number, html) in changes.get("edit", {}).items():
        edited = Comment.objects.filter(topic__title=title).order_by("date")[number]
        Comment.objects.filter(pk=edited.pk).update(comment_html=html, is_modified=True, modified_count=1)
    for title, number in changes.get("erase", {}).items():
        erased = Comment.objects.filter(topic__title=title).order_by("date")[number]
        Comment.objects.filter(pk=erased.pk).update(is_removed=True)
        count = Comment.objects.filter(topic__title=title, is_removed=False).count()
        Topic.objects.filter(title=title).update(comment_count=count)
    Topic.objects.filter(title__in=changes.get("remove", [])).update(is_removed=True)


def serve(port: int, log: str) -> None:
    from django.core.wsgi import get_wsgi_application

    class Server(ThreadingMixIn, WSGIServer):
        daemon_threads = True

    class Handler(WSGIRequestHandler):
        def log_message(self, *_: object) -> None:
            with Path(log).open("a") as file:
                file.write(f"{self.command} {self.path}\n")

    make_server("127.0.0.1", port, get_wsgi_application(), Server, Handler).serve_forever()


if __name__ == "__main__":
    prepare(sys.argv[1])
    match sys.argv[2]:
        case "seed":
            at_once(seed)
        case "change":
            at_once(change)
        case _:
            serve(int(sys.argv[3]), sys.argv[4])
