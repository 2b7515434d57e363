"""`diff`: which sentences stand beside each other, so that none takes back what another one says."""

import json
import sys

from diff_case import DiffCase
from made_steps import made_steps, noisy
from made_trace import edited, made
from run import ask, run_tests


def allocating(path, calls, took):
    """Steps of five kernels. Before each launch come so many calls of the allocator, each of `took`
    us, in the op, while the device has nothing to do."""
    events, now, correlation = [], 1000.0, 1

    def add(cat, name, ts, dur, pid=1, tid=1, **args):
        events.append({"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid, "ts": ts,
                       "dur": dur, "args": args})

    for step in range(8):
        begin = now
        for _ in range(5):
            ids = {"correlation": correlation, "External id": correlation}
            before = calls * (took + 2)
            add("cpu_op", "mm", now, before + 10, **{"External id": correlation})
            for i in range(calls):
                add("cuda_runtime", ("cudaMalloc", "cudaFree")[i % 2], now + 1 + i * (took + 2), took)
            add("cuda_runtime", "cudaLaunchKernel", now + before + 2, 4, **ids)
            add("kernel", "gemm", now + before + 8, 100, pid=0, tid=7, device=0, stream=7, **ids)
            now += before + 110
            correlation += 1
        add("user_annotation", f"ProfilerStep#{step}", begin, now - begin - 1)
    path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events,
                                "deviceProperties": [{"id": 0, "name": "Made GPU"}]}))
    return path


