"""What the program's own help tells of its commands and options, so that tests list nothing twice."""

import re
import subprocess

from terminal import TIMEOUT_S, environment


def help_of(profiler, *topic):
    done = subprocess.run([profiler, "help", *topic], capture_output=True, text=True, check=True,
                          env=environment(), timeout=TIMEOUT_S)
    return done.stdout


def commands(profiler):
    block = re.search(r"^Commands:\n(.*?)\n\n", help_of(profiler), re.M | re.S)[1]
    return re.findall(r"^  (\w+) ", block, re.M)


def views(profiler):
    """The commands that ask about a profile."""
    return [name for name in commands(profiler)
            if "options, which all commands share" in help_of(profiler, name)]


def values_of(profiler, option):
    """The fixed values that an option takes."""
    block = re.search(r"^  Values:\n(.*?)^  [A-Z]", help_of(profiler, option), re.M | re.S)[1]
    return re.findall(r"^    (\S+)", block, re.M)


def exporters(profiler):
    """The values of -output that write another program's file, without its name."""
    return [value for value in values_of(profiler, "output")
            if value.endswith("outfile=") and value != "file:outfile="]
