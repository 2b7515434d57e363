"""The findings of advise in the recorded profiles, compared with those that a person made.

docs/advice.md has the same as a table. Run as: advise_profiles_test.py PROFILER [TEST...]
"""

import json
import pathlib
import shlex
import sys
import unittest

from run import run, run_tests

TESTDATA = pathlib.Path("testdata")
RULES = ["JobChecker", "StepChecker", "InputChecker", "PlacementChecker"]

# By profile: the findings with their severities, and the rules that judge nothing or only a part.
FED = {"input_bound_unknown": "info"}  # the input is fed from Python
ALONE = "one worker and no collective"
HOST_ONLY = "no op ran on an accelerator"
FOUND = {
    "mlp/profile_1055": ({
        "step_time": "info",
        "warm_up": "warning",
        "highly_input_bound": "warning",
    }, [ALONE, "6 steps after the start: at least 8 are needed", HOST_ONLY]),
    "lstm/profile_4": (FED, [ALONE, "2 steps of known length", HOST_ONLY]),
    "lstm/cf2_profile_2": (FED, [ALONE, "1 step of known length", HOST_ONLY]),
    "resnet/profile_15": (FED, [ALONE, "3 steps of known length", HOST_ONLY]),
    "transformer/profile_9": (FED, [ALONE, "3 steps of known length", HOST_ONLY]),
    "gpu_synth/profile_300": ({
        "time_share": "info",
        "host_between_accelerator": "warning",
        "host_variables": "warning",
        **FED,
    }, [ALONE, "3 steps of known length"]),
    "gpu_synth/nostream_profile_300": ({
        "high_other": "info",
        "host_between_accelerator": "warning",
        "host_variables": "warning",
        **FED,
    }, [ALONE, "3 steps of known length", "times of the accelerator's ops were not recorded"]),
    "dist/profile_6": ({
        "graph_traffic": "info",
        "potentially_input_bound": "info",
    }, ["no communication between workers was recorded", "2 steps of known length", HOST_ONLY]),
}
DIST_RUN = {
    "communication_bound": "warning",
    "slowest_link": "info",
    "small_transfers": "warning",
    "potentially_input_bound": "info",
}


class AdviseProfilesTest(unittest.TestCase):
    maxDiff = None

    def advise(self, *inputs):
        """The findings by id, and the rules that did not judge, in order; runs each finding's
        command."""
        done = run(*inputs, "-c", f"advise -checkers {','.join(RULES)} -format json")
        self.assertEqual(done.returncode, 0, done.stderr)
        sections = json.loads(done.stdout)["sections"]
        self.assertEqual([section["id"] for section in sections], RULES)
        findings = {row["name"]: row for section in sections for row in section["rows"]}
        for finding in findings.values():
            answer = run(*inputs, "-c", finding["command"])
            self.assertEqual(answer.returncode, 0, f"{finding['command']}\n{answer.stderr}")
            lines = answer.stdout.rstrip().splitlines()
            self.assertGreater(len(lines), 1)
            if finding["command"].split()[0] in ("op", "scope", "graph", "code"):
                self.assertIn("Profile:", answer.stdout)
                self.assertNotEqual(lines[-1], "Profile:")
        return findings, [note["text"] for section in sections for note in section["notes"]]

    def check(self, answer, severities, not_judged):
        findings, notes = answer
        self.assertEqual({name: row["severity"] for name, row in findings.items()}, severities)
        self.assertEqual(len(notes), len(not_judged), notes)
        for note, part in zip(notes, not_judged):
            self.assertIn(part, note)

    def test_each_profile(self):
        for name, (severities, not_judged) in FOUND.items():
            with self.subTest(name):
                self.check(self.advise(f"--profile_path={TESTDATA / name}"), severities, not_judged)

    def test_all_models_are_here(self):
        recorded = {str(path.relative_to(TESTDATA)) for path in TESTDATA.glob("*/*profile_*")
                    if path.parent.name != "bad"}
        self.assertEqual(set(FOUND), recorded)

    def test_a_cluster_by_its_run_metadata(self):
        dist = TESTDATA / "dist"
        answer = self.advise(f"--graph_path={dist / 'graph.pb'}",
                             f"--run_meta_path={dist / 'run_meta_3.pb'},{dist / 'run_meta_6.pb'}",
                             f"--op_log_path={dist / 'op_log.pb'}")
        self.check(answer, DIST_RUN, ["2 steps of known length", HOST_ONLY])
        slowest = answer[0]["slowest_link"]
        self.assertEqual(slowest["subject"], "worker:1 -> ps:0")
        self.assertIn("14.5 MB/s (9.6 KB a step", slowest["text"])

    def test_outputs_told_by_a_graph_have_their_sizes(self):
        gpu = TESTDATA / "gpu_synth"
        findings, _ = self.advise(
            f"--graph_path={gpu / 'graph.pb'}",
            f"--run_meta_path={gpu / 'run_meta_100.pb'},{gpu / 'run_meta_200.pb'}")
        self.assertIn("79.4 KB in 25 copies there and, as updates, 79.4 KB in 25 copies back",
                      findings["host_variables"]["text"])

    def test_without_the_warm_up_the_mean_is_what_was_said(self):
        mlp = f"--profile_path={TESTDATA / 'mlp/profile_1055'}"
        findings, _ = self.advise(mlp)
        self.assertIn("step 1 warms up", findings["warm_up"]["text"])
        words = shlex.split(findings["warm_up"]["command"])
        self.assertEqual(words[words.index("-step") + 1], "1050..1055")
        selected = run(mlp, "-c", "advise -checkers StepChecker,InputChecker -step 1050..1055 "
                       "-format json")
        names = [row["name"] for section in json.loads(selected.stdout)["sections"]
                 for row in section["rows"]]
        self.assertEqual(names, ["step_time", "highly_input_bound"])


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
