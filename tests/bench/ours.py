"""Runs the program and reads the tables of -timing."""

import os
import re
import subprocess
import time

ROW = re.compile(r"^ {2,4}(\w+) +(\d+) +(\d+\.\d)$")
MEMORY = re.compile(r"(\d+\.\d) at most, (\d+\.\d) at the start$")
MB = 1e6


class Answer:
    """The table of -timing after one command: milliseconds by part, memory in bytes."""

    def __init__(self, section):
        self.ms, self.peak = {}, 0
        for line in section.splitlines():
            if row := ROW.match(line):
                self.ms[row[1]] = float(row[3])
            elif memory := MEMORY.search(line):
                self.peak = (float(memory[1]) - float(memory[2])) * MB

    def seconds(self, part):
        return self.ms.get(part, 0) / 1000


def answers(binary, profile, commands, options=()):
    """Runs the commands in one process and returns an Answer for each."""
    ran = subprocess.run([binary, profile, "-timing", "-no_rc", *options],
                         input="".join(command + "\n" for command in commands), text=True,
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    told = [Answer(section) for section in ran.stderr.split("profiler: timing:\n")[1:]]
    if len(told) != len(commands):
        raise RuntimeError(f"{binary} {profile} answered {len(told)} of {len(commands)} commands:\n"
                           + ran.stderr[-2000:])
    return told


def shell_seconds(words):
    """The time from the start of a process to its end."""
    with open(os.devnull, "wb") as nowhere:
        start = time.monotonic()
        subprocess.run(words, stdout=nowhere, stderr=nowhere, check=True)
        return time.monotonic() - start
