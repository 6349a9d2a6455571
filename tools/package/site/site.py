#!/usr/bin/env python3
"""The documentation as a site.

    site.py stage FOLDER OPENAPI
                           writes FOLDER/mkdocs.yml, and to FOLDER/pages the pages of docs/ and of the
                           root, a reference of the API that is made from the file OPENAPI, llms.txt,
                           and the files that the pages lead to
    site.py finish FOLDER  adds the pages as they are, for llms.txt, to the site that mkdocs has made
                           in FOLDER/site, and moves the scripts within the markup into files; fails
                           if the site has links to pages, files or headings that are not there, and
                           names them, if it loads something from elsewhere, or if a page has a
                           script or a style within its markup

COUNTERSIGN_REPOSITORY is the address of the sources in the web, with the version in it, such as
https://example.com/countersign/blob/v0.2.0. Links into the sources lead there; without such an
address they are no links. Needs Python's standard library alone; mkdocs makes the site in between.
"""

import hashlib
import html.parser
import json
import os
import pathlib
import posixpath
import re
import shutil
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import diagrams  # noqa: E402
import reference  # noqa: E402  # lies beside this file

REPOSITORY = os.environ.get("COUNTERSIGN_REPOSITORY", "").rstrip("/")

# The pages of the root, by their names in the site.
ROOT_PAGES = {
    "README.md": "project.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
# Files that pages lead to, and that the site has as they are.
FILES = {
    "docs/nginx.conf": "nginx.conf",
    "docs/engine_reference.py": "engine_reference.py",
    "tools/package/watch/alerts.yml": "alerts.yml",
    "tools/package/watch/dashboard.json": "dashboard.json",
    "LICENSE": "LICENSE.txt",
    "tools/package/site/site.css": "site.css",
}
# What stands where in the menu: a section, its pages, and folders whose README orders their pages.
# A page that is not named stands at the end of OTHERS.
OTHERS = "Look up"
REFERENCE = "reference.md"
MENU = [
    ("Start", ["index.md", "project.md", "backends.md", "flows.md"]),
    ("API and web pages", ["api.md", REFERENCE, "web.md", "webhooks.md", "engines.md"]),
    ("Review", ["review.md"]),
    ("Operate", ["operators/"]),
    ("Audit", ["auditors.md", "events.md"]),
    ("Security and accuracy", ["security.md", "inspection.md", "reliability.md"]),
    ("Look up", ["limits.md", "operations.md", "changelog.md"]),
    (
        "Change the code",
        ["contributing.md", "developers/architecture.md", "developers/decisions/", "glossary.md", "style.md"],
    ),
]
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def site_name(path):
    """The place in the site of a file of the tree; None if the site has no such file."""
    if path in ROOT_PAGES:
        return ROOT_PAGES[path]
    if path in FILES:
        return FILES[path]
    if path.startswith("docs/") and path.endswith((".md", ".webp", ".png", ".svg")):
        name = path.removeprefix("docs/")
        return "index.md" if name == "README.md" else name
    return None


def without_code(text):
    """The text in parts, in turn prose and blocks or spans of code."""
    return re.split(r"(```.*?\n```|`[^`\n]*`)", text, flags=re.S)


def linked(text, path):
    """The text of the page at `path`, with links that hold in the site."""

    def replaced(match):
        image, label, target = match.groups()
        if ":" in target or target.startswith("#"):
            return match[0]
        file, _, anchor = target.partition("#")
        aim = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
        place = site_name(aim)
        if place:
            here = posixpath.dirname(site_name(path))
            relative = posixpath.relpath(place, here or ".")
            return f"{image}[{label}]({relative}{'#' + anchor if anchor else ''})"
        if not (ROOT / aim).exists():
            raise SystemExit(f"site.py: {path} links to {target}, which is not there")
        return f"[{label}]({REPOSITORY}/{aim})" if REPOSITORY else label

    # A label may have spans of code in it, so only blocks are kept apart.
    parts = re.split(r"(```.*?\n```)", text, flags=re.S)
    return "".join(part if part.startswith("```") else LINK.sub(replaced, part) for part in parts)


def pages():
    """The pages of the tree, by their places in the site."""
    found = {place: path for path, place in ROOT_PAGES.items()}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        path = page.relative_to(ROOT).as_posix()
        found[site_name(path)] = path
    return found


def title_of(text):
    return re.search(r"^# (.*)$", text, re.M)[1]


def summary_of(text):
    """The first sentence below the title, without marks."""
    body = "".join(part for part in without_code(text) if not part.startswith("```"))
    for paragraph in body.split("\n\n")[1:]:
        if paragraph.strip() and not paragraph.lstrip().startswith(("#", "|", "-", "<", "1.")):
            plain = LINK.sub(r"\2", " ".join(paragraph.split())).replace("`", "")
            return re.split(r"(?<=[.:])\s", plain)[0]
    return ""


def summaries(texts):
    """A sentence for each page: that of the table that lists it, or else its own first one."""
    found = {place: summary_of(text) for place, text in texts.items()}
    for place, text in texts.items():
        for link, words in re.findall(r"^\| \[[^\]]*\]\(([^)#]+\.md)\) \| (.*) \|$", text, re.M):
            aim = posixpath.normpath(posixpath.join(posixpath.dirname(place), link))
            if aim in found and posixpath.basename(place) == "README.md":
                found[aim] = LINK.sub(r"\2", words).replace("`", "")
    return found


def menu(texts):
    """The menu with each folder as its pages: those that its README links first, in that order."""
    sections = []
    for section, entries in MENU:
        places = []
        for entry in entries:
            if not entry.endswith("/"):
                places.append(entry)
                continue
            index = entry + "README.md"
            named = [posixpath.normpath(entry + link[2].partition("#")[0]) for link in LINK.findall(texts[index])]
            there = [place for place in texts if posixpath.dirname(place) == entry[:-1] and place != index]
            ordered = [place for place in dict.fromkeys(named) if place in there]
            places += [index, *ordered, *(place for place in there if place not in ordered)]
        sections.append((section, places))
    named = {place for _, places in sections for place in places}
    for section, places in sections:
        if section == OTHERS:
            places += [place for place in texts if place not in named]
    return sections


def llms_text(sections, texts):
    """By https://llmstxt.org: a title, a summary, and the pages with a sentence each."""
    said = summaries(texts)
    lines = ["# Countersign", "", "> " + said["project.md"], ""]
    for section, places in sections:
        lines.append(f"## {section}\n")
        lines += [f"- [{title_of(texts[place])}]({place}): {said[place]}" for place in places]
        lines.append("")
    return "\n".join(lines)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def with_pictures(text, place, target):
    """The text of a page, with each flowchart in Mermaid's words as a picture that is drawn here."""

    def drawn(match):
        name = place.removesuffix(".md").replace("/", "-") + f"-{match.start()}.svg"
        title = f"A picture of {title_of(text).lower()}"
        (target / "flows").mkdir(parents=True, exist_ok=True)
        (target / "flows" / name).write_text(diagrams.rooms_picture(match[1], title), encoding="utf-8")
        return f"![{title}]({posixpath.relpath('flows/' + name, posixpath.dirname(place) or '.')})"

    return re.sub(r"```mermaid\n(.*?)```", drawn, text, flags=re.S)


def stage(folder, openapi):
    document = json.loads(pathlib.Path(openapi).read_text(encoding="utf-8"))
    target = folder / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    texts = {}
    for place, path in pages().items():
        texts[place] = with_pictures(linked((ROOT / path).read_text(encoding="utf-8"), path), place, target)
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        (target / place).write_text(texts[place], encoding="utf-8")
    texts[REFERENCE] = reference.page(document)
    (target / REFERENCE).write_text(texts[REFERENCE], encoding="utf-8")
    for picture in sorted((ROOT / "docs/flows").glob("*.svg")):
        (target / "flows").mkdir(exist_ok=True)
        shutil.copyfile(picture, target / "flows" / picture.name)
    for path, place in FILES.items():
        shutil.copyfile(ROOT / path, target / place)
    shutil.copytree(ROOT / "docs/screens", target / "screens")
    sections = menu(texts)
    in_menu = [place for _, places in sections for place in places]
    for place in texts:
        if in_menu.count(place) != 1:
            raise SystemExit(f"site.py: the menu has {place} {in_menu.count(place)} times, and not once")
    (target / "llms.txt").write_text(llms_text(sections, texts), encoding="utf-8")
    lines = (ROOT / "tools/package/site/mkdocs.yml").read_text(encoding="utf-8") + "nav:\n"
    for section, places in sections:
        lines += f"  - {quoted(section)}:\n"
        lines += "".join(f"      - {quoted(title_of(texts[place]))}: {place}\n" for place in places)
    (folder / "mkdocs.yml").write_text(lines, encoding="utf-8")
    print(f"{len(texts)} pages")


SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)


