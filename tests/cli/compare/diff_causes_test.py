"""`diff`: what its summary names as the cause of a change, of work on devices whose times are known."""

import json
import random
import sys

from diff_case import DiffCase
from made_trace import edited
from run import ask, run_tests

GEMM, FLASH = "ampere_bf16_s16816gemm_bf16_128x128", "void pytorch_flash::flash_fwd_kernel<64>"
REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL"


def work(op, kernel, us, start=None, **more):
    """A kernel and its op. Without `start`, microseconds from the step's begin, it follows the one before on its
    device. `more`: device, stream, line, cat, args."""
    return {"op": op, "kernel": kernel, "us": us, "start": start, **more}


def reduce(us, start=None, dtype="Float", elements=1000, **more):
    args = {"Collective name": "allreduce", "dtype": dtype, "In msg nelems": elements,
            "Out msg nelems": elements, "Group size": 4, "Process Group Name": "0"}
    return work("c10d::allreduce_", REDUCE, us, start, args=args, **{"stream": 8, **more})


class DiffCauses(DiffCase):
    def setUp(self):
        super().setUp()
        self.files = 0

    def job(self, works, steps=10):
        """Steps of such works; the host launches them all at once."""
        self.files += 1
        chance = random.Random(self.files)
        events, begin = [], 1000.0
        for step in range(steps):
            ends, last = {}, begin + 20
            for i, one in enumerate(works):
                correlation = len(events) + 1
                ids = {"correlation": correlation, "External id": correlation}
                device, host = one.get("device", 0), begin + 2 * i
                start = ends.get(device, begin + 20) if one["start"] is None else begin + one["start"]
                took = one["us"] * chance.gauss(1, 0.002)
                ends[device] = start + took
                last = max(last, start + took)

                def add(cat, name, ts, dur, args, pid=1, tid=1):
                    events.append({"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid,
                                   "ts": ts, "dur": dur, "args": args})
                if "line" in one:
                    add("python_function", one["line"], host - 0.1, 1.9, {"Python id": correlation})
                add("cpu_op", one["op"], host, 1.7,
                    {"External id": correlation, **one.get("op_args", {})})
                add("cuda_runtime", "cudaLaunchKernel", host + 0.2, 1, ids)
                stream = one.get("stream", 7)
                add(one.get("cat", "kernel"), one["kernel"], start, took,
                    {**ids, "device": device, "stream": stream, **one.get("args", {})},
                    pid=device, tid=stream)
            add("user_annotation", f"ProfilerStep#{step}", begin - 1, last - begin, {})
            begin = last + 5
        path = self.folder / f"{self.files}.json"
        path.write_text(json.dumps({
            "schemaVersion": 1, "traceEvents": events,
            "deviceProperties": [{"id": i, "name": "Made GPU"} for i in range(4)]}))
        return path

    def said(self, new, base):
        return " ".join(ask("diff", self.job(new), "-base", self.job(base))["summary"])

    def test_lines_of_which_each_calls_more_than_before_are_no_slower_machine(self):
        def model(again):
            works = []
            for i in range(6):
                line = f"model.py({10 * i + 10}): layer_{i}"
                works.append(work(f"layer_{i}", f"k_{i}", 300 + 10 * i, line=line))
                if again:
                    works.append(work(f"again_{i}", f"r_{i}", 100 + 3 * i, line=line))
            return works
        said = self.said(model(True), model(False))
        self.assertNotIn("changed by a similar part", said)
        self.assertRegex(said, r"Ops that explain it: again_5 \+11\d")
        slow = [{**one, "us": 1.3 * one["us"]} for one in model(False)]
        self.assertIn("changed by a similar part", self.said(slow, model(False)))
        # Ops that take next to nothing do not count.
        tiny = [work(f"tiny_{i}", f"t_{i}", 0.5) for i in range(8)]
        self.assertIn("changed by a similar part", self.said(slow + tiny, model(False) + tiny))

    def test_a_device_that_the_others_wait_for_in_collectives_is_named(self):
        def devices(slow):
            works = []
            for device in range(4):
                took = 1000 * (slow if device == 2 else 1)
                works.append(work("mm", GEMM, took, device=device))
                works.append(reduce(1000 * slow + 100 - took, device=device))
            return works
        said = self.said(devices(1.5), devices(1))
        self.assertRegex(said, r"Of 4 devices only \S+2 \((49\d|50\d)[.\d]* us\) takes longer per step "
                               r"outside of collectives, in which the others wait for it")
        self.assertNotIn("explain it", said)
        self.assertIn("In the mean over the devices these ops changed most: mm", said)
        self.assertRegex(self.said(devices(1), devices(1.5)), r"only \S+2 \(.*\) takes less per step")
        # Others that do not wait for it in collectives, which only run beside them.
        apart = [work("mm", GEMM, 1000, device=i) for i in range(4)] + [reduce(50, device=0)]
        longer = [*apart[:2], work("mm", GEMM, 1500, device=2), *apart[3:]]
        self.assertNotIn("devices only", self.said(longer, apart))
        all_slow = [{**one, "us": 1.5 * one["us"]} for one in devices(1)]
        self.assertNotIn("devices only", self.said(all_slow, devices(1)))

    def test_a_kernel_that_is_launched_in_other_blocks_is_named(self):
        def model(us, grid, shape=(16, 64)):
            return [work("mm", GEMM, 1000),
                    work("attention", FLASH, us, args={"grid": grid, "block": [256, 1, 1]},
                         op_args={"Input Dims": [list(shape)]})]
        other = "is launched in "
        said = self.said(model(900, [2, 8, 16]), model(400, [32, 8, 16]))
        self.assertIn(f"The kernel {FLASH} is launched in 2x8x16 blocks of 256x1x1 threads now, in "
                      "32x8x16 blocks of 256x1x1 threads before, for inputs of the same shapes", said)
        self.assertNotIn(other, self.said(model(900, [32, 8, 16]), model(400, [32, 8, 16])))
        # Larger inputs need more blocks, and a kernel of several grids has no usual one.
        self.assertNotIn(other, self.said(model(900, [64, 8, 16], (32, 64)), model(400, [32, 8, 16])))
        several = model(450, [2, 8, 16]) + model(450, [4, 8, 16])[1:]
        self.assertNotIn(other, self.said(several, model(400, [32, 8, 16])))

    def test_products_that_all_take_longer_by_one_factor_are_told(self):
        def model(products, others=1):
            return [work("mm", GEMM, 2000 * products),
                    work("attention", FLASH, 1000 * products),
                    work("add", "void at::native::vectorized_elementwise_kernel<4>", 500 * others)]
        told = "run as often and all take 1.33 times as long, while the other kernels"
        base = model(1)
        self.assertIn(told, self.said(model(1.33), base))
        one = [*base]
        one[0] = work("mm", GEMM, 4000)
        for new in (model(1.33, 1.33), one, [*model(1.33), work("mm", GEMM + "_2", 900)]):
            self.assertNotIn("all take", self.said(new, base))

    def test_kernels_that_all_take_longer_are_told_though_ops_only_launch_some(self):
        def model(factor):
            works = [work(f"op_{i}", f"k_{i}", (400 + 10 * i) * factor) for i in range(6)]
            return works + [work(f"launch_{i}", "k_1", 0.4) for i in range(3)]

        def with_hosts_ops(path):
            with edited(path) as trace:
                for mark in [e for e in trace["traceEvents"] if e["name"].startswith("ProfilerStep")]:
                    for i in range(4):
                        trace["traceEvents"].append({
                            "ph": "X", "cat": "cpu_op", "name": f"launcher_{i}", "pid": 1, "tid": 1,
                            "ts": mark["ts"] + 100 + 50 * i, "dur": 40, "args": {}})
            return path
        base, new = with_hosts_ops(self.job(model(1))), with_hosts_ops(self.job(model(1.35)))
        said = " ".join(ask("diff", new, "-base", base)["summary"])
        self.assertRegex(said, r"Kernels that take \d+% of the time of all kernels changed by a similar")

    def test_work_in_16_bits_that_only_became_slower_is_no_other_precision(self):
        def model(in_16, in_32):
            return [work("mm", GEMM, in_16), work("mm", "ampere_sgemm_128x64_nn", in_32)]
        told = "differ in compute in 16 bits"
        self.assertNotIn(told, self.said(model(3000, 1000), model(1000, 1000)))
        self.assertIn(told, self.said(model(1500, 1000), model(1000, 1300)))

    def test_copies_from_other_memory_are_told(self):
        def model(memory, us):
            return [work("mm", GEMM, 1000),
                    work("copy", f"Memcpy HtoD ({memory} -> Device)", us, cat="gpu_memcpy",
                         args={"bytes": 1_000_000})]
        pinned, pageable = model("Pinned", 100), model("Pageable", 400)
        self.assertIn("Copies to devices come from pageable memory now, before from pinned memory",
                      self.said(pageable, pinned))
        self.assertIn("Copies to devices come from pinned memory now", self.said(pinned, pageable))
        self.assertNotIn("come from", self.said(model("Pinned", 400), pinned))
        self.assertNotIn("come from", self.said(pageable, model("Pageable", 100)))

    def test_what_collectives_send_is_told(self):
        def model(us, *types, **more):
            return [work("mm", GEMM, 1000)] + [reduce(us, dtype=one, **more) for one in types]
        said = self.said(model(400, "Float"), model(200, "BFloat16"))
        self.assertIn("Collectives send other data: all_reduce Float in place of BFloat16, 4 KB a step and "
                      "rank, before 2 KB", said)
        self.assertIn("all_reduce 4 KB a step and rank, before 2 KB",
                      self.said(model(400, "Half", elements=2000), model(200, "Half")))
        # As many more of the same, and the same more slowly.
        self.assertNotIn("other data", self.said(model(200, "Half", "Half"), model(200, "Half")))
        self.assertNotIn("other data", self.said(model(400, "Half"), model(200, "Half")))

    def test_of_collectives_only_counts_what_nothing_hides(self):
        def model(us):
            return [work("mm", GEMM, 1000, start=20), reduce(us, start=60)]
        said = self.said(model(1100), model(500))
        self.assertRegex(said, r"Ops that explain it: c10d::allreduce_ where nothing hides it \+1[34]\d.* us")
        self.assertNotIn("+6", said)
        notes = {note["id"]: note["text"] for note in
                 ask("diff", self.job(model(1100)), "-base", self.job(model(500)))["notes"]}
        self.assertIn("add up to more than the step's", notes["rows_overlap"])
        slower = [work("mm", GEMM, 1500, start=20), reduce(500, start=60)]
        self.assertNotIn("rows_overlap", [note["id"] for note in ask(
            "diff", self.job(slower), "-base", self.job(model(500)))["notes"]])

    def test_exposed_collectives_are_told_of_runs_too_few_for_a_verdict(self):
        def runs(start):
            return [self.job([work("mm", GEMM, 1000, start=20), reduce(300, start=start)])
                    for _ in range(3)]
        bases = [arg for path in runs(100) for arg in ("-base", path)]
        said = " ".join(ask("diff", *runs(1030), *bases)["summary"])
        self.assertIn("The typical step looks ", said)
        self.assertIn("Collectives run as long as before", said)
        self.assertIn("they are exposed", said)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
