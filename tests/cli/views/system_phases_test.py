"""Rules on the phases of steps of jobs that SageMaker Debugger recorded. Each job is made here and
has one problem; the rules must report it and no other.

    system_phases_test.py PROFILER [Class.test]
"""

import json
import pathlib
import sys

from run import run, run_tests
from system_job import Job, JobTest, answer, findings


class PhaseTest(JobTest):

    def watch_all(self):
        for second in range(120):
            self.job.watch(second, 80)

    def step_of_two(self, job, number, late, more=0.0):
        """A step in which algo-2 takes that much longer for its input, and algo-1 waits for it."""
        for node, load, wait in (("algo-1", 0.0, late), ("algo-2", late + more, 0.0)):
            job.watch(number, 80, node=node)
            job.step(number, number, [("DataLoaderIter", 0.1 + load),
                                      ("Backward-node", 0.5 + wait)], node)

    def test_a_phase_that_grows(self):
        at = 0
        for number in range(80):
            at = self.job.step(number, at, [("Forward-node", 0.5),
                                            ("Backward-node", 0.2 + number * 0.01)])
        self.watch_all()
        root = self.job.write()
        self.assertEqual(self.warnings_of_ours(root),
                         {("PhaseChecker", "growing_phase", "Backward-node")})
        text = findings(root)["PhaseChecker", "growing_phase", "Backward-node"]["text"]
        self.assertIn("in the last quarter", text)
        for threshold in ("growth=10", "share=0.9"):
            self.assertEqual(self.warnings_of_ours(root, f"-threshold PhaseChecker.{threshold}"),
                             set())

    def test_a_few_long_fetches_do_not_grow(self):
        # The last quarter of the steps has two of them, the first one.
        at = 0
        for number in range(80):
            at = self.job.step(number, at, [
                ("DataLoaderIter", 6.0 if number in (10, 31, 63, 74) else 0.1),
                ("Backward-node", 0.5)])
        self.watch_all()
        self.assertNotIn("growing_phase", {key[1] for key in findings(self.job.write())})

    def test_a_phase_that_changes_at_once_does_not_grow(self):
        at = 0
        for number in range(80):
            late = 0.3 if number >= 40 else 0.0
            at = self.job.step(number, at, [("DataLoaderIter", 0.1 + late),
                                            ("Backward-node", 0.5 + number % 5 * 0.01)])
        self.watch_all()
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
        self.watch_all()
        text = findings(self.job.write())["PhaseChecker", "growing_phase", "DataLoaderIter"]["text"]
        self.assertIn("since step 65 DataLoaderIter takes 400 ms per step, 100 ms before: the step "
                      "went from 600 ms to 900 ms", text)

    def test_a_node_that_waits_in_its_backward_pass(self):
        for number in range(80):
            self.step_of_two(self.job, number, 0.3 if number >= 40 else 0.0)
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
            self.step_of_two(self.job, number, late)
            for node, waits in (("algo-1", 0.4), ("algo-2", 38 if late else 0.4)):
                self.job.sample(number, "i/o", "cpu0", "I/OWaitPercentage", waits, node)
        found = findings(self.job.write())
        row = found["PhaseChecker", "growing_phase", "DataLoaderIter"]
        self.assertRegex(row["text"], r"On algo-2 metrics rose then, I/O wait from [\d.]+% to "
                         r"3\d(\.\d)?%: look at its disk or file system")
        self.assertAlmostEqual(row["saves_us"], 300000, delta=10000)

    def summary_of_later_input(self, first):
        """Of a job in which input takes 0.3 s longer on one of two nodes since a step."""
        roots = {}
        for name, longer in (("before", 0.0), ("after", 0.3)):
            job = Job(pathlib.Path(self.folder.name, name))
            for number in range(90):
                # Unlike in all steps, as equal files count once.
                self.step_of_two(job, number, longer if number >= first else 0.0, more=0.001)
            roots[name] = job.write()
        done = run("diff", roots["after"], "-base", roots["before"], "-format", "json")
        return json.loads(done.stdout)["summary"]

    def test_diff_names_the_node_whose_input_takes_longer_in_a_part_of_the_steps(self):
        self.assertIn("Of 2 hosts only algo-2 takes clearly longer by itself: in its mean step input "
                      "takes 201 ms, 101 ms before. Diff with -host algo-2 says more",
                      self.summary_of_later_input(60))

    def test_diff_names_the_node_whose_input_takes_longer_in_all_steps(self):
        summary = " ".join(self.summary_of_later_input(0))
        self.assertIn("The typical step is 50", summary)
        self.assertIn("Of 2 hosts only algo-2 takes clearly longer by itself: in its mean step input "
                      "takes 401 ms, 101 ms before. Diff with -host algo-2 says more", summary)
        self.assertNotIn("that explain", summary)  # the other node waits for it in another part

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


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
