"""Lines that tell when a post was edited beside when it was published: "Updated 5 May | Published 3 March 2014"."""

from __future__ import annotations

import re

__all__ = ["EDITED", "published_part"]

#: Words before the date of the last edit, and those before the date of publication.
EDITED = re.compile(
    r"updated|modified|revised|edited|geändert|aktualisiert|bearbeitet|mise? à jour|modifié|actualizad|modificad"
    r"|atualizad|aggiornat|bijgewerkt|gewijzigd|zaktualizowan|обновл|измен|оновлен|güncel|更新|修改|수정|تحديث|به.?روز"
    r"|अपडेट",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"published|posted|written|created|veröffentlicht|erstellt|geschrieben|publiée?|posté|publicad|escrito|criado"
    r"|pubblicat|gepubliceerd|geplaatst|opublikowan|dodan|опубликован|создан|написан|yayın|发表|发布|創建|创建|投稿|公開"
    r"|작성|게시|نشر|انتشار|प्रकाशित",
    re.IGNORECASE,
)
#: Only a text with two dates can be told apart, and these have so many digits.
_MANY_DIGITS = re.compile(r"(?:\D*+\d){8}")
_TWO_DATES = re.compile(r"\d{4}.*?\D\d{4}|\d\d?[./-]\d\d?[./-]\d\d.*\D\d\d?[./-]\d\d?[./-]\d\d", re.DOTALL)
#: What parts two statements: signs, and the words that begin them.
_PARTING = re.compile(rf"\s*[|·•;()]\s*|\s[–—/-]\s|(?={EDITED.pattern}|{_PUBLISHED.pattern})", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\s\S]*\d")
_SHORTEST, _LONGEST = 20, 300


def published_part(text: str) -> str:
    """The text without what says when something was edited, if another date is left.

    >>> published_part("Updated: 5 May 2016 | Published: 3 March 2014")
    'Published: 3 March 2014'
    """
    if not _SHORTEST <= len(text) <= _LONGEST or not _MANY_DIGITS.match(text):
        return text
    if not _TWO_DATES.search(text) or not EDITED.search(text):
        return text
    kept = " ".join(part for part in _PARTING.split(text) if part and not EDITED.search(part))
    return kept if _DIGITS.search(kept) else text
