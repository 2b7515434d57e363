"""-output timeline on the real binary: its files, banner and refusals.

Run as: timeline_test.py PROFILER [TEST...]
"""

import json
import os
import pathlib
import sys
import tempfile
import unittest

from run import run, run_tests

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
SMALL = os.path.abspath("testdata/bad/profile_ok")


class TimelineTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *args):
        return run(*args, "-output", "timeline:outfile=t", cwd=self.folder)

    def draw(self, *args):
        done = self.run_program(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def events(self, name):
        return json.loads((self.folder / name).read_text())["traceEvents"]

    def slices(self, name, category="Op"):
        return [event for event in self.events(name)
                if event["ph"] == "X" and event["cat"] == category]

    def test_a_file_for_each_step(self):
        done = self.draw("graph", SMALL, "-max_depth", "100")
        self.assertEqual(self.files(), ["t_1", "t_2"])
        self.assertEqual(done.stdout.count("generating trace file.\n"), 2)
        self.assertIn("Timeline file is written to t_2.\n", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_the_base_is_drawn_beside_the_new_profile(self):
        for command, options in (("trace", ()), ("scope", ("-max_depth", "100"))):
            self.draw(command, PROFILE, *options)
            alone = {path.name: self.events(path.name) for path in self.folder.iterdir()}
            self.draw(command, PROFILE, "-base", PROFILE, *options)
            for name, events in alone.items():
                both = self.events(name)
                self.assertEqual(both[:len(events)], events)
                pids = {event["pid"] for event in events}
                moved = [event for event in both if event["pid"] not in pids]
                self.assertEqual(len(both), 2 * len(events))
                self.assertEqual(len(moved), len(events))
                self.assertEqual([event.get("ts") for event in moved],
                                 [event.get("ts") for event in events])
                names = [event["args"]["name"] for event in moved
                         if event["name"] == "process_name"]
                self.assertTrue(names and all(one.startswith("base: ") for one in names), names)
                (self.folder / name).unlink()
        done = self.draw("graph", SMALL, "-base", SMALL)
        self.assertIn("those of trace, scope and code also draw the base", done.stderr)

    def test_merge_steps(self):
        self.draw("graph", SMALL, "-max_depth", "100")
        apart = [s for name in ("t_1", "t_2") for s in self.slices(name)]
        done = self.draw("graph", SMALL, "-max_depth", "100", "-merge_steps")
        self.assertEqual(self.files(), ["t", "t_1", "t_2"])
        self.assertIn("Timeline file is written to t.\n", done.stdout)
        self.assertEqual(done.stdout.count("Timeline"), 1)
        together = self.slices("t")
        key = lambda s: (s["ts"], s["dur"], s["name"])
        self.assertEqual(sorted(map(key, together)), sorted(map(key, apart)))
        self.assertEqual({s["args"]["step"] for s in together}, {1, 2})

    def test_merge_steps_of_a_tree(self):
        self.draw("scope", SMALL)
        self.draw("scope", SMALL, "-merge_steps")
        self.assertEqual(self.files(), ["t", "t_-1"])
        self.assertEqual(self.events("t"), self.events("t_-1"))

    def test_chosen_steps(self):
        for view, steps, files in (("graph", "2", ["t_2"]), ("graph", "last", ["t_1055"]),
                                   ("graph", "1,1050..1051", ["t_1", "t_1050", "t_1051"]),
                                   ("scope", "last", ["t_1055"]), ("code", "2..3", ["t_2..3"])):
            with self.subTest(view=view, steps=steps):
                for path in self.folder.iterdir():
                    path.unlink()
                self.draw(view, PROFILE, "-step", steps)
                self.assertEqual(self.files(), files)

    def test_filters_narrow_and_the_rest_is_told(self):
        self.draw("graph", PROFILE, "-step", "2", "-max_depth", "1000")
        everything = self.slices("t_2")
        done = self.draw("graph", PROFILE, "-step", "2", "-max_depth", "3")
        self.assertIn("ops that ran are not drawn: they are below -max_depth 3", done.stderr)
        self.assertLess(len(self.slices("t_2")), len(everything))
        self.draw("graph", PROFILE, "-step", "2", "-max_depth", "1000", "-account_type_regexes",
                  "MatMul")
        self.assertEqual({s["name"].rpartition("/")[2].partition("_")[0]
                          for s in self.slices("t_2")}, {"MatMul"})
        self.draw("graph", PROFILE, "-step", "2", "-max_depth", "1000", "-device", "none")
        self.assertEqual(self.slices("t_2"), [])

    def test_tensors_last_until_they_are_taken(self):
        self.draw("graph", PROFILE, "-step", "2", "-max_depth", "1000")
        executions = {s["name"]: s for s in self.slices("t_2")}
        tensors = self.slices("t_2", "Tensor")
        self.assertGreater(len(tensors), 50)
        lasting = 0
        ends = {s["ts"] + s["dur"] for s in executions.values()}
        for tensor in tensors:
            made = executions[tensor["args"]["name"]]
            # An op shorter than 1 us is drawn as 1 us.
            self.assertIn(made["ts"] + made["dur"] - tensor["ts"], (0, 1))
            if tensor["dur"] > 0:
                self.assertIn(tensor["ts"] + tensor["dur"], ends)
            self.assertGreater(tensor["args"]["bytes"], 0)
            lasting += tensor["dur"] > 0
        self.assertGreater(lasting, 25)

    def test_op_is_refused(self):
        done = self.run_program("op", SMALL)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr.strip().count("\n"), 0)
        self.assertIn("-output timeline works from scope, graph, code, trace, not from op", done.stderr)
        self.assertEqual(self.files(), [])

    def test_unknown_step_writes_nothing(self):
        for view in ("graph", "scope"):
            done = self.run_program(view, SMALL, "-step", "99")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("-step 99", done.stderr)
        self.assertEqual(self.files(), [])

    def test_json_names_the_files(self):
        done = self.draw("graph", SMALL, "-format", "json")
        files = json.loads(done.stdout)["files"]
        self.assertEqual([file["path"] for file in files], ["t_1", "t_2"])
        self.assertEqual([file["bytes"] for file in files],
                         [(self.folder / name).stat().st_size for name in ("t_1", "t_2")])

    def test_equal_inputs_give_equal_bytes(self):
        written = set()
        for _ in range(2):
            self.draw("graph", PROFILE, "-merge_steps", "-max_depth", "1000")
            written.add((self.folder / "t").read_bytes())
        self.assertEqual(len(written), 1)

    def test_help_tells_of_it(self):
        done = run("help", "output")
        for word in ("timeline:outfile=", "ui.perfetto.dev", "-merge_steps"):
            self.assertIn(word, done.stdout)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
