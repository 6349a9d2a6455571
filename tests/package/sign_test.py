"""sign_test.py FOLDER: a signed folder is verified by the commands of docs/operators/packages.md.

The commands are run as the page has them, and find a changed file, a changed list and a strange key.
A release is gathered from a small tree, and refused where it is not to be published.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(sys.argv[1]).resolve()
PAGE = ROOT / "docs/operators/packages.md"


def run(*command, cwd=FOLDER):
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False, timeout=60
    )


class Signing(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(FOLDER, ignore_errors=True)
        self.release = FOLDER / "release"
        self.release.mkdir(parents=True)
        for name in ("own", "strange"):
            made = run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", FOLDER / name)
            self.assertEqual(made.returncode, 0, made.stderr)
        (self.release / "a.deb").write_text("a")
        (self.release / "b c.txt").write_text("b")
        public = (FOLDER / "own.pub").read_text()
        (self.release / "../allowed_signers").resolve().write_text(f"release {public}")
        self.commands = re.search(r"```sh\n(ssh-keygen -Y verify.*?)```", PAGE.read_text(), re.S)[1]
        self.commands = self.commands.replace("allowed_signers", "../allowed_signers")

    def sign(self, key):
        return run(ROOT / "tools/package/sign.sh", self.release, FOLDER / key)

    def verify(self):
        return run("bash", "-euo", "pipefail", "-c", self.commands, cwd=self.release).returncode == 0

    def test_a_signed_release_is_verified(self):
        self.assertEqual(self.sign("own").returncode, 0)
        self.assertEqual(len((self.release / "SHA256SUMS").read_text().split("\n")), 3)
        self.assertTrue(self.verify())

    def test_signing_anew_lists_neither_the_list_nor_the_signature(self):
        self.sign("own")
        first = (self.release / "SHA256SUMS").read_text()
        self.assertEqual(self.sign("own").returncode, 0)
        self.assertEqual((self.release / "SHA256SUMS").read_text(), first)
        self.assertTrue(self.verify())

    def test_a_changed_file_is_found(self):
        self.sign("own")
        (self.release / "a.deb").write_text("other")
        self.assertFalse(self.verify())

    def test_a_changed_list_is_found(self):
        self.sign("own")
        (self.release / "a.deb").write_text("other")
        sums = run("sha256sum", "a.deb", "b c.txt", cwd=self.release).stdout
        (self.release / "SHA256SUMS").write_text(sums)
        self.assertFalse(self.verify())

    def test_a_strange_key_is_found(self):
        self.assertEqual(self.sign("strange").returncode, 0)
        self.assertFalse(self.verify())

    def test_without_a_key_or_files_nothing_is_signed(self):
        self.assertNotEqual(self.sign("missing").returncode, 0)
        for file in self.release.iterdir():
            file.unlink()
        self.assertNotEqual(self.sign("own").returncode, 0)
        self.assertEqual(list(self.release.iterdir()), [])


class Releasing(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(FOLDER, ignore_errors=True)
        self.tree = FOLDER / "tree"
        self.key = FOLDER / "own"
        for path, text in {
            ".gitignore": "build/\n",
            "core/version.h": 'kVersion = "1.2.3";\n',
            "CHANGELOG.md": "## [1.2.3] - 2026-01-31\n",
            "build/package/deb/a_1.2.3-1_amd64.deb": "a",
            "build/package/deb/src/countersign.spdx.json": "{}",
            "build/sdk/b-1.2.3.tgz": "b",
            "build/sdk/c-1.2.3.whl": "c",
            "build/site/site/index.html": "d",
        }.items():
            (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / path).write_text(text)
        (self.tree / "tools/package").mkdir(parents=True)
        for name in ("release.sh", "sign.sh"):
            shutil.copy(ROOT / "tools/package" / name, self.tree / "tools/package")
        made = run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", self.key)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.git("init", "--quiet")
        self.commit()
        self.git("tag", "v1.2.3")

    def git(self, *arguments):
        done = run("git", "-c", "user.name=t", "-c", "user.email=t@t.example", *arguments, cwd=self.tree)
        self.assertEqual(done.returncode, 0, done.stderr)

    def commit(self):
        self.git("add", "--all")
        self.git("-c", "commit.gpgsign=false", "commit", "--quiet", "--message=all")

    def release(self, *arguments):
        return run("bash", self.tree / "tools/package/release.sh", *arguments)

    def test_a_release_has_all_that_was_made_the_sources_and_a_signature(self):
        done = self.release(FOLDER / "published", self.key)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(
            {path.name for path in (FOLDER / "published").iterdir()},
            {
                "a_1.2.3-1_amd64.deb", "b-1.2.3.tgz", "c-1.2.3.whl", "countersign-1.2.3.spdx.json",
                "countersign-1.2.3.tar.gz", "countersign-1.2.3-site.tar.gz", "SHA256SUMS", "SHA256SUMS.sig",
            },
        )

    def test_what_is_not_to_be_published_is_refused_before_anything_is_made(self):
        def refusal():
            done = self.release("--check", FOLDER / "published", self.key)
            self.assertEqual((FOLDER / "published").exists(), False)
            return done.stderr if done.returncode else ""

        self.assertEqual(refusal(), "")
        (self.tree / "more").write_text("")
        self.assertIn("changes that are not committed", refusal())
        self.commit()
        self.git("tag", "v1.2.3-rc1")
        self.assertIn("no tag v1.2.3", refusal())
        (self.tree / "CHANGELOG.md").write_text("## [1.2.3] - unreleased\n")
        self.commit()
        self.assertIn("not with the date", refusal())
        self.key = FOLDER / "missing"
        self.assertIn("no key file", refusal())


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = unittest.main(argv=sys.argv[:1], exit=False, verbosity=2).result
    failed = len(done.failures) + len(done.errors)
    print(f"# pass {done.testsRun - failed}\n# fail {failed}")
    sys.exit(failed != 0)
