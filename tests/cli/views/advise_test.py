"""advise on the real binary: selection of rules, thresholds, and exit statuses for scripts.

Run as: advise_test.py PROFILER [TEST...]
"""

import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

from run import run, run_tests

GPU = os.path.abspath("testdata/gpu_synth/profile_300")  # its problem: NHWC on a GPU
HEALTHY = os.path.abspath("testdata/mlp/profile_1055")
PROFILES = [os.path.abspath(f"testdata/{name}") for name in (
    "mlp/profile_1055", "lstm/profile_4", "lstm/cf2_profile_2", "resnet/profile_15",
    "transformer/profile_9", "gpu_synth/profile_300", "gpu_synth/nostream_profile_300",
    "dist/profile_6")]
WITHOUT_OPS = os.path.abspath("testdata/sagemaker/sm_lowgpu")  # steps and metrics
GPU_RUN = [f"--{option}=" + ",".join(os.path.abspath(f"testdata/gpu_synth/{file}")
                                     for file in files)
           for option, files in (("graph_path", ["graph.pb"]), ("op_log_path", ["op_log.pb"]),
                                 ("run_meta_path", ["run_meta_100.pb", "run_meta_200.pb"]))]
LOW = "AcceleratorUtilizationChecker.low"


def sections(text):
    """The names of the sections, in the order of the text."""
    return [line[:-1] for line in text.splitlines() if line.endswith("Checker:")]


def told_in_a_line(text):
    """The names of the rules that text tells of in lines at its end."""
    lines = re.findall(r"^(?:nothing found|not judged): ([\w, ]+)", text, re.M)
    return [name for line in lines for name in line.split(", ")]


class AdviseTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_with_memory(self, name, begun_s):
        """A trace of one run, whose memory is highest 500 us after its first event."""
        mark = {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1, "tid": 1,
                "ts": 1000, "dur": 1000}
        op = {**mark, "cat": "cpu_op", "name": "aten::empty", "args": {"External id": 1}}
        memory = [{"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1,
                   "tid": 1, "ts": at, "args": {"Device Type": 0, "Device Id": -1, "Addr": 7,
                                                "Bytes": size, "Total Allocated": max(size, 0)}}
                  for at, size in ((1500, 4096), (1900, -4096))]
        path = self.folder / name
        path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": [mark, op, *memory],
                                    "baseTimeNanoseconds": int(begun_s * 1e9)}))
        return path

    def test_the_peak_of_memory_counts_from_the_begin_of_its_own_run(self):
        runs = [self.run_with_memory(f"{name}.json", 1.7e9 + after)
                for name, after in (("first", 0), ("second", 60))]
        done = run("advise", *runs, "-checkers", "MemoryChecker", "-format", "json")
        findings = json.loads(done.stdout)["sections"][0]["rows"]
        peaks = [row for row in findings if row["text"].startswith("peak memory")]
        self.assertEqual(len(peaks), 2, done.stdout)
        for path, peak in zip(runs, peaks):
            self.assertIn(f" of the run {path}, 500 us into it; ", peak["text"])
        done = run("advise", runs[1], "-checkers", "MemoryChecker", "-format", "json")
        self.assertIn("on /host:CPU, 500 us into the recording; ", done.stdout)

    def check(self, done, status=0, stderr=""):
        """`stderr` is a part of stderr; "" allows only warnings about the profile itself. Returns
        stdout."""
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(stderr, done.stderr)
        if not stderr:
            said = [line for line in done.stderr.splitlines() if "profiler: warning:" not in line]
            self.assertEqual(said, [])
        return done.stdout

    def rules(self, text):
        path = self.folder / "rules"
        path.write_text(text)
        return str(path)

    def advise(self, *args, status=0, stderr=""):
        return self.check(run("advise", *args), status, stderr)

    def findings(self, *args, stderr=""):
        """The rows of all sections, from JSON."""
        report = json.loads(self.advise(*args, "-format", "json", stderr=stderr))
        return [row for section in report["sections"] for row in section["rows"]]


