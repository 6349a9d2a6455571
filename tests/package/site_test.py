"""site_test.py FOLDER PRINT_OPENAPI: the pages of the site, as site.py stages them for mkdocs in
FOLDER, with the description of the API that the program PRINT_OPENAPI prints.

Holds what needs no mkdocs: each link of a staged page leads to what is there, and the menu and
llms.txt have each page. `./dev site` checks the site itself in the same way.
"""

import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(sys.argv[1]).resolve()
OPENAPI = FOLDER.with_name("openapi.json")
SVG = "{http://www.w3.org/2000/svg}"

sys.dont_write_bytecode = True


def loaded(name):
    spec = importlib.util.spec_from_file_location(f"{name}_of_site", ROOT / f"tools/package/site/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


site, diagrams = loaded("site"), loaded("diagrams")


class Staged(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        OPENAPI.parent.mkdir(parents=True, exist_ok=True)
        OPENAPI.write_bytes(subprocess.run([sys.argv[2]], check=True, stdout=subprocess.PIPE).stdout)
        site.stage(FOLDER, OPENAPI)
        cls.pages = sorted((FOLDER / "pages").rglob("*.md"))

    def test_each_page_of_the_documentation_is_there(self):
        names = {page.relative_to(FOLDER / "pages").as_posix() for page in self.pages}
        self.assertGreater(len(names), 40)
        for page in (ROOT / "docs").rglob("*.md"):
            name = page.relative_to(ROOT / "docs").as_posix()
            self.assertIn("index.md" if name == "README.md" else name, names)

    def test_each_link_leads_to_what_is_there(self):
        links = 0
        for page in self.pages:
            prose = re.sub(r"```.*?\n```", "", page.read_text(), flags=re.S)
            for _, _, target in site.LINK.findall(prose):
                if ":" in target or target.startswith("#"):
                    continue
                links += 1
                file = (page.parent / target.partition("#")[0]).resolve()
                self.assertTrue(file.is_relative_to(FOLDER / "pages"), f"{page} links to {target}")
                self.assertTrue(file.is_file(), f"{page} links to {target}")
        self.assertGreater(links, 200)

    def test_the_menu_and_llms_txt_have_each_page(self):
        menu = (FOLDER / "mkdocs.yml").read_text()
        text = (FOLDER / "pages/llms.txt").read_text()
        self.assertTrue(text.startswith("# Countersign\n\n> Countersign is "))
        for page in self.pages:
            name = page.relative_to(FOLDER / "pages").as_posix()
            self.assertEqual(menu.count(f": {name}\n"), 1, name)
            self.assertEqual(text.count(f"]({name}): "), 1, name)
        for line in text.split("\n"):
            if line.startswith("- "):
                self.assertRegex(line, r"^- \[.+\]\(\S+\): \S.+", "each page has a sentence")

    def test_the_reference_has_each_call_and_each_shape_once(self):
        document = json.loads(OPENAPI.read_text())
        text = (FOLDER / "pages/reference.md").read_text()
        calls = 0
        for path, item in document["paths"].items():
            for method, operation in item.items():
                calls += 1
                self.assertEqual(text.count(f"### {method.upper()} {path}\n"), 1, path)
                self.assertEqual(text.count(f"(`{operation['operationId']}`)"), 1, path)
        self.assertGreater(calls, 30)
        for name, schema in document["components"]["schemas"].items():
            self.assertEqual(text.count(f"### {name}\n"), 1)
            table = text.partition(f"### {name}\n")[2].partition("\n### ")[0]
            for member in schema.get("properties", {}):
                self.assertEqual(table.count(f"| `{member}` |"), 1, f"{name}.{member}")
        for name in document["webhooks"]:
            self.assertEqual(text.count(f"| `{name}` |"), 1)
        ids = {re.sub(r"[^a-z0-9_ -]", "", line[4:].lower()) for line in text.split("\n") if line.startswith("### ")}
        for target in re.findall(r"\]\(#([^)]+)\)", text):
            self.assertIn(target, ids)

    def test_no_picture_is_left_to_a_script(self):
        for page in self.pages:
            self.assertNotIn("```mermaid", page.read_text(), page)
        picture = next((FOLDER / "pages/flows").glob("developers-architecture-*.svg"))
        root = xml.etree.ElementTree.fromstring(picture.read_text())
        self.assertIn("http/edge", [part.text for part in root.iter(f"{SVG}text")])
        self.assertLessEqual(float(root.get("width")), 360)
        with self.assertRaisesRegex(SystemExit, "not drawn"):
            diagrams.rooms_picture("flowchart LR\na --> b\n", "A picture")

    def test_the_menu_begins_with_a_start_in_three_languages(self):
        menu = (FOLDER / "mkdocs.yml").read_text()
        start = menu.partition('"Start"')[2].partition('"API and web pages"')[0]
        for page in ("backends.md", "flows.md"):
            self.assertIn(f": {page}\n", start)
        text = (FOLDER / "pages/backends.md").read_text()
        for way, block in (("curl", "sh"), ("Node.js", "js"), ("Python", "python")):
            self.assertIn(f"**With {way}", text)
            self.assertIn(f"```{block}\n", text)


class Pictures(unittest.TestCase):
    def test_each_is_what_is_drawn_of_its_text(self):
        drawn = diagrams.pictures()
        self.assertGreater(len(drawn), 4)
        self.assertEqual(sorted(drawn), sorted(diagrams.FOLDER.glob("*.svg")))
        for path, text in drawn.items():
            self.assertEqual(path.read_text(), text, f"{path.name}: run tools/package/site/diagrams.py")

    def test_each_fits_a_telephone_has_words_and_loads_nothing(self):
        page = (ROOT / "docs/flows.md").read_text()
        for path, text in diagrams.pictures().items():
            root = xml.etree.ElementTree.fromstring(text)
            self.assertLessEqual(float(root.get("width")), 360)
            self.assertEqual(page.count(f"](flows/{path.name})"), 1)
            self.assertTrue(root.find(f"{SVG}title").text)
            self.assertGreater(len(root.find(f"{SVG}desc").text), 100)
            self.assertIn("prefers-color-scheme:dark", root.find(f"{SVG}style").text)
            for part in root.iter():
                self.assertIn(
                    part.tag.removeprefix(SVG),
                    {"svg", "title", "desc", "style", "rect", "path", "polygon", "circle", "text"},
                )
                self.assertFalse([name for name in part.attrib if "href" in name or name.startswith("on")])
                if part.tag == f"{SVG}text":
                    self.assertGreaterEqual(float(part.get("font-size", 12)), 11)
            self.assertNotIn("url(", text)

    def test_words_stay_within_the_picture(self):
        for path, text in diagrams.pictures().items():
            for part in xml.etree.ElementTree.fromstring(text).iter(f"{SVG}text"):
                x, width = float(part.get("x")), len(part.text) * diagrams.LETTER
                left = x if part.get("text-anchor") == "start" else x - width / 2
                self.assertGreaterEqual(left, 0, f"{path.name}: {part.text}")
                self.assertLessEqual(left + width, diagrams.WIDTH, f"{path.name}: {part.text}")

    def test_a_text_that_is_wrong_is_named(self):
        head = "title A\ndesc B\nparties P, Q\n"
        self.assertIn("</svg>", diagrams.sequence(head + "P -> Q: hello"))
        for line in ("P -> R: hello", "P - Q: hello", "P -> Q hello"):
            with self.assertRaisesRegex(SystemExit, "line 4"):
                diagrams.sequence(head + line)
        with self.assertRaisesRegex(SystemExit, "title"):
            diagrams.sequence("parties P, Q")
        with self.assertRaisesRegex(SystemExit, "other states"):
            diagrams.states_picture("title A\ndesc B\nONE: first\nrow TWO")
        with self.assertRaisesRegex(SystemExit, "does not name"):
            diagrams.states_picture("title A\ndesc B\nONE: first\nONE -> TWO: Event\nrow ONE")


class Links(unittest.TestCase):
    def test_a_link_into_the_sources_is_one_with_an_address_of_them_alone(self):
        text = "See [the rooms](../core) and [`a`](api.md#b)."
        self.assertEqual(site.linked(text, "docs/web.md"), "See the rooms and [`a`](api.md#b).")
        site.REPOSITORY = "https://example.com/blob/v1"
        self.assertIn("[the rooms](https://example.com/blob/v1/core)", site.linked(text, "docs/web.md"))
        site.REPOSITORY = ""

    def test_a_link_to_nothing_is_refused(self):
        with self.assertRaises(SystemExit):
            site.linked("[x](../not-there.md)", "docs/web.md")

    def test_a_page_that_the_menu_does_not_name_has_its_place(self):
        texts = {place: "# T\n" for _, entries in site.MENU for place in entries if place.endswith(".md")}
        for _, entries in site.MENU:
            texts.update({entry + "README.md": "# T\n[a](a.md)\n" for entry in entries if entry.endswith("/")})
        texts.update({"new.md": "# N\n", "operators/b.md": "# B\n", "operators/a.md": "# A\n"})
        sections = dict(site.menu(texts))
        self.assertEqual(sections[site.OTHERS][-1], "new.md")
        self.assertEqual(sections["Operate"], ["operators/README.md", "operators/a.md", "operators/b.md"])

    def test_a_block_of_code_has_no_links(self):
        text = "```\n[x](../not-there.md)\n```"
        self.assertEqual(site.linked(text, "docs/web.md"), text)


class Check(unittest.TestCase):
    """What site.py finds in a site that has been made."""

    def wrong(self, **pages):
        folder = FOLDER / "made"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for name, text in pages.items():
            (folder / f"{name}.html").write_text(text)
        return site.wrong_links(folder)[0]

    def test_a_sound_site_has_no_wrong_link(self):
        self.assertEqual(
            self.wrong(a='<a href="b.html#x">b</a><a href="#y" id="y">y</a>', b='<h1 id="x">x</h1>'), []
        )

    def test_wrong_links_are_named(self):
        self.assertEqual(self.wrong(a='<a href="c.html">c</a>'), ["a.html links to c.html, which is not there"])
        self.assertEqual(
            self.wrong(a='<a href="b.html#z">b</a>', b="<p>"),
            ["a.html links to b.html#z, and b.html has no such heading"],
        )

    def test_what_a_policy_would_forbid_within_the_markup_is_named(self):
        self.assertEqual(
            self.wrong(a='<script>x</script><p style="a" onclick="b"></p><style>c</style>'),
            [f"a.html has {what} within its markup"
             for what in ("a script", "an attribute style", "an attribute onclick", "a style")],
        )
        self.assertEqual(self.wrong(a='<script type="application/json">{}</script>'), [])

    def test_scripts_within_the_markup_become_files(self):
        folder = FOLDER / "scripts"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "deep").mkdir(parents=True)
        for name in ("a.html", "deep/b.html"):
            (folder / name).write_text("<script>var x = 1 < 2</script><script>y()</script>")
        site.without_scripts(folder)
        self.assertEqual(site.wrong_links(folder)[0], [])
        files = {path.read_text() for path in (folder / "assets/javascripts").iterdir()}
        self.assertEqual(files, {"var x = 1 < 2", "y()"})
        self.assertIn('<script src="../assets/javascripts/page.', (folder / "deep/b.html").read_text())

    def test_what_is_loaded_from_elsewhere_is_named_and_links_there_are_none_of_it(self):
        self.assertEqual(
            self.wrong(a='<script src="https://example.com/a.js"></script><a href="https://example.com">e</a>'),
            ["a.html loads https://example.com/a.js"],
        )


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = unittest.main(argv=sys.argv[:1], exit=False, verbosity=2).result
    failed = len(done.failures) + len(done.errors)
    print(f"# pass {done.testsRun - failed}\n# fail {failed}")
    sys.exit(failed != 0)
