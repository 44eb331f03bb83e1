"""Runs inside an environment with django-oscar: fills a shop with books (``seed``) and serves it (``serve PORT``)."""

from __future__ import annotations

import json
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings

_DJANGO = "auth contenttypes sessions messages staticfiles sites flatpages".split()
_OSCAR = (
    "analytics checkout address shipping catalogue catalogue.reviews communication partner basket payment offer order "
    "customer search voucher wishlists dashboard dashboard.reports dashboard.users dashboard.orders "
    "dashboard.catalogue dashboard.offers dashboard.partners dashboard.pages dashboard.ranges dashboard.reviews "
    "dashboard.vouchers dashboard.communications dashboard.shipping"
).split()
_MIDDLEWARE = (
    "django.contrib.sessions.middleware.SessionMiddleware django.middleware.csrf.CsrfViewMiddleware "
    "django.contrib.auth.middleware.AuthenticationMiddleware django.contrib.messages.middleware.MessageMiddleware "
    "oscar.apps.basket.middleware.BasketMiddleware"
).split()
_CONTEXT = (
    "django.template.context_processors.request django.contrib.auth.context_processors.auth "
    "django.template.context_processors.i18n django.contrib.messages.context_processors.messages "
    "oscar.apps.search.context_processors.search_form oscar.apps.checkout.context_processors.checkout "
    "oscar.apps.communication.notifications.context_processors.notifications "
    "oscar.core.context_processors.metadata"
).split()


def prepare(folder: str) -> None:
    """Configure Django with the shop's database and index in a folder."""
    import django
    from oscar import defaults

    given = {name: getattr(defaults, name) for name in dir(defaults) if name.isupper()}
    templates = {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": _CONTEXT},
    }
    index = {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": f"{folder}/index"}
    settings.configure(
        **given
        | {
            "SECRET_KEY": "a test",
            "ALLOWED_HOSTS": ["*"],
            "ROOT_URLCONF": "oscar_urls",
            "SITE_ID": 1,
            "USE_TZ": True,
            "LANGUAGE_CODE": "en-gb",
            "STATIC_URL": "/static/",
            "MEDIA_URL": "/media/",
            "MEDIA_ROOT": folder,
            "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
            "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder}/shop.sqlite"}},
            "INSTALLED_APPS": [
                *(f"django.contrib.{name}" for name in ("admin", *_DJANGO)),
                "oscar.config.Shop",
                *map(_app, _OSCAR),
                *("widget_tweaks", "haystack", "treebeard", "sorl.thumbnail", "django_tables2"),
            ],
            "MIDDLEWARE": _MIDDLEWARE,
            "TEMPLATES": [templates],
            "HAYSTACK_CONNECTIONS": {"default": index},
        }
    )
    django.setup()


def _app(name: str) -> str:
    """The configuration of one of Oscar's applications: ``dashboard.users.apps.UsersDashboardConfig``."""
    above, _, last = name.rpartition(".")
    words = [last, above] if above == "dashboard" else [above, last]
    return f"oscar.apps.{name}.apps.{''.join(word.title() for word in words)}Config"


def seed() -> None:
    """Books as products with attributes; the decade is the category."""
    from django.core.management import call_command
    from django.db import transaction
    from oscar.apps.catalogue.categories import create_from_breadcrumbs
    from oscar.apps.catalogue.models import Product, ProductAttribute, ProductCategory, ProductClass
    from oscar.apps.partner.models import Partner, StockRecord

    call_command("migrate", verbosity=0)
    kind = ProductClass.objects.create(name="Book", requires_shipping=True, track_stock=False)
    for name in ("author", "year", "language"):
        ProductAttribute.objects.create(product_class=kind, name=name.title(), code=name, type="text")
    partner = Partner.objects.create(name="Seller")
    with transaction.atomic():
        for book in json.load(sys.stdin):
            product = Product(title=book["title"], upc=f"b{book['id']}", product_class=kind, structure="standalone")
            for name in ("author", "year", "language"):
                setattr(product.attr, name, book[name])
            product.save()
            category = create_from_breadcrumbs(f"Books > {book['decade']}")
            ProductCategory.objects.create(product=product, category=category)
            StockRecord.objects.create(
                product=product, partner=partner, partner_sku=book["id"], price=5 + int(book["id"]) % 40
            )
    call_command("rebuild_index", interactive=False, verbosity=0)


def serve(port: int) -> None:
    from django.core.handlers.wsgi import WSGIHandler

    class Server(ThreadingMixIn, WSGIServer):
        daemon_threads = True

    make_server("127.0.0.1", port, WSGIHandler(), Server, WSGIRequestHandler).serve_forever()


if __name__ == "__main__":
    prepare(sys.argv[1])
    if sys.argv[2] == "seed":
        seed()
    else:
        serve(int(sys.argv[3]))
