"""Reads commands and options from the program's own help, so that tests need no lists of them."""

import re

from run import run


def help_of(profiler, *topic):
    return run("help", *topic, program=profiler, check=True).stdout


def commands(profiler):
    block = re.search(r"^Commands:\n(.*?)\n\n", help_of(profiler), re.M | re.S)[1]
    return re.findall(r"^  (\w+) ", block, re.M)


def views(profiler):
    """The commands that take a profile."""
    return [name for name in commands(profiler)
            if re.search(r"^Options: ", help_of(profiler, name), re.M)]


def values_of(profiler, option):
    """The fixed values of an option."""
    block = re.search(r"^  Values:\n(.*?)^  [A-Z]", help_of(profiler, option), re.M | re.S)[1]
    return re.findall(r"^    (\S+)", block, re.M)


# Those that write the command's answer itself.
ANSWERS = {"file:outfile=", "html:outfile="}


def exporters(profiler):
    """The values of -output that name an exporter."""
    return [value for value in values_of(profiler, "output")
            if value.endswith("outfile=") and value not in ANSWERS]
