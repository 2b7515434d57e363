"""The page `overview` of the real binary: its commands work, and it answers on every format.

Run as: overview_test.py PROFILER [TEST...]
"""

import glob
import json
import re
import subprocess
import sys
import unittest

from runner import run_tests
from terminal import environment

PROFILER = None

INPUT_BOUND = "testdata/xspace/tf_input_bound/host0.xplane.pb"
JAX = "testdata/xspace/jax_bf16_scan/host0.xplane.pb"
MLP = "testdata/mlp/profile_1055"


def run(*args, stdin=""):
    return subprocess.run([PROFILER, *args], input=stdin, capture_output=True, text=True,
                          env=environment(), timeout=300, check=False)


def ask(profile, command):
    done = run(profile, "-c", f"{command} -format json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def sections(profile, command="overview"):
    return {section["id"]: section for section in ask(profile, command)["sections"]}


class OverviewTest(unittest.TestCase):

    def test_the_input_problem_is_found(self):
        page = sections(INPUT_BOUND)
        verdict = page["verdicts"]["rows"][0]
        self.assertEqual(verdict["name"], "highly_input_bound")
        self.assertEqual(verdict["severity"], "warning")
        self.assertIn("waiting for input", verdict["text"])
        advice = sections(INPUT_BOUND, verdict["command"])["InputChecker"]["rows"][0]
        self.assertEqual(advice["name"], "highly_input_bound")
        self.assertIn("PyFunc", advice["text"])
        iterators = ask(INPUT_BOUND, advice["command"])["rows"]
        self.assertIn("Iterator::Root::Prefetch", [row["name"] for row in iterators])

    def test_each_command_can_be_typed(self):
        for path in sorted(glob.glob("testdata/xspace/*/*.xplane.pb")) + [MLP]:
            page = sections(path)
            commands = [row["name"] for row in page["next"]["rows"]]
            commands += [row["command"] for row in page["verdicts"]["rows"] if row["command"]]
            self.assertGreaterEqual(len(commands), 4)
            # Typed at the prompt, which splits the line into words by itself.
            done = run(path, "-keep_going", stdin="\n".join(commands) + "\n")
            with self.subTest(path=path):
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_top_ops(self):
        full = sections(INPUT_BOUND)["top_ops"]["rows"]
        self.assertEqual(len(full), 10)
        self.assertEqual(len(sections(INPUT_BOUND, "overview -top 3")["top_ops"]["rows"]), 3)
        times = [row["self_us"] for row in full]
        self.assertEqual(times, sorted(times, reverse=True))

    def test_every_format(self):
        for path in (MLP, "testdata/gpu_synth/profile_300"):
            page = sections(path)
            self.assertEqual(page["environment"]["rows"][0]["text"], "tfprof_profile")
            times = {row["name"]: row["average_us"] for row in page["step_time"]["rows"]}
            parts = sum(value for name, value in times.items() if name != "total")
            self.assertAlmostEqual(parts, times["total"], delta=1e-3)

    def test_a_step_that_is_picked(self):
        times = {row["name"]: row for row in
                 sections(INPUT_BOUND, "overview -step 3")["step_time"]["rows"]}
        self.assertAlmostEqual(times["total"]["average_us"], 72251.075, places=2)
        self.assertIsNone(times["total"]["deviation_us"])


class NeighbourhoodTest(unittest.TestCase):

    def test_around(self):
        busiest = ask(JAX, "hlo -top 1")["rows"][0]["name"]
        rows = ask(JAX, f"hlo -around {busiest}")["rows"]
        self.assertEqual(rows[0]["role"], "self")
        self.assertTrue(rows[0]["text"].startswith(f"%{busiest} = "), rows[0]["text"])
        named = {role: [row["name"] for row in rows if row["role"] == role]
                 for role in ("self", "operand", "user")}
        self.assertEqual(named["self"], [busiest])
        operands = re.search(r"\w\(([^)]*)\)", rows[0]["text"].partition(" = ")[2]).group(1)
        self.assertEqual([f"%{name}" for name in named["operand"]], operands.split(", "))
        self.assertEqual(len(named["operand"]), 2)
        self.assertEqual(len(named["user"]), 1)
        for row in rows:
            self.assertEqual(row["of"], busiest)
            if row["role"] == "user":
                self.assertIn(f"%{busiest}", row["text"])

    def test_around_nothing(self):
        done = run(JAX, "-c", "hlo -around no_such_thing")
        self.assertEqual(done.returncode, 0)
        self.assertIn("no instruction has a name that -around 'no_such_thing' matches",
                      done.stderr)

    def test_modules(self):
        hlo = ask(JAX, "hlo")
        modules = hlo["sections"][0]
        self.assertEqual(modules["id"], "modules")
        times = [row["self_us"] for row in modules["rows"]]
        self.assertGreater(len(times), 1)
        self.assertEqual(times, sorted(times, reverse=True))
        for row in modules["rows"]:
            self.assertAlmostEqual(row["self_us"], sum(
                i["self_us"] for i in hlo["rows"] if i["program_id"] == row["program_id"]),
                delta=1e-3)


class EmptyTest(unittest.TestCase):

    def test_why_a_table_is_empty(self):
        for command, why in (("kernels", "no accelerator's work was recorded"),
                             ("hlo", "no compiled (XLA) module was recorded"),
                             ("ops -host nowhere", "nothing of it ran in the steps, places and times"),
                             ("kernels -to 1ms", "nothing of it ran in the steps, places and times")):
            done = run(INPUT_BOUND, "-c", command)
            self.assertEqual(done.returncode, 0)
            self.assertIn(why, done.stderr, command)

    def test_idle_is_shown_when_asked(self):
        for command, is_shown in (("ops", False), ("ops -show_idle", True)):
            names = [row["name"] for row in ask(INPUT_BOUND, command)["rows"]]
            self.assertEqual("IDLE" in names, is_shown, command)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