class RulesTest(AdviseTest):

    def test_all_rules_in_one_order_always(self):
        texts = {self.advise(GPU) for _ in range(5)}
        self.assertEqual(len(texts), 1)
        names = [section["id"]
                 for section in json.loads(self.advise(GPU, "-format", "json"))["sections"]]
        help_text = run("help", "advise").stdout
        listed = re.findall(r"^  (\w+)(?: |$)", help_text, re.M)
        self.assertEqual(names, [name for name in listed if name in names])
        for name in ("MemoryChecker", "PrecisionChecker", "ParameterChecker"):
            self.assertIn(name, names)
        for profile in PROFILES:
            text = self.advise(profile)
            self.assertEqual(sections(text), [name for name in names if name in sections(text)])
            self.assertCountEqual(sections(text) + told_in_a_line(text), names)

    def test_checkers_chooses(self):
        out = self.advise(GPU, "-checkers", "PrecisionChecker,OperationChecker")
        self.assertEqual(sections(out), ["OperationChecker", "PrecisionChecker"])
        self.assertEqual(self.advise(GPU, "-checkers", "precisionchecker,OPERATIONCHECKER"), out)

    def test_unknown_names_are_refused_before_anything_is_opened(self):
        for args, said in (
                (["-checkers", "PrecisonChecker"], "did you mean 'PrecisionChecker'?"),
                (["-threshold", "PrecisionChecker.lo=1"], "did you mean 'PrecisionChecker.low'?"),
                (["-threshold", "low=1"], "given as RULE.name=number"),
                (["-threshold", f"{LOW}=x"], "given as RULE.name=number"),
                (["-fail_on", "errors"], "did you mean 'error'?")):
            out = self.advise("/no/such/profile", *args, status=2, stderr=said)
            self.assertEqual(out, "")

    def test_healthy_profiles_draw_no_warning(self):
        rules = "MemoryChecker,PrecisionChecker,ParameterChecker"
        for profile in PROFILES:
            for row in self.findings(profile, "-checkers", rules):
                self.assertEqual(row["severity"], "info", (profile, row))

    def test_selection_applies(self):
        one = self.advise(GPU, "-checkers", "MemoryChecker", "-step", "200")
        self.assertIn("into step 200", one)
        self.assertIn("into step 100", self.advise(GPU, "-checkers", "MemoryChecker"))
        self.assertIn("no op ran on an accelerator",
                      self.advise(GPU, "-device", ".*cpu.*", "-checkers",
                                  "AcceleratorUtilizationChecker"))

    def test_graph_alone_is_judged_by_the_rules_that_need_no_step(self):
        graph = "--graph_path=" + os.path.abspath("testdata/mlp/graph.pb")
        self.advise(graph, status=1, stderr="nothing to judge")
        out = self.advise(graph, "-checkers", "ParameterChecker")
        self.assertIn("7 variables of the model hold 52,651 parameters", out)


class ThresholdTest(AdviseTest):

    def utilization(self, *args):
        row, = self.findings(GPU, "-checkers", "AcceleratorUtilizationChecker", *args)
        return row["severity"]

    def test_threshold_changes_the_verdict(self):
        self.assertEqual(self.utilization(), "info")
        self.assertEqual(self.utilization("-threshold", f"{LOW}=0.9"), "warning")
        self.assertEqual(self.utilization("-threshold", f"{LOW}=0.9", "-threshold", f"{LOW}=0.7"),
                         "info")

    def test_rules_file(self):
        rules = self.rules(f"# what we expect\n\n  {LOW} = 0.9  # of a GPU\nPrecisionChecker.low=0\n")
        self.assertEqual(self.utilization("-rules_file", rules), "warning")
        # The command line wins, whatever the order.
        self.assertEqual(self.utilization("-threshold", f"{LOW}=0.7", "-rules_file", rules), "info")

    def test_errors_in_a_rules_file_name_its_line(self):
        for text, said in ((f"{LOW} = 0.9\nPrecisionChecker.lo = 1\n",
                            ":2: invalid value for -threshold: 'PrecisionChecker.lo'"),
                           ("\n\nnonsense\n", ":3: "), (f"{LOW} = much\n", ":1: ")):
            rules = self.rules(text)
            out = self.advise(GPU, "-rules_file", rules, status=1, stderr=rules + said)
            self.assertEqual(out, "")

    def test_rules_file_that_is_not_there(self):
        self.advise(GPU, "-rules_file", str(self.folder / "none"), status=1,
                    stderr="cannot read the rules in")

    def test_set_keeps_them(self):
        done = run(GPU, stdin=f"set -threshold {LOW}=0.9 -checkers AcceleratorUtilizationChecker\n"
                              "advise -format json\n")
        row, = json.loads(self.check(done))["sections"][0]["rows"]
        self.assertEqual(row["severity"], "warning")


