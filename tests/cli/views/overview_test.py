"""The view `overview` on the real binary: its commands work, and it answers on every format.

Run as: overview_test.py PROFILER [TEST...]
"""

import glob
import json
import re
import sys
import tempfile
import unittest

from run import run, run_tests

INPUT_BOUND = "testdata/xspace/tf_input_bound/host0.xplane.pb"
JAX = "testdata/xspace/jax_bf16_scan/host0.xplane.pb"
GPU = "testdata/xspace/syn_gpu1/host0.xplane.pb"
COMPUTE_BOUND = "testdata/xspace/tf_compute_bound/host0.xplane.pb"
MLP = "testdata/mlp/profile_1055"
MOST_VERDICTS = 8


def ask(profile, command):
    done = run(profile, "-c", f"{command} -format json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def sections(profile, command="overview"):
    return {section["id"]: section for section in ask(profile, command)["sections"]}


def flat(report):
    """The rows of a report and of its sections, with the rows below others."""
    for row in report.get("rows", []):
        yield row
        yield from flat({"rows": row.get("children", [])})
    for section in report.get("sections", []):
        yield from flat(section)


def shown(command):
    """The columns of -select, by their names in JSON."""
    words = command.split()
    names = words[words.index("-select") + 1].split(",") if "-select" in words else []
    return [{"occurrence": "run_count"}.get(name, name) for name in names]


def is_known(row, column):
    return row.get(column) not in (None, [])


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
            # At the prompt, which splits the line into words by its own rules.
            done = run(path, "-keep_going", stdin="\n".join(commands) + "\n")
            with self.subTest(path=path):
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_each_command_has_rows(self):
        """The follow-up commands of overview and advise return rows for the profile."""
        for path in sorted(glob.glob("testdata/xspace/*/*.xplane.pb")):
            commands = set()
            for page in (sections(path), sections(path, "advise")):
                for section in page.values():
                    for row in section["rows"]:
                        commands.add(row.get("command"))
                        if section["id"] == "next":
                            commands.add(row["name"])
            for command in sorted(commands - {None, ""}):
                answer = ask(path, command)
                with self.subTest(path=path, command=command):
                    rows = [row for row in flat(answer) if row.get("key") != []]  # all but the root
                    self.assertGreater(len(rows), 0)
                    for column in shown(command):
                        self.assertTrue(any(is_known(row, column) for row in rows), column)

    def test_devices(self):
        rows = sections(GPU)["devices"]["rows"]
        self.assertEqual([row["name"] for row in rows], ["/device:GPU:0"])
        self.assertAlmostEqual(rows[0]["busy_share"], rows[0]["busy_us"] / rows[0]["span_us"])
        # The total over the steps, from `steps`, and between them, from `phases`.
        whole = [row["total_us"] for row in ask(GPU, "steps")["rows"] if not row["partial"]]
        between = [row["total_us"] for row in ask(GPU, "phases")["rows"]
                   if row["name"].startswith("Between")]
        self.assertEqual(len(between), 1)
        self.assertAlmostEqual(rows[0]["span_us"], sum(whole) + sum(between), places=3)
        advice = sections(GPU, "advise -checkers AcceleratorUtilizationChecker")
        self.assertIn(f" {100 * rows[0]['busy_share']:.0f}% of 8 steps",
                      advice["AcceleratorUtilizationChecker"]["rows"][0]["text"])
        self.assertNotIn("devices", sections(INPUT_BOUND))

    def test_slow_steps_that_come_again(self):
        """Every third step waits for input: the mean step is judged, in one sentence."""
        verdict = sections(GPU)["verdicts"]["rows"][0]
        self.assertIn("highly input bound: 52.3% of a step (297 us of 568 us in the mean of 8 steps; 3 "
                      "of them take more than twice as long as most others)", verdict["text"])
        advice = sections(GPU, "advise -checkers InputChecker")["InputChecker"]["rows"][0]
        self.assertEqual(advice["text"], verdict["text"])

    def test_the_first_step_does_not_decide(self):
        """Step 1 of mlp takes 137 ms, the others 1.7 ms."""
        page = sections(MLP)
        verdicts = {row["name"]: row for row in page["verdicts"]["rows"]}
        self.assertRegex(verdicts["highly_input_bound"]["text"],
                         r"72\.\d% of a step \(median of 9 steps; on average [\d.]+%, [\d.]+ ms of [\d.]+ ms, "
                         r"as step 1 takes 13\d\.\d+ ms\)")
        self.assertNotIn("host_compute", verdicts)  # 73% of the mean step, by step 1
        notes = [note["text"] for note in ask(MLP, "overview")["notes"]]
        self.assertTrue(any("is not typical, as step 1 takes 13" in note for note in notes), notes)

    def test_one_class_of_input(self):
        """overview, advise and report hold the same class once, for every profile."""
        classes = set()
        profiles = [MLP, *glob.glob("testdata/*/*profile_*"), *glob.glob("testdata/kineto/*/*.json*"),
                    *glob.glob("testdata/xspace/*/*.xplane.pb"), *glob.glob("testdata/sagemaker/sm_*"),
                    "testdata/store/full.store"]
        for profile in profiles:
            if "/bad/" in profile:
                continue
            with self.subTest(profile=profile):
                told = {}
                for command in ("overview", "advise -checkers InputChecker", "report"):
                    told[command] = [(row["input_class"], row["text"])
                                     for row in flat(ask(profile, command))
                                     if row.get("input_class")]
                self.assertEqual(len(told["overview"]), 1)
                self.assertEqual(told["overview"], told["advise -checkers InputChecker"])
                self.assertEqual(told["overview"], told["report"])
                classes.add(told["overview"][0][0])
        self.assertLessEqual({"highly", "perhaps", "unknown"}, classes)

    def test_what_rules_judge_is_theirs(self):
        """The warnings of all rules stand in overview, the worst of more than fit, and no others."""
        for profile in [*glob.glob("testdata/kineto/*/*.json*"),
                        *glob.glob("testdata/xspace/*/*.xplane.pb")]:
            advice = sections(profile, "advise")
            warned = {(rule, row["name"]) for rule, section in advice.items()
                      for row in section["rows"] if row.get("severity", "info") != "info"}
            shown = {(row["rule"], row["name"]) for row in sections(profile)["verdicts"]["rows"]
                     if row["rule"] and row["severity"] != "info"}
            with self.subTest(profile=profile):
                if len(sections(profile)["verdicts"]["rows"]) < MOST_VERDICTS:
                    self.assertEqual(warned, shown)
                self.assertLessEqual(shown, warned)
                self.assertEqual(bool(shown), bool(warned))

    def test_memory_is_the_devices(self):
        rows = sections(GPU, "advise -checkers MemoryChecker")["MemoryChecker"]["rows"]
        self.assertIn("on /device:GPU:0 (GPU_0_bfc)", rows[0]["text"])
        self.assertIn("perhaps 92% of it is of <no type>: some frees were not recorded", rows[0]["text"])
        self.assertIn("headroom", [row["name"] for row in rows])

    def test_the_hosts_own_ops(self):
        rows = {row["name"]: row for row in sections(COMPUTE_BOUND)["verdicts"]["rows"]}
        self.assertRegex(rows["host_compute"]["text"], r"9\d\.\d% of a step .* is host compute")
        self.assertNotIn("host_compute", [row["name"] for row in
                                          sections(INPUT_BOUND)["verdicts"]["rows"]])

    def test_a_cut_file_is_not_judged(self):
        with open(COMPUTE_BOUND, "rb") as file:
            data = file.read()
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/cut.xplane.pb"
            with open(path, "wb") as file:
                file.write(data[:len(data) * 6 // 10])
            answer = run(path, "-c", "overview -format json").stdout  # fails, but answers
        verdicts = {s["id"]: s for s in json.loads(answer)["sections"]}["verdicts"]
        self.assertEqual([row["input_class"] for row in verdicts["rows"]], ["unknown"])
        self.assertIn("the file is damaged", verdicts["rows"][0]["text"])

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
