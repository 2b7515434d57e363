"""`report`, a document of the other views' answers and the rules' findings, on every format.

    report_test.py PROFILER [Class.test]
"""

import json
import re
import sys
import unittest

from run import run, run_tests

SM = "testdata/sagemaker/sm_cpubottleneck/profiler-output"
PROFILES = {
    "tfprof": "--profile_path=testdata/gpu_synth/profile_300",
    "run_metadata": ("--graph_path=testdata/dist/graph.pb "
                     "--run_meta_path=testdata/dist/run_meta_3.pb"),
    "graph": "--graph_path=testdata/mlp/graph.pb",
    "xspace": "--profile_path=testdata/xspace/syn_gpu2",
    "kineto": "--profile_path=testdata/kineto/torch_loader_bound",
    "sagemaker": f"--profile_path={SM}",
    "store": "--profile_path=testdata/store/gpu_synth.store",
    "damaged": "--profile_path=testdata/bad/profile_truncated",
    "without_steps": "--profile_path=testdata/bad/profile_no_steps",
}
BADNESS = ("error", "warning", "info")


def told(profile, command):
    return run(*PROFILES[profile].split(), "-c", command)


def answer(profile, command):
    done = told(profile, command + " -format json")
    if not done.stdout:
        raise AssertionError(f"{profile}: {command}: exit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def parts(profile, options=""):
    return {section["id"]: section for section in answer(profile, f"report {options}")["sections"]}


def names(table):
    return [row["name"] for row in table["rows"]]


def cells(line):
    return re.split(r"(?<!\\)\|", line.strip())


class PartsTest(unittest.TestCase):

    def test_every_profile_has_one_in_every_form(self):
        for profile in PROFILES:
            for form in ("text", "json", "csv", "tsv", "markdown", "pretty"):
                done = told(profile, f"report -format {form}")
                self.assertIn(done.returncode, (0, 1) if profile == "damaged" else (0,),
                              (profile, form, done.stderr))
                self.assertTrue(done.stdout, (profile, form))

    def test_what_does_not_apply_is_left_out(self):
        for profile in PROFILES:
            for name, part in parts(profile).items():
                if name == "findings":
                    self.assertTrue(part["rows"] or part["notes"], profile)
                    continue
                self.assertTrue(part["rows"], (profile, name))
                if name in ("summary", "use"):
                    continue
                for column in part["columns"]:
                    self.assertTrue(any(row[column["name"]] is not None for row in part["rows"]),
                                    (profile, name, column["name"]))

    def test_which_parts_there_are(self):
        always = ["summary", "findings", "files"]
        expected = {
            "graph": always,
            "sagemaker": ["use", "system", "steps", "job", "phases", "slowest_steps", *always],
            "kineto": ["steps", "step_parts", "slowest_steps", "ops", *always],
            "xspace": ["accelerators", "kernels", "memory", "ops", "steps", *always],
            "tfprof": ["accelerators", "kernels", "memory", "ops", "steps", *always],
        }
        for profile, wanted in expected.items():
            have = set(parts(profile))
            self.assertLessEqual(set(wanted), have, profile)
            if profile != "sagemaker":
                self.assertTrue(have.isdisjoint({"use", "system", "phases", "job"}), profile)

    def test_schema_tells_all_columns(self):
        rows = answer("graph", "schema report")["rows"]
        told = {(row["section"], row["name"]) for row in rows}
        for profile in PROFILES:
            for name, part in parts(profile).items():
                for column in part["columns"]:
                    self.assertIn((name, column["name"]), told, profile)


class NumbersTest(unittest.TestCase):
    """The tables are those of the views."""

    def same(self, profile, part, view, columns):
        ours, theirs = parts(profile)[part], answer(profile, view)
        self.assertEqual(names(ours), names(theirs), (profile, part))
        for row, other in zip(ours["rows"], theirs["rows"]):
            for column in columns:
                self.assertEqual(row[column], other[column], (profile, part, column))

    def test_tables(self):
        self.same("tfprof", "ops", "ops -order_by self_us -top 10", ["self_us", "occurrences"])
        self.same("kineto", "ops", "ops -order_by self_us -top 10", ["self_us", "self_share"])
        self.same("xspace", "kernels", "kernels -order_by total_us -top 10", ["total_us", "op"])
        self.same("xspace", "memory", "memory -order_by peak_bytes -top 10", ["peak_bytes"])
        self.same("kineto", "slowest_steps", "steps -order_by total_us -top 5", ["total_us"])
        self.same("sagemaker", "phases", "phases -by process -order_by total_us", ["mean_us"])
        self.same("sagemaker", "system", "metrics -by node", ["mean", "p50", "p95"])

    def test_use(self):
        rows = parts("sagemaker")["use"]["rows"]
        self.assertEqual([row["name"] for row in rows], ["gpu0", "gpu1", "cpu"])
        metrics = {row["name"]: row for row in answer("sagemaker", "metrics")["rows"]
                   if row["dimension"] == "GPUUtilization"}
        for row in rows:
            self.assertAlmostEqual(row["fully"] + row["partly"] + row["hardly"], 1)
            self.assertEqual(row["count"], 960)
            if row["name"] in metrics:
                self.assertAlmostEqual(row["mean"], metrics[row["name"]]["mean"], places=6)
        self.assertGreater(rows[0]["hardly"], 0.6)
        self.assertGreater(rows[2]["fully"], 0.6)

    def test_when(self):
        row = {row["name"]: row for row in parts("sagemaker")["summary"]["rows"]}["time"]
        self.assertTrue(row["text"].startswith("16 min, from 2023-11-16T07:33:00"), row)


class FindingsTest(unittest.TestCase):

    def test_all_of_advise_the_worst_first(self):
        for profile in ("tfprof", "kineto", "sagemaker", "xspace"):
            ours = parts(profile)["findings"]
            theirs = answer(profile, "advise")["sections"]
            of_rules = [row for row in ours["rows"] if row["rule"] not in ("advise", "overview")]
            self.assertEqual(
                sorted((row["rule"], row["text"]) for row in of_rules),
                sorted((rule["id"], row["text"]) for rule in theirs for row in rule["rows"]))
            severities = [BADNESS.index(row["severity"]) for row in ours["rows"]]
            self.assertEqual(severities, sorted(severities), profile)
            saves = [row["saves_us"] or -1 for row in of_rules if row["severity"] == "warning"]
            self.assertEqual(saves, sorted(saves, reverse=True), profile)
            keys = {"/".join(row["key"]) for row in ours["rows"]}
            self.assertEqual(len(keys), len(ours["rows"]))
            for table in ours.get("sections", []):
                self.assertIn(table["id"], keys)

    def test_what_was_not_judged_comes_first_and_what_overview_warns_of(self):
        # More samples than the job has are asked for: a job that ended is judged else.
        rows = parts("sagemaker", "-threshold '*.patience=1000'")["findings"]["rows"]
        self.assertEqual((rows[0]["rule"], rows[0]["severity"]), ("advise", "warning"))
        self.assertIn("wait for more samples than the 960 of this job", rows[0]["text"])
        warned = [row["text"] for section in answer("sagemaker", "overview")["sections"]
                  for row in section["rows"] if row.get("severity") == "warning"]
        told = [row["text"] for row in rows if row["rule"] == "overview"]
        self.assertLessEqual(set(told), set(warned))
        texts = [row["text"] for row in rows]
        self.assertEqual(len(texts), len(set(texts)))  # a rule's finding is not told twice
        # The command in the note runs the rules that did not judge.
        command = rows[0]["text"].split("; ")[1].removesuffix(" judges them")
        judged = answer("sagemaker", command)
        self.assertFalse([n for n in judged.get("notes", []) if n["id"] == "too_few_samples"])
        self.assertTrue([f for rule in judged["sections"] for f in rule["rows"]
                         if rule["id"] == "LowGPUUtilization"])

    def test_rules_that_lack_the_same_are_told_together(self):
        notes = [note["text"] for note in
                 parts("sagemaker", "-threshold '*.patience=1000'")["findings"]["notes"]]
        patience = [note for note in notes if "patience" in note]
        self.assertEqual(len(patience), 1)
        self.assertIn(patience[0], notes[:2])  # The reasons that most rules share.
        self.assertTrue(patience[0].startswith("LowGPUUtilization, BatchSize, CPUBottleneck"))

    def test_options_of_advise(self):
        rules = {row["rule"] for row in parts("sagemaker", "-threshold '*.patience=200'")
                 ["findings"]["rows"]}
        self.assertIn("CPUBottleneck", rules)
        self.assertNotIn("CPUBottleneck",
                         {row["rule"] for row in parts("sagemaker", "-threshold '*.patience=1000'")
                          ["findings"]["rows"]})
        only = parts("sagemaker", "-checkers InputChecker")["findings"]
        self.assertEqual({row["rule"] for row in only["rows"]}, {"InputChecker"})
        self.assertEqual(told("sagemaker", "report -fail_on warning").returncode, 3)
        self.assertEqual(told("sagemaker", "report -fail_on error").returncode, 0)

    def test_what_is_wrong_with_the_made_jobs(self):
        text = told("sagemaker", "report -threshold '*.patience=200'").stdout
        self.assertIn("highly input bound: 50.0% of a step", text)
        self.assertIn("DataLoaderIter takes 50% of a step", text)
        self.assertIn("by CPUBottleneck", text)


class OptionsTest(unittest.TestCase):

    def test_top(self):
        few = parts("tfprof", "-top 2")
        for name in ("ops", "kernels", "slowest_steps"):
            self.assertEqual(len(few[name]["rows"]), 2, name)
            self.assertGreater(few[name]["hidden_rows"]["count"], 0)
        self.assertGreater(len(parts("tfprof", "-top 30")["ops"]["rows"]), 20)
        # The parts of a step are one answer, which is never cut.
        self.assertEqual(names(few["step_parts"]), names(parts("tfprof")["step_parts"]))

    def test_selection(self):
        one = parts("kineto", "-step 3")
        self.assertEqual([row["number"] for row in one["slowest_steps"]["rows"]], [3])
        whole = {row["name"]: row for row in parts("sagemaker")["system"]["rows"]}
        cut = {row["name"]: row for row in parts("sagemaker", "-to 100s")["system"]["rows"]}
        self.assertLess(cut["CPUUtilization"]["count"], whole["CPUUtilization"]["count"])


class MarkdownTest(unittest.TestCase):

    def test_headings_tables_and_lists(self):
        for profile in PROFILES:
            lines = told(profile, "report -format markdown").stdout.splitlines()
            self.assertEqual(lines[0], "# Profile report")
            titles = [re.sub(r"\\(.)", r"\1", line[3:]) for line in lines if line.startswith("## ")]
            self.assertEqual(titles, [part["title"] for part in parts(profile).values()])
            width = None
            for line in lines:
                if not line.startswith("|"):
                    width = None
                    continue
                self.assertEqual(len(cells(line)), width or len(cells(line)), line)
                width = len(cells(line))
                self.assertTrue(all(len(cell) < 120 for cell in cells(line)), line)

    def test_values_have_units(self):
        text = told("kineto", "report -format markdown").stdout
        self.assertRegex(text, r"\| total\\?_us \| 5 \| 20\.8 ms \| 100\.0% \|")

    def test_findings_are_a_list(self):
        text = told("sagemaker", "report -format markdown").stdout
        self.assertRegex(text, r"(?m)^- \*\*warning\*\* \(InputChecker\): highly input bound: .* "
                               r"Could save [0-9.]+ ms per step\. More: `phases .*`$")
        self.assertIn("\nNot judged:\n\n- ", text)

    def test_other_views_keep_exact_numbers(self):
        text = told("kineto", "overview -format markdown").stdout
        self.assertIn("| name | key |", text)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
