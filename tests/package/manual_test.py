"""manual_test.py PROGRAMS FOLDER: what tools/package makes of the programs that lie in PROGRAMS.

The manual pages, the completions and nginx's site, each made into FOLDER. Needs Python's standard
library, groff and nginx.
"""

import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "tools/package"
PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2]).resolve()
WORKERS = ("countersign-inspector", "countersign-listener", "countersign-matcher", "countersign-reader")


def output_of(*command, **given):
    """What a command prints; fails the test if the command fails."""
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=60, check=False, **given
    )
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def section_of(text, title):
    """The lines of a help below `title:`, up to the next empty line."""
    lines = text.split("\n")
    if title + ":" not in lines:
        return []
    rest = lines[lines.index(title + ":") + 1 :]
    return rest[: rest.index("")] if "" in rest else rest


def helps_of(*words):
    """The help of a command and of all commands below it, by the words that are typed."""
    text = output_of(PROGRAMS / words[0], *words[1:], "--help")
    yield words, text
    for line in section_of(text, "Commands"):
        name = re.match(r"  ([a-z]\S*)", line)
        if name:
            yield from helps_of(*words, name[1])


def options_in(text):
    """The options that a help names, where an option may begin."""
    return {
        option
        for line in section_of(text, "Options")
        if re.match(r"  -", line)
        for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", line[:60].split("  ", 2)[1])
    }


def plain(page):
    """The text of a page of roff, in which a hyphen is one again."""
    return page.replace("\\-", "-")


class ManualPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = FOLDER / "man"
        output_of(PACKAGE / "man_pages.sh", PROGRAMS, cls.folder)

    def page(self, name):
        return plain((self.folder / name).read_text())

    def check_options(self, page, *words):
        found = 0
        for path, text in helps_of(*words):
            for option in options_in(text):
                found += 1
                self.assertIn(f"\\fB{option}\\fR", page, f"{' '.join(path)} has {option}")
        return found

    def test_every_option_of_the_command_is_in_its_page(self):
        self.assertGreater(self.check_options(self.page("countersign.1"), "countersign"), 150)

    def test_every_command_is_in_the_page(self):
        page = self.page("countersign.1")
        leaves = [path for path, text in helps_of("countersign") if not section_of(text, "Commands")]
        self.assertGreater(len(leaves), 50)
        for path in leaves:
            self.assertIn(f".SS \"{' '.join(path)}\"", page)

    def test_every_setting_of_the_server_is_in_its_page(self):
        self.assertGreater(self.check_options(self.page("countersignd.8"), "countersignd"), 50)

    def test_every_option_of_the_verifier_is_in_its_page(self):
        self.assertGreater(self.check_options(self.page("countersign-verify.1"), "countersign-verify"), 8)

    def test_an_option_that_is_missing_is_found(self):
        page = self.page("countersign-verify.1").replace("--since", "--hence")
        with self.assertRaises(AssertionError):
            self.check_options(page, "countersign-verify")

    def test_each_worker_that_is_built_has_a_page(self):
        workers = [name for name in WORKERS if (PROGRAMS / name).exists()]
        self.assertIn("countersign-inspector", workers)
        for name in workers:
            usage = output_of(PROGRAMS / name, "--help").split("\n")[0].removeprefix("Usage: ")
            self.assertIn(f"\\fB{usage}\\fR", self.page(name + ".8"))

    def test_groff_has_no_warning_of_any_page(self):
        pages = sorted(self.folder.iterdir())
        self.assertGreaterEqual(len(pages), 4)
        for page in pages:
            done = subprocess.run(
                ["groff", "-man", "-Tutf8", "-rLL=80n", "-ww", "-P-cbou", str(page)],
                capture_output=True, text=True, timeout=60, check=True,
            )
            self.assertEqual(done.stderr, "", page.name)
            self.assertIn("NAME", done.stdout)


class Completions(unittest.TestCase):
    def test_bash_completes_all_programs_by_the_script(self):
        script = output_of(PROGRAMS / "countersign", "completion", "bash")
        output_of("bash", "-n", input=script)
        for program in ("countersign", "countersignd", "countersign-verify"):
            self.assertRegex(script, rf"(?m)^complete .* {program}$")


class Site(unittest.TestCase):
    """nginx's site is docs/nginx.conf, as one site among others."""

    def configured(self, site):
        folder = FOLDER / "nginx"
        folder.mkdir(parents=True, exist_ok=True)
        output_of(
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=verify.example",
            "-keyout", folder / "tls.key", "-out", folder / "tls.crt",
        )
        site = site.replace("/etc/countersign/tls", str(folder / "tls"))
        (folder / "site.conf").write_text(site)
        (folder / "nginx.conf").write_text(
            f"pid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n  access_log off;\n"
            + "".join(
                f"  {name}_temp_path {folder}/{name};\n"
                for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            )
            + f"  include {folder}/site.conf;\n}}\n"
        )
        return folder / "nginx.conf"

    def check(self, site):
        return subprocess.run(
            ["/usr/sbin/nginx", "-t", "-q", "-e", "stderr", "-c", str(self.configured(site))],
            capture_output=True, text=True, timeout=60, check=False,
        )

    def test_nginx_takes_the_site_beside_others(self):
        site = output_of(PACKAGE / "nginx_site.sh")
        self.assertEqual(self.check(site).stderr, "")

    def test_nginx_would_say_so_of_a_broken_site(self):
        site = output_of(PACKAGE / "nginx_site.sh")
        self.assertNotEqual(self.check(site.replace("proxy_pass", "proxy_fail")).returncode, 0)

    def test_the_site_has_every_setting_of_the_page(self):
        site = output_of(PACKAGE / "nginx_site.sh", "server:8080")
        self.assertIn("  server server:8080;", site)
        whole = (ROOT / "docs/nginx.conf").read_text()
        settings = re.findall(r"(?m)^ +(\w+) [^{\n]*;", whole.split("http {")[1])
        self.assertGreater(len(settings), 30)
        for setting in settings:
            self.assertEqual(
                len(re.findall(rf"(?m)^ *{setting} [^{{\n]*;", site)), settings.count(setting), setting
            )


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = unittest.main(argv=sys.argv[:1], exit=False, verbosity=2).result
    failed = len(done.failures) + len(done.errors)
    print(f"# pass {done.testsRun - failed}\n# fail {failed}")
    sys.exit(failed != 0)
