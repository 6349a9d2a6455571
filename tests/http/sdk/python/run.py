"""run.py NAME...: the tests of these modules; the last lines count them as node's runner does."""

from __future__ import annotations

import sys
import unittest


def main(names: list[str]) -> int:
    suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"# pass {result.testsRun - failed}\n# fail {failed}")
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
