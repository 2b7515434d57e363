"""The views `collectives` and `memory` on the real binary, on traces made here and recorded ones.

Run as: ranks_test.py PROFILER [TEST...]
"""

import gzip
import json
import os
import pathlib
import sys
import tempfile
import unittest

from run import run, run_tests

MLP = os.path.abspath("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz")
MLP_TIMELINE = os.path.abspath("testdata/kineto/torch_mlp/expected/memory_timeline.json.gz")
TFPROF = os.path.abspath("testdata/mlp/profile_1055")
GPU_TFPROF = os.path.abspath("testdata/gpu_synth/profile_300")
# From xprof's memory_profile: the allocator, its peak and the time of that in us, if it counts from
# the first event as we do.
XPROF_PEAKS = {
    "syn_gpu1": ("GPU_0_bfc", 105345536, 4349.060626),
    "syn_gpu2": ("GPU_0_bfc", 60811776, 4392.838106),
    "tf_compute_bound": ("mklcpu", 52035584, None),
    "tf_file_input": ("mklcpu", 3481600, None),
}
TWO_RANKS = [os.path.abspath(f"../shared/corpus_modern/pub_2rank_sampled/sampled_rank-{rank}.json.gz")
             for rank in (0, 1)]

KERNEL = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
WORKERS = 3
# By rank: how late it comes to each of its all-reduces, in us after the first rank.
LATE_US = {0: (0, 0, 30, 0), 1: (0, 20, 0, 0), 2: (50, 50, 50, 50)}
LONG_US = 100  # the duration of an all-reduce once all ranks have arrived


def trace(rank, world_size=WORKERS, clock_us=0):
    """All-reduces of 1,000,000 floats, one per ms, of a rank whose clock is `clock_us` ahead."""
    events = []
    for number, late in enumerate(LATE_US[rank]):
        last = max(LATE_US[each][number] for each in LATE_US)
        events.append({
            "ph": "X", "cat": "kernel", "name": KERNEL, "pid": 0, "tid": 20,
            "ts": 1000 * number + late + clock_us, "dur": last + LONG_US - late,
            "args": {"device": 0, "stream": 20, "correlation": number + 1,
                     "Collective name": "allreduce", "dtype": "Float", "Group size": world_size,
                     "In msg nelems": 1000000, "Out msg nelems": 1000000,
                     "Process Group Name": "0"}})
    return {"schemaVersion": 1, "baseTimeNanoseconds": 1700000000000000000,
            "distributedInfo": {"backend": "nccl", "rank": rank, "world_size": world_size},
            "traceEvents": events}


class RanksTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *args):
        return run(*args, cwd=self.folder)

    def ask(self, *args):
        done = self.run_program(*args, "-format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def rows(self, *args):
        return {row["name"]: row for row in self.ask(*args)["rows"]}

    def ranks(self, which=(0, 1, 2), clocks=(0, 0, 0)):
        """Writes traces; returns the arguments that open them together."""
        args = []
        for rank in which:
            path = self.folder / f"rank{rank}.json"
            path.write_text(json.dumps(trace(rank, clock_us=clocks[rank])), encoding="utf-8")
            args += ["-profile_path", str(path)]
        return args

    def note(self, answer, name):
        return next((note["text"] for note in answer["notes"] if note["id"] == name), "")

    def test_a_row_is_a_kind_with_its_bandwidth(self):
        rows = self.ask("collectives", *self.ranks())["rows"]
        self.assertEqual([row["rank"] for row in rows], [0, 1, 2])
        for row in rows:
            waits = [max(late[n] for late in LATE_US.values()) - LATE_US[row["rank"]][n]
                     for n in range(4)]
            time = sum(waits) + 4 * LONG_US
            self.assertEqual((row["name"], row["dtype"], row["group_size"], row["occurrences"],
                              row["bytes"], row["total_us"], row["min_us"], row["max_us"]),
                             ("all_reduce", "Float", WORKERS, 4, 16000000, time,
                              LONG_US + min(waits), LONG_US + max(waits)))
            exchange = 4 * LONG_US  # from when the last rank came
            self.assertAlmostEqual(row["algorithm_bandwidth"], 16e12 / exchange, delta=1)
            self.assertAlmostEqual(row["bus_bandwidth"], 16e12 / exchange * 4 / 3, delta=1)
            self.assertNotIn("expected_us", row)
            self.assertNotIn("wait_us", row)

    def test_by_rank_tells_who_waits_and_who_is_late(self):
        for clocks, says in (((0, 0, 0), "clocks, which agree"), ((0, 7000, -9000), "durations")):
            answer = self.ask("collectives", "-by", "rank", *self.ranks(clocks=clocks))
            self.assertIn(says, self.note(answer, "arrivals"))
            self.assertEqual(self.note(answer, "missing_ranks"), "")
            rows = {row["rank"]: row for row in answer["rows"]}
            for rank, late in LATE_US.items():
                waits = [50 - late[n] for n in range(4)]
                self.assertEqual(rows[rank]["compared"], 4)
                self.assertEqual(rows[rank]["wait_us"], sum(waits))
                self.assertEqual(rows[rank]["late_us"], sum(late))
                self.assertEqual(rows[rank]["late_max_us"], max(late))
                self.assertEqual(rows[rank]["last"], 4 if rank == 2 else 0)
            self.assertEqual(rows[2]["last_share"], 1)

    def test_missing_ranks_are_named(self):
        answer = self.ask("collectives", "-by", "rank", *self.ranks(which=(0, 2)))
        self.assertIn("3 ranks, and 2 of them were opened; missing: 1.",
                      self.note(answer, "missing_ranks"))
        alone = self.ask("collectives", "-by", "rank", *self.ranks(which=(1,)))
        self.assertIn("several", self.note(alone, "nothing_to_compare"))
        self.assertIsNone(alone["rows"][0]["wait_us"])

    def test_rank_picks_rows_and_not_whom_they_are_compared_with(self):
        rows = self.rows("collectives", "-by", "rank", "-rank", "2", *self.ranks())
        self.assertEqual(list(rows), ["rank 2"])
        self.assertEqual(rows["rank 2"]["last"], 4)

    def test_places_that_are_not_there_are_named(self):
        files = self.ranks()
        for command in ("op", "utilization", "trace", "advise", "memory"):
            for option, pattern, there in (
                    ("-rank", "5", "0, 1, 2"), ("-device", "GPU:0", "/device:GPU:0"),
                    ("-host", "there", "rank 0"), ("-source", "x", "rank0.json")):
                done = self.run_program(command, option, pattern, *files)
                self.assertIn(f"{option} '{pattern}' matches none", done.stderr, command)
                self.assertIn(there, done.stderr, command)
        self.assertNotIn("matches none", self.run_program("op", "-rank", "1|2", *files).stderr)

    def test_bandwidth_tells_what_to_expect(self):
        args = self.ranks(which=(2,))
        for rate, expected in (("40GB/s", 400), ("320Gbit", 400), ("8e9", 2000), ("16G", 1000)):
            row = self.ask("collectives", "-bandwidth", rate, *args)["rows"][0]
            self.assertEqual(row["expected_us"], expected, rate)
            self.assertAlmostEqual(row["measured_over_expected"], 400 / expected, msg=rate)
        for wrong in ("fast", "-3", "0", "3 parsecs", "1e400", "nan"):
            done = self.run_program("collectives", *args, "-bandwidth", wrong)
            self.assertEqual(done.returncode, 2, wrong)
            self.assertIn("is no rate", done.stderr)
        done = self.run_program("collectives", *args, "-bandwidth", "100")
        self.assertEqual(done.returncode, 2)
        self.assertIn("give the unit, as in 100GB/s", done.stderr)
        answer = self.ask("collectives", "-bandwidth", "1GB/s", "-parameters", "500", *args)
        self.assertEqual([section["rows"][0]["expected_us"] for section in answer["sections"]
                          if section["id"] == "gradients"], [2])
        done = self.run_program("collectives", *args, "-by", "size")
        self.assertEqual(done.returncode, 2)
        self.assertIn("kind, rank", done.stderr)

    def test_compiled_programs(self):
        answer = self.ask("collectives", os.path.abspath("testdata/xspace/syn_tpu1/host0.xplane.pb"))
        self.assertEqual([(row["name"], row["device"], row["occurrences"])
                          for row in answer["rows"]],
                         [("all_reduce", "/device:TPU:0", 8), ("all_reduce", "/device:TPU:1", 8)])
        # The event of an instruction has its whole text as its name.
        self.assertEqual(self.note(answer, "unknown_collectives"), "")

    def test_two_ranks_of_a_large_job(self):
        if not all(os.path.exists(path) for path in TWO_RANKS):
            self.skipTest("the traces of third parties are not here")
        answer = self.ask("collectives", "-by", "rank", "-profile_path", TWO_RANKS[0],
                          "-profile_path", TWO_RANKS[1])
        self.assertIn("128 ranks, and 2 of them were opened; missing: 2..127",
                      self.note(answer, "missing_ranks"))
        self.assertEqual([row["rank"] for row in answer["rows"]], [0, 1])
        for row in answer["rows"]:
            self.assertGreater(row["compared"], 0)

    def test_memory_is_what_torch_tells(self):
        row = self.ask("memory", MLP)["rows"][0]
        with gzip.open(MLP_TIMELINE) as file:
            times, sizes = json.load(file)
        totals = [sum(size) for size in sizes]
        # torch includes memory from before the recording, which the trace does not have.
        before = totals[0]
        self.assertEqual(row["peak_bytes"], max(totals) - before)
        self.assertEqual(row["at_end_bytes"], totals[-1] - before)
        self.assertIsNone(row["at_start_bytes"])
        self.assertIsNone(row["reserved_peak_bytes"])
        section = next(s for s in self.ask("memory", MLP)["sections"] if s["id"] == "over_time")
        series = section["rows"][0]["allocated_bytes"]
        self.assertEqual(max(series), row["peak_bytes"])
        whole = section["rows"][0]["end_us"] - section["rows"][0]["begin_us"]
        self.assertAlmostEqual(whole, times[-1] - times[1], delta=2)

    def test_memory_is_what_xprof_tells(self):
        for case, (allocator, peak, peak_us) in XPROF_PEAKS.items():
            path = os.path.abspath(f"testdata/xspace/{case}/host0.xplane.pb")
            answer = self.ask("memory", path)
            row = answer["rows"][0]
            self.assertEqual((row["allocator"], row["peak_bytes"]), (allocator, peak), case)
            if peak_us is not None:
                self.assertAlmostEqual(row["peak_us"], peak_us, delta=1e-6, msg=case)
        gpu = os.path.abspath("testdata/xspace/syn_gpu1/host0.xplane.pb")
        self.assertIn("the latest allocations that fit the peak", self.note(self.ask("memory", gpu), "lost_frees"))

    def test_what_was_held_adds_up_to_the_peak(self):
        for path in (MLP, GPU_TFPROF):
            answer = self.ask("memory", path, "-top", "100000")
            self.assertTrue(answer["rows"], path)
            for section in answer["sections"][:2]:
                for row in answer["rows"]:
                    held = [each for each in section["rows"]
                            if (each["device"], each["allocator"]) ==
                            (row["name"], row["allocator"])]
                    self.assertEqual(sum(each["bytes"] for each in held), row["peak_bytes"], path)
                    self.assertAlmostEqual(sum(each["share"] for each in held), 1)

    def test_memory_of_a_part(self):
        whole = self.ask("memory", MLP)["rows"][0]
        part = self.ask("memory", MLP, "-step", "last")["rows"][0]
        self.assertLess(part["allocations"], whole["allocations"])
        self.assertGreater(part["allocations"], 0)
        window = self.ask("memory", MLP, "-from", "1us", "-to", "15ms")["rows"][0]
        self.assertLess(window["allocations"], whole["allocations"])
        done = self.run_program("memory", MLP, "-device", "GPU.*")
        self.assertIn("-device", done.stderr)
        short = self.ask("memory", MLP, "-top", "2")["sections"][0]
        self.assertEqual(len(short["rows"]), 2)

    def test_empty_tables_say_why(self):
        path = self.folder / "none.json"
        path.write_text(json.dumps({"traceEvents": [
            {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1,
             "dur": 5}]}), encoding="utf-8")
        self.assertIn("profile_memory=True", self.run_program("memory", str(path)).stderr)
        self.assertIn("no collective was recorded",
                      self.run_program("collectives", str(path)).stderr)
        self.assertIn("op -select bytes,peak_bytes", self.run_program("memory", TFPROF).stderr)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
