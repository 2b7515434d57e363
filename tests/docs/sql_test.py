"""Runs the queries of a page about SQL: each must give rows on the file that its first line names.

usage: sql_test.py PROGRAM PAGE
"""

import json
import re
import sys

from run import run

LEAST = 30


def queries(path):
    """Yields (question, file, query) for each block fenced as `sql`."""
    text = open(path, encoding="utf-8").read()
    for match in re.finditer(r"^(\d+\. .*?)\n\n```sql\n-- (\S+)\n(.*?)```", text, re.S | re.M):
        yield match.groups()


def problem_of(file, query):
    done = run("sql", query, file, "-format", "json", "-timeout", "60s")
    if done.returncode != 0:
        return done.stderr or done.stdout
    return None if json.loads(done.stdout)["rows"] else "no rows"


def main():
    passed = failed = 0
    for question, file, query in queries(sys.argv[2]):
        problem = problem_of(file, query)
        passed += problem is None
        failed += problem is not None
        if problem:
            print(f"{question}\n{query}{problem}")
    if passed + failed < LEAST:
        print(f"only {passed + failed} queries: the page has lost some of {LEAST}")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
