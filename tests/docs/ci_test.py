"""Runs the commands of docs/ci.md, those of its shell blocks and of its workflows, on a slower profile
and its base, with the page's own file of budgets.

A command must exit with the status in its comment (`# exit 3`), those of workflows with 3, as the
profile breaks a budget, or 0 if they check nothing.
"""

import pathlib
import re
import shlex
import shutil
import sys
import tempfile

from run import run

DATA = pathlib.Path("testdata/ci")


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page, re.S)


def commands(page):
    """(command, status) for each command of the page."""
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            status = re.search(r"# exit (\d)", line)
            yield line, int(status.group(1)) if status else 0
    for block in blocks(page, "yaml"):
        for line in block.splitlines():
            found = re.match(r"\s+(?:- )?(profiler .*)", line)
            if found:
                breaks = found.group(1).startswith("profiler check") and "|| true" not in line
                yield found.group(1), 3 if breaks else 0


def words_of(command):
    """The program's arguments, and the file that stdout goes to."""
    words = shlex.split(command.split(" # ")[0].split("|| true")[0])
    assert words[0] == "profiler", command
    if ">" not in words:
        return words[1:], None
    at = words.index(">")
    return words[1:at], words[at + 1]


def problem(command, status, folder):
    kept = folder / "kept.store"
    if kept.exists():  # a workflow stores the next baseline
        shutil.copy(kept, folder / "main.store")
    words, target = words_of(command)
    done = run(*words, cwd=folder)
    wanted = (0, 3) if "|| true" in command else (status,)
    if done.returncode not in wanted:
        return f"exit {done.returncode}, not {status}: {done.stdout}{done.stderr}"
    if target is not None:
        (folder / target).write_text(done.stdout)
    for name in re.findall(r"outfile=(\S+)", command) + ([target] if target else []):
        if not (folder / name).stat().st_size:
            return f"{name} is empty"
    return None


def main():
    page = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")
    passed = failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copy(DATA / "slower.pt.trace.json.gz", folder / "new.pt.trace.json.gz")
        shutil.copy(DATA / "base.pt.trace.json.gz", folder)
        (folder / "budgets.toml").write_text(blocks(page, "toml")[0])
        for command, status in commands(page):
            found = problem(command, status, folder)
            if (folder / "main.store").exists() and not (folder / "kept.store").exists():
                shutil.copy(folder / "main.store", folder / "kept.store")
            failed += found is not None
            passed += found is None
            if found:
                print(f"FAILED {command}\n{found}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
