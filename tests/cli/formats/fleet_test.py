"""Fleets: ranks are told apart, delays count once, and jobs are not mixed, on the real binary.

Run as: fleet_test.py PROFILER [TEST...]
"""

import json
import pathlib
import sys
import tempfile
import unittest

from fleet import EXCHANGE, SECOND, START, WORK, Fleet
from run import ask, run, run_tests


class FleetTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ask(self, *args):
        return ask(*args, cwd=self.folder)

    def section(self, answer, name):
        return next(section["rows"] for section in answer["sections"] if section["id"] == name)

    def verdict(self, answer, start):
        texts = [row["text"] for row in self.section(answer, "verdicts")]
        return next((text for text in texts if text.startswith(start)), texts)

    def finding(self, answer, rule):
        return [row["text"] for row in self.section(answer, rule)]

    def notes(self, answer, name):
        return [note["text"] for note in answer["notes"] if note["id"] == name]


class HostNamesTest(FleetTest):
    """torch 2.15 writes `host_name`, which must change no answer but the host's name."""

    def fleet(self, names_hosts, hosts=("node-a", "node-b")):
        fleet = Fleet(hosts=hosts, names_hosts=names_hosts)
        fleet.loading = lambda rank, step: 20_000 if rank == 2 else 100
        return fleet.write(self.folder / str(names_hosts) / str(len(hosts)),
                           name="{host}/rank{rank}.json")

    def test_answers_are_the_same_with_host_names(self):
        for hosts in (("node-a",), ("node-a", "node-b")):
            named, nameless = (self.fleet(names, hosts) for names in (True, False))
            for command, columns in (
                    (("steps",), ("number", "total_us", "input_us", "collectives_us")),
                    (("steps", "-by", "rank"), ("rank", "median_us", "own_us", "exposed_wait_us",
                                                "straggler")),
                    (("collectives", "-by", "rank"), ("rank", "wait_us", "last"))):
                both = [[[row[column] for column in columns]
                         for row in self.ask(*command, folder)["rows"]]
                        for folder in (named, nameless)]
                self.assertEqual(*both, command)
            both = [self.ask("overview", folder) for folder in (named, nameless)]
            for section in ("step_time", "placement", "top_ops"):
                self.assertEqual(*(self.section(one, section) for one in both), section)
            self.assertEqual(*([row["text"] for row in self.section(one, "verdicts")]
                               for one in both))

    def test_the_rank_that_waits_for_input_is_named(self):
        overview = self.ask("overview", self.fleet(True, ("node-a",)))
        self.assertIn("on rank 2", self.verdict(overview, "highly input bound"))

    def test_a_row_is_a_step_of_one_rank(self):
        folder = self.fleet(True, ("node-a",))
        rows = self.ask("steps", folder, "-step", "1")["rows"]
        self.assertEqual([len(row["sources"]) for row in rows], [1] * 4)
        of_one = self.ask("steps", folder, "-rank", "2")["rows"]
        self.assertEqual(len(of_one), 6)
        for row in of_one:
            self.assertAlmostEqual(row["total_us"], 20_000 + WORK + EXCHANGE, delta=200)
            self.assertTrue(all("rank2" in source for source in row["sources"]))

    def test_the_title_counts_steps_and_ranks(self):
        done = run("overview", self.fleet(True), "-format", "text")
        self.assertIn("Step time (6 steps of each of 8 ranks)", done.stdout)

    def test_files_of_torch_name_their_host(self):
        folder = Fleet(hosts=("node-a", "node-b")).write(
            self.folder, name="rank_{rank}/{host}_{pid}.{time}000.pt.trace.json")
        info = self.ask("info", folder)
        self.assertEqual([row["name"] for row in self.section(info, "hosts")],
                         ["node-a", "node-b"])
        environment = {row["name"]: row["count"]
                       for row in self.section(self.ask("overview", folder), "environment")}
        self.assertEqual((environment["hosts"], environment["devices_gpu"]), (2, 8))

    def test_a_folder_per_rank_is_no_host(self):
        folder = Fleet().write(self.folder, name="rank_{rank}/trace.json")
        (hosts,) = [row["count"] for row in self.section(self.ask("overview", folder), "environment")
                    if row["name"] == "hosts"]
        self.assertEqual(hosts, 0)

    def test_other_files_name_no_host(self):
        folder = Fleet().write(self.folder, name="step_{rank}.{rank}.pt.trace.json")
        self.assertEqual({row["host"] for row in self.section(self.ask("info", folder), "files")},
                         {None})


