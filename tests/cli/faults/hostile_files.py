"""Malicious files: each function of these modules returns the bytes of one.

    hostile_files.py NAME FILE [NUMBER...]

writes the one of that name, in a process of its own, as the memory would count as the program's.
"""

import sys

import hostile_chrome
import hostile_others
import hostile_tensorflow
import hostile_xspace


def maker(name):
    modules = (hostile_chrome, hostile_others, hostile_tensorflow, hostile_xspace)
    return next(getattr(module, name) for module in modules if hasattr(module, name))


if __name__ == "__main__":
    name, path, *numbers = sys.argv[1:]
    with open(path, "wb") as out:
        out.write(maker(name)(*map(int, numbers)))
