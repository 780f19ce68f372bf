"""What a reader of HTML or Markdown would make of a text, and texts that would like to be made something of."""

from __future__ import annotations

from html.parser import HTMLParser

from markdown_it import MarkdownIt

ALLOWED = (
    {"html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "ul", "li", "b", "p", "figure", "figcaption"}
    | {"svg", "line", "text", "circle", "rect"}
    | {"section", "div", "table", "caption", "tr", "th", "td", "details", "summary", "footer"}
)


class Elements(HTMLParser):
    """Collects what a browser would make elements and attributes of."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style><svg onload=alert(1)>",
    "[click](javascript:alert(1)) ![x](http://evil.example/p.png)",
    "**bold** _it_ `code` ~~gone~~ | cell",
    "\n\n# heading\n\n- item\n\n<b>tag</b>",
    "<http://evil.example> www.evil.example http://evil.example a@evil.example",
    "1. item",
    "- item",
    "&lt;script&gt; &amp; &#60;b&#62;",
    "\\<b>\\[a](b)",
    "\u202egnp.exe\ud800\x00",
    "```\nfence\n```",
    "---",
    "[a]: http://evil.example",
]
RENDER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render
