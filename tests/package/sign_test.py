"""sign_test.py FOLDER: a signed folder is verified by the commands of docs/operators/packages.md.

The commands are run as the page has them, and find a changed file, a changed list and a strange key.
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


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = unittest.main(argv=sys.argv[:1], exit=False, verbosity=2).result
    failed = len(done.failures) + len(done.errors)
    print(f"# pass {done.testsRun - failed}\n# fail {failed}")
    sys.exit(failed != 0)