class DiffSentences(DiffCase):
    def said(self, new, base):
        return ask("diff", new, "-base", base)["summary"]

    def pipeline(self, name, seed, stages, slow=1.0):
        """Iterators of these stages, below a root that all profiles have."""
        path = made(self.folder / name, seed, gpu=False, slow=slow,
                    names="Iterator::Root::Prefetch::" + stages)
        first = "Iterator::Root::Prefetch::" + stages.format(0)
        path.write_text(path.read_text().replace(first, "Iterator::Root"))
        return path

    def test_calls_of_the_allocator_are_named(self):
        base = allocating(self.folder / "base.json", 0, 0)
        new = allocating(self.folder / "new.json", 2, 50)
        self.assertIn("Hosts get and free memory of devices 500 us a step longer, and launch nothing "
                      "meanwhile: cudaMalloc +250 us (5 times a step, 0 before), cudaFree +250 us "
                      "(5 times a step, 0 before)", self.said(new, base))
        self.assertRegex(" ".join(self.said(base, new)), r"memory of devices 500 us a step less, ")
        same = allocating(self.folder / "same.json", 2, 50)
        self.assertNotIn("memory of devices", " ".join(self.said(new, same)))

    def test_a_long_time_between_two_steps_is_told_though_the_typical_step_is_the_same(self):
        base = made(self.folder / "base.json", 1)
        new = made(self.folder / "new.json", 2, pauses=[(6, 8_995)])
        self.assertIn("The longest time between steps is 9 ms, before step 6; in the base it is 5 us. "
                      "The time of a step includes none of it", self.said(new, base))
        self.assertIn("The longest time between steps is 5 us; in the base it is 9 ms, before step 6. "
                      "The time of a step includes none of it", self.said(base, new))
        short = made(self.folder / "short.json", 2, pauses=[(6, 300)])
        self.assertNotIn("The longest", " ".join(self.said(short, base)))

    def test_stages_of_the_pipeline_that_only_one_profile_has_are_named(self):
        base = self.pipeline("base.json", 1, "Cache[{}]")
        new = self.pipeline("new.json", 2, "Map[{}]::Files", slow=3)
        self.assertIn("Stages of tf.data that ran only in the base: Cache; only in the new profile: "
                      "Files, Map", self.said(new, base))
        same = self.pipeline("same.json", 3, "Map[{}]::Files")
        self.assertNotIn("Stages of tf.data", " ".join(self.said(new, same)))

    def test_nothing_is_said_to_explain_it_only_where_nothing_does(self):
        base = allocating(self.folder / "base.json", 0, 0)
        new = allocating(self.folder / "new.json", 2, 50)
        self.assertTrue(any(one.startswith("Parts that explain it: ") for one in self.said(new, base)))
        self.assertNotIn("No op", " ".join(self.said(new, base)))

    def test_the_typical_step_is_named_where_the_mean_was_spoken_of(self):
        base = made_steps(self.folder / "base.json", noisy(1, 20_000, steps=40))
        steps = noisy(2, 21_000, steps=40)
        for number in (5, 9, 14, 22, 31):
            steps[number]["matmul"] = 70_000
        said = self.said(made_steps(self.folder / "new.json", steps), base)
        self.assertTrue(any(one.startswith("The mean step is ") for one in said), said)
        self.assertRegex(" ".join(said), r"Ops that explain the typical step's change: matmul \+")

    def test_precision_is_said_once(self):
        def steps(path, tile, took):
            return made(self.folder / path, 1, kernels="void gemm_%s_k{}" % tile, slow=took)
        base, new = steps("base.json", "bf16", 1), steps("new.json", "f32", 9)
        said = " ".join(self.said(new, base))
        self.assertIn("Devices compute in 32 bits what they computed in 16", said)
        self.assertNotIn("compute in 16 bits", said)

    def test_one_step_makes_the_mean_only_if_the_others_do_not(self):
        base = made_steps(self.folder / "base.json", noisy(1, 20_000, steps=30))
        steps = noisy(2, 20_000, steps=30)
        steps[4]["matmul"] = 60_000
        one = " ".join(self.said(made_steps(self.folder / "one.json", steps), base))
        self.assertIn("One of 30 steps takes ", one)
        for number in (11, 17, 25):
            steps[number]["matmul"] = 39_000
        several = " ".join(self.said(made_steps(self.folder / "several.json", steps), base))
        self.assertNotIn("One of 30 steps takes ", several)
        self.assertIn("The mean step is ", several)

    def test_a_change_of_all_steps_is_not_told_again_of_their_mean(self):
        base = made_steps(self.folder / "base.json", noisy(1, 20_000, steps=12))
        steps = noisy(2, 40_000, steps=12)
        steps[3]["matmul"] = 45_000
        steps[7]["matmul"] = 56_000
        said = " ".join(self.said(made_steps(self.folder / "new.json", steps), base))
        self.assertIn("The typical step is ", said)
        self.assertNotIn("mean step", said)

    def test_one_far_step_makes_the_mean_however_little_the_others_vary(self):
        base = made_steps(self.folder / "base.json", [{"matmul": 20_000}] * 6)
        new = made_steps(self.folder / "new.json",
                         [{"matmul": 20_010 if i != 4 else 90_000} for i in range(10)])
        self.assertIn("One of 10 steps takes ", " ".join(self.said(new, base)))

    def test_waits_for_ranks_are_part_of_collectives(self):
        base = made(self.folder / "base.json", 1, step_us=2000)
        new = made(self.folder / "new.json", 2, step_us=3000)
        said = self.said(new, base)
        self.assertIn("The time of collectives includes waits for slower ranks", said)
        slow = made(self.folder / "slow.json", 2, slow=3)
        no_collectives = made(self.folder / "none.json", 1)
        self.assertNotIn("waits for slower", " ".join(self.said(slow, no_collectives)))

    def test_precision_that_rounding_alone_moves_is_no_difference(self):
        def job(name, of_32):
            steps = made(self.folder / name, 1, kernels="void gemm_bf16_k{}")
            with edited(steps) as trace:
                for event in trace["traceEvents"]:
                    if event["cat"] == "kernel" and event["name"].endswith("_k0"):
                        event["name"], event["dur"] = "void gemm_f32", of_32
            return steps

        self.assertNotIn("16 bits", " ".join(self.said(job("new.json", 65), job("base.json", 85))))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
