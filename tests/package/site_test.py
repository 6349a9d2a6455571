"""site_test.py FOLDER: the pages of the site, as site.py stages them for mkdocs in FOLDER.

Holds what needs no mkdocs: each link of a staged page leads to what is there, and the menu and
llms.txt have each page. `./dev site` checks the site itself in the same way.
"""

import importlib.util
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(sys.argv[1]).resolve()

sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location("pages_of_site", ROOT / "tools/package/site/site.py")
site = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(site)


class Staged(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        site.stage(FOLDER)
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
