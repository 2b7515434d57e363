"""`diff` of profiles that share little, or of what is no profile: a sentence and a status each."""

import json
import pathlib
import sys

from diff_case import DiffCase
from made_trace import made
from run import ask, run, run_tests

KINETO = "testdata/kineto/torch_resnetish/rank0.5.pt.trace.json.gz"
TFPROF = "testdata/gpu_synth/profile_300"
XSPACE = "testdata/xspace/tf_compute_bound"


class DiffInputs(DiffCase):
    def fails(self, status, sentence, *command):
        done = run(*command)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(sentence, done.stderr)

    def test_without_a_base(self):
        self.fails(1, "profiler diff NEW -base OLD", "diff", KINETO)

    def test_other_commands_take_no_base(self):
        done = run("info", KINETO, "-base", KINETO)
        self.assertEqual(done.returncode, 2)

    def test_a_base_that_cannot_be_read(self):
        bad = self.folder / "bad.json"
        bad.write_text("no profile")
        self.fails(1, "bad.json", "diff", KINETO, "-base", bad)

    def test_a_base_that_is_not_there(self):
        self.fails(1, "none.json", "diff", KINETO, "-base", self.folder / "none.json")

    def test_an_empty_base(self):
        empty = self.folder / "empty.json"
        empty.write_text("")
        self.fails(1, "empty.json", "diff", KINETO, "-base", empty)

    def test_a_base_without_events(self):
        bare = self.folder / "bare.json"
        bare.write_text(json.dumps({"schemaVersion": 1, "traceEvents": [
            {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "python"}}]}))
        done = run("diff", self.base, "-base", bare)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "the base has no|no profile|nothing")

    def test_a_base_without_steps(self):
        trace = json.loads(pathlib.Path(self.base).read_text())
        # Without the marks, and too irregular for steps to be inferred.
        events = [event for event in trace["traceEvents"]
                  if not event["name"].startswith("ProfilerStep")][:7]
        bare = self.folder / "bare.json"
        bare.write_text(json.dumps({**trace, "traceEvents": events}))
        self.fails(1, "the base has no steps and the new profile has 10", "diff", self.base,
                   "-base", bare)
        report = ask("diff", bare, "-base", bare)
        self.assertIn("did not change", report["summary"][0])

    def test_a_damaged_base_is_compared_by_what_could_be_read(self):
        text = pathlib.Path(self.base).read_text()
        cut = self.folder / "cut.json"
        cut.write_text(text[:len(text) * 3 // 4])
        done = run("diff", self.base, "-base", cut, "-format", "json")
        self.assertIn(done.returncode, (0, 1))
        self.assertIn("cut.json", done.stderr)
        self.assertIn("summary", json.loads(done.stdout))

    def test_what_only_one_recorded_is_named_in_one_sentence(self):
        new = made(self.folder / "new.json", 2, gpu=False)
        report = ask("diff", new, "-base", self.base)
        sentence = report["summary"][-1]
        self.assertTrue(sentence.startswith("Not compared: "), sentence)
        self.assertIn("kernels (the new profile recorded no work of accelerators)", sentence)
        ids = [part["id"] for part in report["sections"]]
        self.assertIn("ops", ids)
        self.assertNotIn("kernels", ids)

    def test_other_frameworks_share_the_step(self):
        report = ask("diff", XSPACE, "-base", KINETO)
        self.assertIn("Not compared: ops, scopes (no name is in both profiles)", report["summary"][-1])
        self.assertEqual(report["sections"][0]["id"], "steps")
        self.assertEqual(report["sections"][-1]["rows"][0]["name"], "format")
        for command in ("diff", "op"):
            note = ask(command, XSPACE, "-base", KINETO)["notes"][0]
            self.assertEqual((note["id"], note["severity"]), ("other_format", "warning"))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