class FailOnTest(AdviseTest):
    SAID = "advise found 1 warning (-fail_on warning)"

    def test_status_3_where_a_finding_is_as_bad(self):
        rule = ["-checkers", "OperationChecker"]
        out = self.advise(GPU, *rule, "-fail_on", "warning", status=3, stderr=self.SAID)
        self.assertIn("NHWC", out)
        self.assertEqual(self.advise(GPU, *rule), out)
        self.advise(GPU, *rule, "-fail_on", "nothing")
        self.advise(GPU, *rule, "-fail_on", "error")
        self.advise(HEALTHY, *rule, "-fail_on", "warning")

    def test_rules_that_judged_nothing_are_named(self):
        said = ("note: -fail_on checks nothing of PrecisionChecker, which judged nothing: no matrix "
                "product")
        rules = ["-checkers", "PrecisionChecker,StepChecker"]
        self.advise(HEALTHY, *rules, "-fail_on", "error", stderr=said)
        self.assertEqual(run("advise", HEALTHY, *rules).stderr, "")
        self.assertNotIn("StepChecker", run("advise", HEALTHY, *rules, "-fail_on", "error").stderr)

    def test_in_scripts_and_with_c(self):
        line = "advise -checkers OperationChecker -fail_on warning"
        script = self.folder / "script"
        script.write_text(line + "\nop -max_depth 2\n")
        for args, stdin in ((["-c", line, "-c", "op -max_depth 2"], ""), (["-f", str(script)], ""),
                            ([], line + "\nop -max_depth 2\n")):
            out = self.check(run(GPU, *args, stdin=stdin), 3, self.SAID)
            self.assertIn("node name", out)  # the lines that follow still run
            self.check(run(HEALTHY, *args, stdin=stdin))

    def test_in_json(self):
        done = run("advise", GPU, "-checkers", "OperationChecker", "-fail_on", "warning", "-format",
                   "json")
        report = json.loads(self.check(done, 3, self.SAID))
        self.assertEqual(report["sections"][0]["rows"][0]["severity"], "warning")


class JsonTest(AdviseTest):

    def test_sections_hold_findings_and_their_evidence(self):
        report = json.loads(self.advise(GPU, "-format", "json"))
        names = [section["id"] for section in report["sections"]]
        text = self.advise(GPU)
        self.assertCountEqual(names, sections(text) + told_in_a_line(text))
        for section in report["sections"]:
            columns = {column["name"] for column in section["columns"]}
            keys = set()
            for row in section["rows"]:
                self.assertEqual(set(row), columns, section["id"])
                self.assertIn(row["severity"], ("info", "warning", "error"))
                self.assertTrue(row["text"])
                keys.add("/".join(row["key"]))
            self.assertEqual(len(keys), len(section["rows"]), section["id"])
            for evidence in section.get("sections", []):
                self.assertIn(evidence["id"], keys)
                self.assertTrue(evidence["rows"])

    def test_what_was_not_judged_is_a_note(self):
        report = json.loads(self.advise(HEALTHY, "-checkers", "PrecisionChecker", "-format", "json"))
        section, = report["sections"]
        self.assertEqual(section["rows"], [])
        self.assertEqual([note["id"] for note in section["notes"]], ["not_judged"])


class CommandTest(AdviseTest):

    def test_every_command_of_a_finding_runs(self):
        inputs = [[profile] for profile in [*PROFILES, WITHOUT_OPS]] + [GPU_RUN]
        thresholds = ["-threshold", "MemoryChecker.kept_bytes=1"]
        for paths in inputs:
            commands = sorted({row["command"] for row in self.findings(*paths, *thresholds)
                               if row["command"]})
            self.assertTrue(commands, paths)
            for command in commands:
                done = run(*paths, "-c", command)
                self.assertEqual(done.returncode, 0, (paths, command, done.stderr))
                self.assertTrue(done.stdout, command)
                if command.split()[0] in ("op", "scope", "graph", "code"):
                    answer = json.loads(self.check(run(*paths, "-c", f"{command} -format json")))
                    self.assertGreater(len(answer["rows"]), 1, (paths, command))  # not the root alone

    def test_the_numbers_are_those_of_the_views(self):
        report = json.loads(self.advise(HEALTHY, "-checkers", "MemoryChecker,ParameterChecker",
                                        "-format", "json"))
        memory, parameters = report["sections"]
        types = json.loads(self.check(run("op", HEALTHY, "-max_depth", "999", "-format", "json",
                                          "-select", "peak_bytes,residual_bytes")))
        by_name = {row["name"]: row for row in types["rows"]}
        for row in memory["sections"][0]["rows"]:
            for column in ("peak_bytes", "residual_bytes"):
                self.assertEqual(row[column], by_name[row["name"]][column], row)
        scope = json.loads(self.check(run("scope", HEALTHY, "-select", "params", "-max_depth", "9",
                                          "-format", "json")))
        by_name = {row["name"]: row for row in scope["rows"]}
        for row in parameters["sections"][0]["rows"]:
            self.assertEqual(row["params"], by_name[row["name"]]["params"], row)


class HelpTest(AdviseTest):

    def test_help_lists_rules_and_thresholds(self):
        text = self.check(run("help", "advise"))
        for rule in sections(self.advise(HEALTHY)):
            self.assertIn(f"\n  {rule}", text)
        self.assertRegex(text, r"\n    low +a utilization below this, 0 to 1, is low \(0\.5\)\n")
        self.assertIn("advise -checkers", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 104)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
