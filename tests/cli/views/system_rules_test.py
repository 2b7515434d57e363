"""Rules on jobs that SageMaker Debugger recorded. Each job is made here and has one problem; the
rules must report it and no other.

    system_rules_test.py PROFILER [Class.test]
"""

import json
import pathlib
import sys
import tempfile
import unittest

from run import run, run_tests

START = 1_700_000_000
OURS = {"PhaseChecker", "DipChecker", "NetworkChecker", "Dataloader"}


class Job:
    """A folder like SageMaker Debugger's: samples once a second, and steps of phases."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder, "profiler-output")
        self.system, self.events = {}, {}

    def sample(self, second, kind, name, dimension, value, node="algo-1"):
        self.system.setdefault(node, []).append(json.dumps(
            {"Type": kind, "Name": name, "Dimension": dimension, "Value": value, "NodeId": node,
             "Timestamp": START + second}))

    def watch(self, second, gpu, cpu=30, network=1000, node="algo-1", cores=4):
        self.sample(second, "gpu", "gpu0", "GPUUtilization", gpu, node)
        self.sample(second, "network", "Algorithm", "Algorithm", network, node)
        for core in range(cores):
            self.sample(second, "cpu", f"cpu{core}", "CPUUtilization", cpu, node)

    def run(self, phase, name, begin_s, duration_s, node="algo-1", **args):
        self.events.setdefault(node, []).append(
            (phase, {"name": name, "ph": "X", "ts": round(begin_s * 1e6),
                     "dur": round(duration_s * 1e6), "args": args}))

    def step(self, number, begin_s, phases, node="algo-1"):
        """Consecutive phases, each (name, seconds)."""
        at = begin_s
        for phase, seconds in phases:
            self.run(phase, phase.split("-")[0], at, seconds, node, step_num=str(number))
            at += seconds
        self.run("Step:ModeKeys.TRAIN", "Step:ModeKeys.TRAIN", begin_s, at - begin_s, node,
                 step_num=str(number))
        return at

    def write(self):
        for node, lines in self.system.items():
            path = self.root / "system/incremental/2023111422" / f"{START}.{node}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n")
        for node, events in self.events.items():
            pids = {phase: i + 1 for i, phase in enumerate(sorted({p for p, _ in events}))}
            trace = [{"name": "process_name", "ph": "M", "pid": 0,
                      "args": {"start_time_since_epoch_in_micros": START * 1_000_000}}]
            trace += [{"name": "process_name", "ph": "M", "pid": pid, "args": {"name": phase}}
                      for phase, pid in pids.items()]
            trace += [dict(event, pid=pids[phase], tid=0) for phase, event in events]
            path = (self.root / "framework/pevents/2023111422" /
                    f"{(START + 100_000) * 1_000_000}_7-{node}_pythontimeline.json")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(trace))
        return self.root


def told(folder, command):
    return run(f"--profile_path={folder}", "-c", command)


def answer(folder, command):
    return json.loads(told(folder, command + " -format json").stdout)


def findings(folder, options=""):
    return {(section["id"], row["key"][0], row["subject"]): row
            for section in answer(folder, f"advise {options}")["sections"]
            for row in section["rows"]}


class JobTest(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.job = Job(self.folder.name)

    def warnings_of_ours(self, folder, options=""):
        return {key for key, row in findings(folder, options).items()
                if key[0] in OURS and row["severity"] != "info"}

    def steady(self, seconds=120, step_s=1.0, **watch):
        for second in range(seconds):
            self.job.watch(second, 80, **watch)
            self.job.step(second, second, [("Forward-node", step_s * 0.6),
                                           ("Backward-node", step_s * 0.3)])


class HealthyTest(JobTest):

    def test_nothing_is_found(self):
        self.steady()
        root = self.job.write()
        self.assertEqual(self.warnings_of_ours(root), set())

    def test_what_was_measured_is_told_and_is_no_warning(self):
        self.steady()
        found = findings(self.job.write())
        usage = found["OverallSystemUsage", "system_usage", "algo-1"]
        phases = found["OverallFrameworkMetrics", "phases", "job"]
        self.assertEqual((usage["severity"], phases["severity"]), ("info", "info"))
        self.assertIn("gpu0 80%", usage["text"])
        self.assertIn("processors 30%", usage["text"])
        self.assertIn("Forward-node 67%", phases["text"])
        self.assertEqual(told(self.job.root, "advise -checkers OverallSystemUsage,"
                             "OverallFrameworkMetrics -fail_on warning").returncode, 0)


class DipTest(JobTest):

    def dips(self, every, length=2, name=None):
        for second in range(240):
            is_low = second % every < length
            self.job.watch(second, 5 if is_low else 80)
            self.job.step(second, second, [("Forward-node", 0.9)])
            if is_low and name and second % every == 0:
                self.job.run("Callbacks", name, second, length)
        return self.job.write()

    def test_at_regular_intervals_with_what_ran(self):
        found = findings(self.dips(20, name="SaveCheckpoint"))
        row = found["DipChecker", "periodic_dips", "algo-1"]
        self.assertIn("every 20 steps (20 s)", row["text"])
        self.assertIn("SaveCheckpoint runs 100% of that time, and 0% of the rest", row["text"])
        self.assertEqual(row["severity"], "warning")
        self.assertIn(("DipChecker", "periodic_dips", "algo-1"), self.warnings_of_ours(self.job.root))

    def test_thresholds(self):
        root = self.dips(20)
        for threshold in ("below=4", "share=0.2", "patience=240"):
            self.assertEqual(self.warnings_of_ours(root, f"-threshold DipChecker.{threshold}"),
                             set(), threshold)

    def test_at_no_intervals_only_what_ran_is_a_finding(self):
        lows = {20, 21, 27, 28, 60, 61, 62, 100, 101, 190, 191, 192, 193, 220, 221}
        for second in range(240):
            self.job.watch(second, 5 if second in lows else 80)
            self.job.step(second, second, [("Forward-node", 0.9)])
        root = self.job.write()
        self.assertEqual(self.warnings_of_ours(root), set())
        for second in lows:
            self.job.run("Callbacks", "Validate", second, 1)
        root = self.job.write()
        row = findings(root)["DipChecker", "dips", "algo-1"]
        self.assertIn("Validate runs 100%", row["text"])
        self.assertEqual(self.warnings_of_ours(root, "-threshold DipChecker.stands_out=1"), set())

    def test_without_gpus_processors_are_judged(self):
        for second in range(240):
            for core in range(2):
                self.job.sample(second, "cpu", f"cpu{core}", "CPUUtilization",
                                2 if second % 30 < 3 else 50)
            self.job.step(second, second, [("Forward-node", 0.9)])
        root = self.job.write()
        row = findings(root)["DipChecker", "periodic_dips", "algo-1"]
        self.assertIn("processors are below 25%", row["text"])
        self.assertEqual(self.warnings_of_ours(root, "-threshold DipChecker.cpu_below=3"), set())


class NetworkTest(JobTest):

    def job_with(self, low, high, waits=lambda second: second % 7 in (0, 1, 4)):
        for second in range(200):
            is_low = waits(second)
            self.job.watch(second, 5 if is_low else 80, network=low if is_low else high)
            self.job.step(second, second, [("Forward-node", 0.9)])
        return self.job.write()

    def test_more_traffic_while_gpus_wait(self):
        root = self.job_with(low=9e8, high=1e8)
        row = findings(root)["NetworkChecker", "network_bound", "algo-1"]
        self.assertIn("900", row["text"])
        for threshold in ("ratio=10", "threshold=60", "gpu_threshold=1", "least_bytes=1e9",
                          "patience=200"):
            found = self.warnings_of_ours(root, f"-threshold NetworkChecker.{threshold} "
                                                "-threshold NetworkChecker.full=1")
            self.assertNotIn("NetworkChecker", {key[0] for key in found}, threshold)

    def test_full_all_the_time(self):
        root = self.job_with(low=9e8, high=9e8)
        row = findings(root)["NetworkChecker", "network_bound", "algo-1"]
        self.assertIn("at its top", row["text"])
        self.assertNotIn(("NetworkChecker", "network_bound", "algo-1"),
                         findings(root, "-threshold NetworkChecker.full=1"))

    def test_steady_traffic_that_no_link_is_full_of(self):
        root = self.job_with(low=9e6, high=9e6)
        key = ("NetworkChecker", "network_bound", "algo-1")
        self.assertNotIn(key, findings(root))
        self.assertIn(key, findings(root, "-threshold NetworkChecker.full_rate=1e6"))

    def test_little_traffic(self):
        found = findings(self.job_with(low=1000, high=10))
        self.assertNotIn(("NetworkChecker", "network_bound", "algo-1"), found)


class SageMakersRulesTest(JobTest):

    def memory_of(self, used):
        for second in range(120):
            self.job.watch(second, 80)
            self.job.sample(second, "gpu", "gpu0", "GPUMemoryUtilization", used(second))
            self.job.step(second, second, [("Forward-node", 0.9)])
        return findings(self.job.write(), "-threshold '*.patience=0'")[
            "GPUMemoryIncrease", "memory_increase", "algo-1/gpu0"]

    def test_memory_that_grows_on_and_on(self):
        row = self.memory_of(lambda second: 10 + 0.7 * second)
        self.assertEqual(row["severity"], "warning")
        self.assertIn("if it goes on, it runs out", row["text"])

    def test_memory_that_is_allocated_once_does_not_run_out(self):
        row = self.memory_of(lambda second: 30 if second < 24 else 70)
        self.assertEqual(row["severity"], "info")
        self.assertIn("but not on and on", row["text"])

    def test_a_gpu_that_is_never_used_waits_for_no_processors(self):
        for second in range(120):
            self.job.watch(second, 97, cpu=95)
            self.job.sample(second, "gpu", "gpu1", "GPUUtilization", 0)
            self.job.step(second, second, [("Forward-node", 0.9)])
        found = findings(self.job.write(), "-threshold '*.patience=0'")
        self.assertEqual({key for key in found if key[0] == "CPUBottleneck"}, set())

    def test_low_use_is_info_where_another_rule_names_its_cause(self):
        for second in range(120):
            waits = second % 3 > 0
            self.job.watch(second, 5 if waits else 95, network=3e9 if waits else 1e8)
            self.job.step(second, second, [("Forward-node", 0.9)])
        root = self.job.write()
        low = ("LowGPUUtilization", "fluctuating", "algo-1/gpu0")
        patience = "-threshold '*.patience=20'"
        found = findings(root, patience)
        self.assertEqual(found["NetworkChecker", "network_bound", "algo-1"]["severity"], "warning")
        self.assertEqual(found[low]["severity"], "info")
        self.assertIn("See the warning of NetworkChecker first", found[low]["text"])
        alone = findings(root, f"-checkers LowGPUUtilization {patience}")
        self.assertEqual(alone[low]["severity"], "warning")


class PhaseTest(JobTest):

    def test_a_phase_that_grows(self):
        at = 0
        for number in range(80):
            at = self.job.step(number, at, [("Forward-node", 0.5),
                                            ("Backward-node", 0.2 + number * 0.01)])
        for second in range(120):
            self.job.watch(second, 80)
        root = self.job.write()
        self.assertEqual(self.warnings_of_ours(root),
                         {("PhaseChecker", "growing_phase", "Backward-node")})
        text = findings(root)["PhaseChecker", "growing_phase", "Backward-node"]["text"]
        self.assertIn("in the last quarter", text)
        for threshold in ("growth=10", "share=0.9"):
            self.assertEqual(self.warnings_of_ours(root, f"-threshold PhaseChecker.{threshold}"),
                             set())

    def test_a_phase_that_changes_at_once_does_not_grow(self):
        at = 0
        for number in range(80):
            late = 0.3 if number >= 40 else 0.0
            at = self.job.step(number, at, [("DataLoaderIter", 0.1 + late),
                                            ("Backward-node", 0.5 + number % 5 * 0.01)])
        for second in range(120):
            self.job.watch(second, 80)
        text = findings(self.job.write())["PhaseChecker", "growing_phase", "DataLoaderIter"]["text"]
        self.assertIn("since step 40 DataLoaderIter takes 400 ms per step, 100 ms before", text)
        self.assertNotIn("piles up", text)

    def test_numbers_since_a_change_are_of_the_steps_since_then(self):
        # Not of the last quarter, in which the change is.
        at = 0
        for number in range(80):
            late = 0.3 if number >= 65 else 0.0
            at = self.job.step(number, at, [("DataLoaderIter", 0.1 + late),
                                            ("Backward-node", 0.5)])
        for second in range(120):
            self.job.watch(second, 80)
        text = findings(self.job.write())["PhaseChecker", "growing_phase", "DataLoaderIter"]["text"]
        self.assertIn("since step 65 DataLoaderIter takes 400 ms per step, 100 ms before: the step "
                      "went from 600 ms to 900 ms", text)

    def test_a_node_that_waits_in_its_backward_pass(self):
        # From step 40 on algo-2 waits for its input, and algo-1 for algo-2.
        for number in range(80):
            late = 0.3 if number >= 40 else 0.0
            for node, load, wait in (("algo-1", 0.0, late), ("algo-2", late, 0.0)):
                self.job.watch(number, 80, node=node)
                self.job.step(number, number, [("DataLoaderIter", 0.1 + load),
                                               ("Backward-node", 0.5 + wait)], node)
        found = findings(self.job.write())
        phases = {key[1:] for key in found if key[0] == "PhaseChecker"}
        self.assertEqual(phases, {("growing_phase", "DataLoaderIter"),
                                  ("lagging_node", "algo-2/DataLoaderIter")})
        text = found["PhaseChecker", "lagging_node", "algo-2/DataLoaderIter"]["text"]
        self.assertIn("DataLoaderIter takes 250 ms per step on algo-2 and 100 ms on algo-1", text)
        text = found["PhaseChecker", "growing_phase", "DataLoaderIter"]["text"]
        self.assertIn("since step 40 DataLoaderIter takes 400 ms per step on algo-2", text)
        text = next(row["text"] for key, row in found.items() if key[0] == "InputChecker")
        self.assertIn("on algo-2", text)
        self.assertIn("(algo-1: 13.9%)", text)
        text = next(row["text"] for key, row in found.items() if key[1] == "level_shift")
        self.assertIn("waiting for input takes 250 ms since then, 100 ms before", text)
        self.assertNotIn("Backward", text)

    def test_metrics_of_the_node_that_rose_with_its_phase_are_told(self):
        for number in range(80):
            late = 0.3 if number >= 40 else 0.0
            for node, load, wait in (("algo-1", 0.0, late), ("algo-2", late, 0.0)):
                self.job.watch(number, 80, node=node)
                self.job.sample(number, "i/o", "cpu0", "I/OWaitPercentage",
                                38 if load else 0.4, node)
                self.job.step(number, number, [("DataLoaderIter", 0.1 + load),
                                               ("Backward-node", 0.5 + wait)], node)
        found = findings(self.job.write())
        row = found["PhaseChecker", "growing_phase", "DataLoaderIter"]
        self.assertRegex(row["text"], r"On algo-2 metrics rose then, I/O wait from [\d.]+% to "
                         r"3\d(\.\d)?%: look at its disk or file system")
        self.assertAlmostEqual(row["saves_us"], 300000, delta=10000)

    def test_diff_names_the_node_whose_input_takes_longer_in_a_part_of_the_steps(self):
        roots = {}
        for name, longer in (("before", 0.0), ("after", 0.3)):
            job = Job(pathlib.Path(self.folder.name, name))
            for number in range(90):
                late = longer if number >= 60 else 0.0
                # Unlike in all steps, as equal files count once.
                for node, load, wait in (("algo-1", 0.0, late), ("algo-2", late + 0.001, 0.0)):
                    job.watch(number, 80, node=node)
                    job.step(number, number, [("DataLoaderIter", 0.1 + load),
                                              ("Backward-node", 0.5 + wait)], node)
            roots[name] = job.write()
        done = run("diff", roots["after"], "-base", roots["before"], "-format", "json")
        self.assertIn("Of 2 hosts only algo-2 takes clearly longer by itself: in its mean step input "
                      "takes 201 ms, 101 ms before. Diff with -host algo-2 says more",
                      json.loads(done.stdout)["summary"])

    def test_a_node_that_lags(self):
        for number in range(60):
            for node in ("algo-1", "algo-2", "algo-3"):
                slow = node == "algo-2"
                self.job.watch(number, 80, node=node)
                self.job.step(number, number, [("DataLoaderIter", 0.5 if slow else 0.1),
                                               ("Backward-node", 0.4 if slow else 0.8)], node)
        root = self.job.write()
        found = self.warnings_of_ours(root)
        self.assertIn(("PhaseChecker", "lagging_node", "algo-2/DataLoaderIter"), found)
        self.assertNotIn(("PhaseChecker", "lagging_node", "algo-2/Backward-node"), found)
        self.assertEqual(self.warnings_of_ours(root, "-threshold PhaseChecker.lag=0.6"), set())

    def test_nodes_that_do_not_wait_for_a_slower_one(self):
        for node in ("algo-1", "algo-2"):
            at = 0
            for number in range(60):
                self.job.watch(number, 80, node=node)
                at = self.job.step(number, at, [("Forward-node", 0.9 if node == "algo-2" else 0.5)],
                                   node)
        text = findings(self.job.write())["PhaseChecker", "lagging_node", "algo-2/Forward-node"][
            "text"]
        self.assertIn("do not wait for each other", text)
        self.assertNotIn("all wait for", text)

    def test_only_what_is_selected(self):
        at = 0
        for number in range(80):
            at = self.job.step(number, at, [("Backward-node", 0.2 + number * 0.01)])
        self.assertEqual(self.warnings_of_ours(self.job.write(), "-step 1..79"), set())


class DataLoaderTest(JobTest):

    def with_workers(self, workers, cores=8):
        self.steady(cores=cores)
        for worker in range(workers):
            self.job.run("DataLoaderWorker", "DataLoaderWorker", worker * 0.01, 5,
                         worker_id=worker)
        return self.job.write()

    def found(self, workers, options=""):
        return {key[1] for key in findings(self.with_workers(workers), options)
                if key[0] == "Dataloader"}

    def test_few(self):
        self.assertEqual(self.found(2), {"few_workers"})
        text = findings(self.job.root)["Dataloader", "few_workers", "algo-1"]["text"]
        self.assertIn("2 workers of the DataLoader on 8 cores (25%)", text)
        self.assertIn("to 6 for a start", text)

    def test_few_are_no_fault_where_steps_hardly_wait_for_input(self):
        for second in range(120):
            self.job.watch(second, 80, cores=8)
            self.job.step(second, second, [("DataLoaderIter", 0.01), ("Forward-node", 0.89)])
        self.job.run("DataLoaderWorker", "DataLoaderWorker", 0, 5, worker_id=0)
        row = findings(self.job.write())["Dataloader", "few_workers", "algo-1"]
        self.assertEqual(row["severity"], "info")
        self.assertIn("but waiting for it takes only 1% of a step", row["text"])

    def test_enough(self):
        self.assertEqual(self.found(6), set())

    def test_many(self):
        self.assertEqual(self.found(17), {"many_workers"})

    def test_thresholds(self):
        self.assertEqual(self.found(2, "-threshold dataloader.min_threshold=20"), set())
        self.assertEqual(self.found(6, "-threshold Dataloader_max_threshold=50"), {"many_workers"})

    def test_none_recorded(self):
        self.steady()
        notes = [note["text"] for section in answer(self.job.write(), "advise")["sections"]
                 if section["id"] == "Dataloader" for note in section["notes"]]
        self.assertEqual(len(notes), 1)
        self.assertIn("no worker", notes[0])


class PatienceTest(JobTest):

    def test_a_short_job_is_told_how_to_be_judged(self):
        self.steady(300)
        root = self.job.write()
        notes = {section["id"]: [note["text"] for note in section["notes"]]
                 for section in answer(root, "advise")["sections"]}
        text = notes["LowGPUUtilization"][0]
        self.assertIn("300 samples", text)
        self.assertIn("-threshold '*.patience=60'", text)
        notes = {section["id"]: section["notes"] for section in
                 answer(root, "advise -threshold '*.patience=60'")["sections"]}
        self.assertEqual(notes["LowGPUUtilization"], [])

    def lazy(self, steps):
        """The GPU is used little while steps of a second run; else it is not used at all."""
        for second in range(120):
            self.job.watch(second, 20 if 20 <= second < 20 + steps else 0)
        for number in range(steps):
            self.job.step(number, 20 + number, [("Forward-node", 1)])
        return self.job.write()

    def fired(self, root, options=""):
        sections = answer(root, f"advise -checkers LowGPUUtilization {options}")["sections"]
        return [row["text"] for row in sections[0]["rows"]]

    def test_a_job_that_ended_is_judged_by_its_training(self):
        root = self.lazy(80)  # 20 s of finalization
        texts = self.fired(root)
        self.assertEqual(len(texts), 1, texts)
        self.assertIn("the last 80 samples before the last step ended are below 20%", texts[0])
        self.assertEqual(self.fired(root, "-threshold '*.patience=1000'"), [])
        self.assertIn("the last 120 samples", self.fired(root, "-threshold '*.patience=30'")[0])

    def test_a_job_that_runs_still_is_waited_for(self):
        self.assertEqual(self.fired(self.lazy(98)), [])

    def test_silence_of_a_minute_ends_a_job(self):
        root = self.lazy(98)
        self.job.run("Save-node", "Save", 125, 70)
        self.job.write()
        self.assertEqual(len(self.fired(root)), 1)

    def test_names_as_sagemakers_report_spells_them(self):
        for second in range(300):
            self.job.watch(second, 20)
        root = self.job.write()
        rule = "-checkers LowGPUUtilization -threshold lowgpuutilization_PATIENCE=60"
        done = told(root, f"advise {rule} -fail_on warning")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(told(root, f"advise {rule} -threshold LowGPUUtilization_threshold_p95=10 "
                             "-threshold LowGPUUtilization_threshold_p5=10 "
                             "-fail_on warning").returncode, 0)
        done = told(root, "advise -threshold LowGPUUtilization_patienc=60")
        self.assertEqual(done.returncode, 2)
        self.assertIn("LowGPUUtilization.patience", done.stderr)


class OverviewTest(JobTest):

    def test_of_a_job_without_ops(self):
        for second in range(100):
            self.job.watch(second, 20)
            self.job.step(second, second, [("Forward-node", 0.9)])
        sections = {s["id"]: s for s in answer(self.job.write(), "overview")["sections"]}
        self.assertLessEqual({"system", "verdicts", "next"}, set(sections))
        self.assertTrue({"top_ops", "placement"}.isdisjoint(sections))
        verdicts = {row["name"]: row for row in sections["verdicts"]["rows"]}
        self.assertEqual(verdicts["gpu_use"]["severity"], "info")  # rules judge it
        self.assertIn("20.0%", verdicts["gpu_use"]["text"])
        for row in sections["next"]["rows"]:
            self.assertEqual(told(self.job.root, row["name"]).returncode, 0, row["name"])


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