def without_scripts(folder):
    """Moves each script within the markup of a page into a file, so that a policy can forbid such scripts."""
    for page in sorted(folder.rglob("*.html")):
        name = page.relative_to(folder)
        # The page 404.html may be shown anywhere.
        up = "/" if name.as_posix() == "404.html" else "../" * (len(name.parts) - 1)

        def moved(match, up=up):
            text = match[1].encode()
            place = f"assets/javascripts/page.{hashlib.sha256(text).hexdigest()[:8]}.js"
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(text)
            return f'<script src="{up}{place}"></script>'

        text = page.read_text(encoding="utf-8")
        page.write_text(SCRIPT.sub(moved, text), encoding="utf-8")


class Page(html.parser.HTMLParser):
    """The headings of a page, where it leads to, what a browser loads for it, and what runs within it."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads, self.within = set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids.update(filter(None, (attrs.get("id"), attrs.get("name"))))
        is_data = tag == "script" and attrs.get("type", "").endswith("json")
        if (tag == "script" and not attrs.get("src") and not is_data) or tag == "style":
            self.within.append(f"a {tag}")
        self.within += [f"an attribute {name}" for name in attrs if name == "style" or name.startswith("on")]
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        is_loaded_link = tag == "link" and attrs.get("rel") not in ("canonical", "prev", "next")
        if is_loaded_link or tag in ("script", "img", "iframe", "source", "video", "audio"):
            self.loads += filter(None, (attrs.get("href"), attrs.get("src")))


def wrong_links(folder):
    """A sentence for each link of the site that leads nowhere, and how many links there are."""
    read = {
        path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.html"))
    }
    wrong, links = [], 0
    for name, page in read.items():
        wrong += [f"{name} has {what} within its markup" for what in dict.fromkeys(page.within)]
        for link in page.links + page.loads:
            links += 1
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                if link in page.loads and url.scheme != "data":
                    wrong.append(f"{name} loads {link}")
                continue
            path = urllib.parse.unquote(url.path)
            aim = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            if path.startswith("/"):  # of the page 404.html, which may be shown anywhere
                aim = path[1:] or "index.html"
            if (folder / aim).is_dir():
                aim = posixpath.normpath(aim + "/index.html")
            if not (folder / aim).is_file():
                wrong.append(f"{name} links to {link}, which is not there")
            elif url.fragment and aim in read and urllib.parse.unquote(url.fragment) not in read[aim].ids:
                wrong.append(f"{name} links to {link}, and {aim} has no such heading")
    return wrong, links


def finish(folder):
    for page in (folder / "pages").rglob("*.md"):
        shutil.copyfile(page, folder / "site" / page.relative_to(folder / "pages"))
    without_scripts(folder / "site")
    wrong, links = wrong_links(folder / "site")
    for place in LINK.findall((folder / "site/llms.txt").read_text(encoding="utf-8")):
        if not (folder / "site" / place[2]).is_file():
            wrong.append(f"llms.txt links to {place[2]}, which is not there")
    for sentence in wrong:
        print("site.py: " + sentence, file=sys.stderr)
    if links < 1000:
        raise SystemExit(f"site.py: the site has {links} links, fewer than its pages need")
    if wrong:
        raise SystemExit(f"site.py: {len(wrong)} of {links} links are wrong")
    print(f"{links} links lead to what is there")


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "stage":
        stage(pathlib.Path(sys.argv[2]).resolve(), sys.argv[3])
    elif len(sys.argv) == 3 and sys.argv[1] == "finish":
        finish(pathlib.Path(sys.argv[2]).resolve())
    else:
        raise SystemExit(__doc__)
