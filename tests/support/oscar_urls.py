"""The addresses of the shop that ``oscar_server.py`` serves."""

from __future__ import annotations

from django.apps import apps
from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include(apps.get_app_config("oscar").urls[0])),
]
