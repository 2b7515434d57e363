"""Compares `utilization`, `idle`, `launches`, `kernels` and `ops` with hand-computed answers, with
properties that hold on every profile, and with TraceLens' and HTA's answers.

    accelerator_test.py PROFILER TESTDATA

Traces of third parties are not in the repository. They are tested if they are in
../shared/corpus_modern beside it.
"""

import csv
import json
import pathlib
import sys
import tempfile
import unittest

from run import ask

CORPUS = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "corpus_modern"
NEAR_US = 0.002


def answer(files, command):
    return ask("-c", command, *(f"--profile_path={file}" for file in files))


def rows(files, command):
    return answer(files, command)["rows"]


def kernel(name, stream, ts, dur, correlation=None, category="kernel"):
    args = {"device": 0, "stream": stream}
    if correlation is not None:
        args["correlation"] = correlation
    return {"ph": "X", "cat": category, "name": name, "pid": 0, "tid": stream, "ts": ts, "dur": dur, "args": args}


def call(ts, dur, correlation, name="cudaLaunchKernel"):
    return {"ph": "X", "cat": "cuda_runtime", "name": name, "pid": 100, "tid": 100, "ts": ts, "dur": dur,
            "args": {"correlation": correlation}}


def op(name, ts, dur):
    return {"ph": "X", "cat": "cpu_op", "name": name, "pid": 100, "tid": 100, "ts": ts, "dur": dur, "args": {}}


# A forward op runs ahead; its all-reduce overlaps half of the next kernel; a copy is exposed; then
# the host is late.
TRACE = [
    op("aten::linear", 0, 60), op("aten::addmm", 5, 50),
    call(10, 5, 1), kernel("gemm", 7, 20, 100, 1),
    call(20, 5, 2), kernel("relu", 7, 123, 2, 2),
    op("nccl:all_reduce", 70, 20),
    call(75, 5, 3), kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 20, 80, 100, 3),
    op("aten::copy_", 100, 30),
    call(105, 20, 4, "cudaMemcpyAsync"), kernel("Memcpy HtoD (Pageable -> Device)", 7, 200, 40, 4, "gpu_memcpy"),
    op("aten::add", 300, 30),
    call(310, 10, 5), kernel("add", 7, 325, 4, 5),
]


