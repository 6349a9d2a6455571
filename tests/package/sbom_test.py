"""sbom_test.py PROGRAMS FOLDER: the list of what the programs in PROGRAMS are made of.

Holds that no library of SECURITY.md's table is forgotten, that the list is whole and sound, and the
same at each run. Two programs are enough for that, an ordinary and a static one.
"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2]).resolve()

os.environ["SOURCE_DATE_EPOCH"] = "1700000000"
sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location("sbom", ROOT / "tools/package/sbom.py")
sbom = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(sbom)


def headers_of_security():
    """The headers that SECURITY.md's table of libraries names; another test holds it complete."""
    text = (ROOT / "SECURITY.md").read_text()
    table = text.split("| library | in | bytes of others |")[1].split("\n\n")[0]
    return {header for line in table.split("\n")[2:] for header in re.findall(r"`([^`]+)`", line.split("|")[1])}


class Libraries(unittest.TestCase):
    def test_each_library_that_the_sources_include_is_known(self):
        headers = headers_of_security()
        self.assertGreater(len(headers), 15)
        known = {**sbom.LINKED, **sbom.CONTAINED, **sbom.BUILT_WITH}
        self.assertEqual(headers - set(known), set(), "in SECURITY.md and not in sbom.py")
        self.assertEqual(set(known) - headers, set(), "in sbom.py and not in SECURITY.md")


class Document(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = FOLDER / "programs"
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("countersign-inspector", "countersign-verify"):
            (folder / name).unlink(missing_ok=True)
            (folder / name).symlink_to(PROGRAMS / name)
        cls.folder = folder
        cls.document = sbom.document(folder)

    def related(self, left, kind):
        return {
            each["relatedSpdxElement"]
            for each in self.document["relationships"]
            if each["spdxElementId"] == left and each["relationshipType"] == kind
        }

    def test_each_library_that_a_program_needs_has_its_package(self):
        needed = re.findall(
            r"\(NEEDED\).*\[(.*)\]",
            subprocess.run(
                ["readelf", "-d", str(PROGRAMS / "countersign-inspector")], capture_output=True, text=True, check=True
            ).stdout,
        )
        self.assertGreater(len(needed), 5)
        linked = self.related("SPDXRef-program-countersign-inspector", "DYNAMIC_LINK")
        for library in ("libjpeg62-turbo", "libseccomp2", "libssl3", "libc6"):
            self.assertIn("SPDXRef-" + library, linked)
        files = {pathlib.Path(path).name: path for path in sbom.libraries_of(PROGRAMS / "countersign-inspector")}
        owners = sbom.owners_of(set(files.values()))
        for library in needed:
            self.assertIn(sbom.spdx_id(owners[files[library]]), linked)

    def test_a_static_program_has_what_is_in_it(self):
        static = sbom.libraries_of(self.folder / "countersign-verify") == []
        found = self.related("SPDXRef-program-countersign-verify", "STATIC_LINK")
        self.assertEqual({"SPDXRef-libssl-dev", "SPDXRef-libc6-dev"} <= found, static)

    def test_each_end_of_a_relation_is_there_once(self):
        ids = [package["SPDXID"] for package in self.document["packages"]]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertGreater(len(ids), 20)
        for each in self.document["relationships"]:
            for end in (each["spdxElementId"], each["relatedSpdxElement"]):
                self.assertIn(end, [*ids, "SPDXRef-DOCUMENT"])
                self.assertRegex(end, r"^SPDXRef-[A-Za-z0-9.-]+$")

    def test_each_package_has_what_spdx_demands(self):
        for package in self.document["packages"]:
            for member in ("name", "versionInfo", "downloadLocation", "licenseDeclared", "copyrightText"):
                self.assertTrue(package[member], f"{package['name']} {member}")

    def test_what_is_published_at_npm_is_in_it(self):
        names = {package["name"] for package in self.document["packages"]}
        self.assertIn("countersign-capture", names)

    def test_packages_of_both_registries_are_found_with_what_they_depend_on(self):
        folder = FOLDER / "published"
        for path, text in {
            "a/package.json": '{"name": "@a/b", "version": "1.0.0", "dependencies": {"c": "^2"}}',
            "a/sample/package.json": '{"name": "sample", "version": "1.0.0"}',
            "b/package.json": '{"name": "not-published", "version": "1.0.0", "private": true}',
            "c/pyproject.toml": '[project]\nname = "d"\nversion = "3.0"\n',
        }.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        self.assertEqual(
            list(sbom.published_packages(folder)), [("npm", "@a/b", "1.0.0", {"c": "^2"}), ("pypi", "d", "3.0", {})]
        )

    def test_the_list_is_the_same_at_each_run(self):
        self.assertEqual(sbom.document(self.folder), self.document)

    def test_a_package_that_is_not_installed_is_refused(self):
        with self.assertRaises(SystemExit):
            sbom.debian_package("there-is-no-such-package")

    def test_a_library_of_no_package_is_refused(self):
        (FOLDER / "libstranger.so").write_text("")
        with self.assertRaises(SystemExit):
            sbom.owners_of({str(FOLDER / "libstranger.so")})


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = unittest.main(argv=sys.argv[:1], exit=False, verbosity=2).result
    failed = len(done.failures) + len(done.errors)
    print(f"# pass {done.testsRun - failed}\n# fail {failed}")
    sys.exit(failed != 0)
