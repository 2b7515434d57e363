"""Rules on the metrics of jobs that SageMaker Debugger recorded. Each job is made here and has one
problem; the rules must report it and no other.

    system_rules_test.py PROFILER [Class.test]
"""

import sys

from run import run_tests
from system_job import JobTest, answer, findings, told


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
        self.assertIn("as much as ever (900 MB a sample, at most 900 MB), as if it were full",
                      row["text"])
        self.assertNotIn(("NetworkChecker", "network_bound", "algo-1"),
                         findings(root, "-threshold NetworkChecker.full=1"))

    def test_steady_traffic_that_no_link_is_full_of(self):
        root = self.job_with(low=9e6, high=9e6)
        key = ("NetworkChecker", "network_bound", "algo-1")
        self.assertNotIn(key, findings(root))
        self.assertIn(key, findings(root, "-threshold NetworkChecker.full_rate=1e6"))

    def test_steady_traffic_beside_gpus_that_never_work_tells_nothing_of_a_limit(self):
        root = self.job_with(low=9e8, high=9e8, waits=lambda second: True)
        self.assertNotIn(("NetworkChecker", "network_bound", "algo-1"), findings(root))

    def test_gpus_without_work_do_not_wait(self):
        for second in range(240):
            self.job.watch(second, 20 if second % 8 == 0 else 95, network=9e8)
            for gpu in range(1, 4):
                self.job.sample(second, "gpu", f"gpu{gpu}", "GPUUtilization", 0)
            self.job.step(second, second, [("Forward-node", 0.9)])
        root = self.job.write()
        self.assertEqual(self.warnings_of_ours(root, "-threshold DipChecker.share=0.2"), set())
        texts = {row["key"][0]: row["text"] for section in answer(root, "overview")["sections"]
                 if section["id"] == "verdicts" for row in section["rows"]}
        self.assertEqual(
            texts["gpu_use"], "GPUs were used 85.6% in the mean of all samples; "
            "3 more are at 0% throughout: algo-1/gpu1 and others")
        for gpu in range(1, 4):
            row = findings(root, "-threshold '*.patience=20'")[
                "LowGPUUtilization", "underutilized", f"algo-1/gpu{gpu}"]
            self.assertIn("Start a process for it", row["text"])

    def test_the_node_whose_link_is_full_is_named(self):
        for second in range(200):
            is_low = second % 4 > 0
            self.job.watch(second, 3 if is_low else 95, network=4e8)
            self.job.sample(second, "network", "Algorithm", "Algorithm", 12e8, "server")
            self.job.sample(second, "cpu", "cpu0", "CPUUtilization", 30, "server")
            self.job.step(second // 4, second // 4 * 4, [("Forward-node", 3.9)])
        found = findings(self.job.write())
        row = found["NetworkChecker", "network_bound", "algo-1"]
        self.assertIn("server carries 3.0 times as much, 1.2 GB a sample: its link is likely the "
                      "one that is full. It has no GPUs, as a parameter server", row["text"])
        dips = found["DipChecker", "dips_in_each_step", "algo-1"]
        self.assertEqual(dips["severity"], "info")
        self.assertIn("in each step", dips["text"])
        self.assertNotIn("checkpoints", dips["text"])

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