class SyntheticTest(unittest.TestCase):
    """A small trace whose numbers are computed by hand."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.trace = pathlib.Path(cls.folder.name) / "trace.json"
        cls.trace.write_text(json.dumps({"schemaVersion": 1, "traceEvents": TRACE}))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_utilization(self):
        [row] = rows([self.trace], "utilization")
        expected = {"span_us": 309, "busy_us": 204, "idle_us": 105, "compute_us": 106, "communication_us": 100,
                    "copy_us": 40, "exposed_communication_us": 58, "exposed_copy_us": 40, "overlap_share": 0.42}
        self.assertEqual({key: row[key] for key in expected}, expected)

    def test_idle(self):
        """3 us between kernels; 75 us although the copy was launched in time; 85 us as the host was
        late."""
        gaps = {row["cause"]: (row["count"], row["total_us"], row["op"]) for row in rows([self.trace], "idle")}
        self.assertEqual(gaps, {"kernel": (1, 3, "aten::addmm"), "other": (1, 75, "aten::copy_"),
                                "host": (1, 85, "aten::add")})

    def test_launches(self):
        by_op = {row["name"]: row for row in rows([self.trace], "launches")}
        self.assertEqual(set(by_op), {"aten::addmm", "nccl:all_reduce", "aten::copy_", "aten::add"})
        addmm = by_op["aten::addmm"]
        self.assertEqual((addmm["calls"], addmm["kernels"], addmm["call_us"], addmm["kernel_us"]), (2, 2, 10, 102))
        # relu takes 2 us for a call of 5 us.
        self.assertEqual((addmm["delay_max_us"], addmm["short_kernels"]), (98, 1))
        self.assertEqual(by_op["aten::add"]["short_kernels"], 1)
        calls = rows([self.trace], "launches -per_call")
        self.assertEqual([(row["name"], row["begin_us"], row["call_us"], row["kernel_us"], row["delay_max_us"])
                          for row in calls],
                         [("aten::addmm", 10, 5, 100, 5), ("aten::addmm", 20, 5, 2, 98),
                          ("nccl:all_reduce", 75, 5, 100, 0), ("aten::copy_", 105, 20, 40, 75),
                          ("aten::add", 310, 10, 4, 5)])
        self.assertEqual({row["call"] for row in calls}, {"cudaLaunchKernel", "cudaMemcpyAsync"})
        late = rows([self.trace], "launches -per_call -where delay_max_us>50us -order_by delay_max_us -top 1")
        self.assertEqual([row["delay_max_us"] for row in late], [98])

    def test_ops(self):
        device = {row["name"]: (row["device_direct_us"], row["device_total_us"])
                  for row in rows([self.trace], "ops") if row["placement"] == "host"}
        self.assertEqual(device["aten::linear"], (0, 102))
        self.assertEqual(device["aten::addmm"], (102, 102))
        self.assertEqual(device["nccl:all_reduce"], (100, 100))

    def test_kernels(self):
        times = {row["name"]: row["total_us"] for row in rows([self.trace], "kernels")}
        self.assertEqual(times["gemm"], 100)
        self.assertEqual(sum(times.values()), 246)

    def test_a_trace_of_a_host_tells_what_to_record(self):
        host = self.trace.with_name("host.json")
        host.write_text(json.dumps({"schemaVersion": 1, "traceEvents": [op("aten::add", 0, 5)]}))
        for view in ("utilization", "idle", "launches", "kernels"):
            [note] = answer([host], view)["notes"]
            self.assertIn("ProfilerActivity.CUDA", note["text"])


class PropertyTest(unittest.TestCase):
    """Properties that hold on every profile."""

    def test_parts_add_up(self):
        devices = 0
        for file in sorted(TESTDATA.glob("xspace/*/*.pb")) + sorted(TESTDATA.glob("kineto/*/*.json*")):
            if "expected" in file.parts:
                continue
            for row in rows([file], "utilization"):
                devices += 1
                with self.subTest(file=str(file), device=row["name"]):
                    parts = row["compute_us"] + row["exposed_communication_us"] + row["exposed_copy_us"]
                    self.assertAlmostEqual(parts, row["busy_us"], delta=NEAR_US)
                    self.assertAlmostEqual(row["busy_us"] + row["idle_us"], row["span_us"], delta=NEAR_US)
                    self.assertLessEqual(row["exposed_communication_us"], row["communication_us"])
        self.assertGreater(devices, 2)

    def test_what_ops_launched_is_what_launches_tells(self):
        launched = 0
        for file in sorted(TESTDATA.glob("xspace/*/*.pb")):
            kernels = sum(row["kernel_us"] for row in rows([file], "launches") if row["name"] != "<no op>")
            direct = [row["device_direct_us"] for row in rows([file], "ops") if row["device_direct_us"] is not None]
            launched += kernels
            self.assertAlmostEqual(sum(direct), kernels, delta=1e-6 * kernels + NEAR_US, msg=str(file))
        self.assertGreater(launched, 0)


def table(path):
    with open(path, newline="") as stream:
        return list(csv.DictReader(stream))


@unittest.skipUnless(CORPUS.is_dir(), "third-party traces are not beside the repository")
class PeerTest(unittest.TestCase):
    """Compares to 0.1 us with TraceLens, and exactly with HTA, which counts whole microseconds, on
    traces that do so, too."""

    def files(self, case):
        return sorted(file for file in (CORPUS / case).glob("*.json.gz"))

    def test_tracelens_op_device_times(self):
        for case in ("pub_h100_bert", "pub_mi300_bert", "pub_h100_qwen"):
            ops = {row["name"]: row for row in rows(self.files(case), "ops") if row["placement"] == "host"}
            for theirs in table(CORPUS / case / "expected" / "ops_summary.csv"):
                ours = ops[theirs["name"]]
                for key, column in (("direct", "device_direct_us"), ("subtree", "device_total_us")):
                    self.assertAlmostEqual(ours[column], float(theirs[f"total_{key}_kernel_time_sum"]), delta=0.1)

    def test_hta_spans_and_overlap(self):
        """HTA leaves out the last step and counts a memset as a copy: docs/compat.md."""
        ours = rows(self.files("pub_2rank_sampled"), "utilization -step 551")
        expected = CORPUS / "pub_2rank_sampled" / "expected"
        for rank, (theirs, overlap) in enumerate(zip(table(expected / "temporal_breakdown.csv"),
                                                     table(expected / "comm_comp_overlap.csv"))):
            row = ours[rank]
            self.assertEqual(row["rank"], rank)
            self.assertEqual(row["span_us"], float(theirs["kernel_time(us)"]))
            self.assertEqual(row["idle_us"], float(theirs["idle_time(us)"]))
            self.assertAlmostEqual(row["compute_us"], float(theirs["compute_time(us)"]), delta=20)
            self.assertAlmostEqual(100 * row["overlap_share"], float(overlap["comp_comm_overlap_pctg"]), places=2)

    def test_hta_idle(self):
        causes = {"host_wait": "host", "kernel_wait": "kernel", "other": "other"}
        cases = [("pub_2rank_sampled", rank, f"idle -step 551 -rank {rank}") for rank in (0, 1)]
        cases += [(case, 0, "idle") for case in ("pub_alexnet", "pub_simple_add", "pub_event_sync")]
        for case, rank, command in cases:
            ours = {(row["name"].split()[-1], row["cause"]): row["total_us"]
                    for row in rows(self.files(case), command)}
            # A table per rank, or one of all ranks first.
            path = CORPUS / case / "expected" / "idle_time_breakdown.0.csv"
            for theirs in table(path):
                if int(theirs["rank"]) != rank:
                    continue
                with self.subTest(case=case, rank=rank, row=theirs):
                    key = (theirs["stream"], causes[theirs["idle_category"]])
                    self.assertEqual(ours.get(key, 0), float(theirs["idle_time"]))

    def test_hta_launches(self):
        for case, command in (("pub_2rank_sampled", "launches -step 551 -rank 0"), ("pub_alexnet", "launches"),
                              ("pub_event_sync", "launches"), ("pub_simple_add", "launches")):
            theirs = table(CORPUS / case / "expected" / "cuda_kernel_launch_stats.0.csv")
            ours = rows(self.files(case), command + " -per_call -top 100000")
            self.assertEqual(len(ours), len(theirs), case)
            for column, key in (("call_us", "cpu_duration"), ("kernel_us", "gpu_duration"),
                                ("delay_avg_us", "launch_delay")):
                self.assertAlmostEqual(sum(row[column] for row in ours), sum(float(row[key]) for row in theirs),
                                       delta=NEAR_US)


if __name__ == "__main__":
    TESTDATA = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