class DelayTest(FleetTest):

    def test_a_delay_of_one_rank_counts_once(self):
        fleet = Fleet(steps=10)
        fleet.saving = lambda rank, step: 60_000 if rank == 0 and step in (4, 8) else 0
        # A clock that is ahead by seconds changes nothing.
        for clocks in ([0] * 4, [0, 3 * SECOND, -2 * SECOND, 0]):
            fleet.clocks = clocks
            folder = fleet.write(self.folder)
            advice = self.ask("advise", folder, "-checkers", "StepChecker")
            row = next(row for row in self.section(advice, "StepChecker")
                       if row["severity"] == "warning")
            self.assertIn("steps 4, 8 are far slower than the other 8", row["text"])
            self.assertIn("only rank 0 is slow, where save_checkpoint takes 60 ms in them",
                          row["text"])
            self.assertAlmostEqual(row["saves_us"], 2 * 60_000 / 10, delta=100)
            self.assertEqual(row["rank"], 0)

    def test_ranks_that_keep_no_step_are_not_joined(self):
        first = Fleet(ranks_per_host=1, steps=8)
        second = Fleet(ranks_per_host=2, steps=8)
        second.slow = lambda rank: 3.0
        first.world = 2
        first.write(self.folder)
        second.write(self.folder, without=(0,))
        advice = self.ask("advise", self.folder, "-checkers", "StepChecker")
        # The job's step is that of the slower rank.
        self.assertIn("a step takes 32.", self.finding(advice, "StepChecker")[0])

    def test_overview_shows_the_warnings_of_all_rules(self):
        fleet = Fleet(steps=10)
        fleet.saving = lambda rank, step: 60_000 if rank == 0 and step in (4, 8) else 0
        folder = fleet.write(self.folder)
        self.assertIn("far slower", self.verdict(self.ask("overview", folder), "steps 4, 8 are"))
        for command in ("overview", "advise", "report"):
            self.assertEqual(run(command, folder, "-fail_on", "warning").returncode, 3, command)


class JobsTest(FleetTest):

    def test_jobs_an_hour_apart_are_not_joined(self):
        name = "{host}_{pid}.{time}000.pt.trace.json"
        Fleet().write(self.folder, name=name, without=(3,))
        later = Fleet(hosts=("node-x",), start=START + 3600 * SECOND, first_pid=9000)
        later.slow = lambda rank: 1.5 if rank == 1 else 1.0
        later.write(self.folder, name=name)
        answer = self.ask("collectives", "-by", "rank", self.folder)
        self.assertEqual([(row["rank"], row["host"]) for row in answer["rows"]],
                         [(0, "node-a"), (0, "node-x"), (1, "node-a"), (1, "node-x"),
                          (2, "node-a"), (2, "node-x"), (3, "node-x")])
        self.assertEqual(len({row["run"] for row in answer["rows"]}), 2)
        (missing,) = self.notes(answer, "missing_ranks")
        self.assertIn("node-a", missing)
        self.assertIn("has 4 ranks, and 3 of them were opened; missing: 3.", missing)

    def test_overview_names_ranks_that_are_missing(self):
        folder = Fleet().write(self.folder, without=(1,))
        (missing,) = self.notes(self.ask("overview", folder), "missing_ranks")
        self.assertIn("missing: 1.", missing)

    def test_a_cut_file_does_not_shorten_the_job(self):
        folder = Fleet(steps=10).write(self.folder, cut=(3,))
        done = run("phases", folder, "-format", "json")
        self.assertEqual(done.returncode, 1)  # as a file was cut
        job = {row["name"]: row for row in self.section(json.loads(done.stdout), "job")}
        step = WORK + EXCHANGE
        self.assertAlmostEqual(job["training_loop"]["duration_us"], 10 * (step + 200), delta=500)


class TopOpsTest(FleetTest):

    def test_collectives_are_ops_of_their_own(self):
        folder = Fleet().write(self.folder)
        rows = {(row["name"], row["placement"]): row
                for row in self.section(self.ask("overview", folder), "top_ops")}
        reduce, product = rows["nccl:all_reduce", "device"], rows["aten::mm", "device"]
        self.assertAlmostEqual(reduce["self_us"] / product["self_us"], EXCHANGE / WORK, delta=0.01)
        self.assertAlmostEqual(sum(row["self_share"] for row in rows.values()), 1, delta=0.01)
        advice = self.ask("advise", folder, "-checkers", "ExpensiveOperationChecker")
        self.assertTrue(any(text.startswith("top 2 operation type: nccl:all_reduce")
                            for text in self.finding(advice, "ExpensiveOperationChecker")))


class RanksTest(FleetTest):

    def test_parts_make_up_the_step(self):
        fleet = Fleet()
        fleet.slow = lambda rank: 1.5 if rank == 3 else 1.0
        for row in self.ask("steps", "-by", "rank", fleet.write(self.folder))["rows"]:
            parts = row["own_us"] + row["exposed_wait_us"] + row["exchange_us"]
            self.assertAlmostEqual(parts, row["median_us"], delta=10)
            self.assertAlmostEqual(row["exchange_us"], EXCHANGE, delta=10)
            self.assertAlmostEqual(row["exposed_wait_us"], 0 if row["rank"] == 3 else WORK / 2,
                                   delta=10)

    def test_a_host_has_no_file(self):
        folder = Fleet(hosts=("node-a", "node-b")).write(self.folder)
        self.assertNotIn("source", self.ask("steps", "-by", "host", folder)["rows"][0])


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
