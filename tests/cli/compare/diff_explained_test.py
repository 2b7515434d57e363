"""`diff`: what its summary says explains a change of the step, where no op does."""

import json
import random
import sys

from diff_case import DiffCase
from made_trace import made, rows, section
from run import ask, run_tests


def launching(path, waits, late=0, kernel=100):
    """Steps of five kernels of `kernel` us. The host launches all at once and works on, or waits for each; or it
    launches each `late` us after the one before has ended."""
    events, now, correlation = [], 1000.0, 1

    def add(cat, name, ts, dur, pid=1, tid=1, **args):
        events.append({"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid, "ts": ts,
                       "dur": dur, "args": args})

    for step in range(8):
        begin = now
        for i in range(5):
            ids = {"correlation": correlation, "External id": correlation}
            launch = now if waits or late else begin + 10 * i
            start = now + 10 if waits or late else begin + 10 + kernel * i
            add("cpu_op", "mm", launch, 6, **{"External id": correlation})
            add("cuda_runtime", "cudaLaunchKernel", launch + 1, 4, **ids)
            add("kernel", "gemm", start, kernel, pid=0, tid=7, device=0, stream=7, **ids)
            if waits:
                add("cuda_runtime", "cudaDeviceSynchronize", now + 7, 103)
            elif late:
                add("cpu_op", "other", now + 7, 95 + late, **{"External id": correlation + 1000})
            if waits or late:
                now += 110 + (30 if waits else late)
            correlation += 1
        if not (waits or late):
            add("cpu_op", "other", begin + 60, 5 * kernel - 45,
                **{"External id": correlation + 1000})
            now += 5 * kernel + 20
        add("user_annotation", f"ProfilerStep#{step}", begin, now - begin - 5)
    path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events,
                                "deviceProperties": [{"id": 0, "name": "Made GPU"}]}))
    return path


class DiffExplained(DiffCase):
    def job(self, name, seed, added=()):
        """A job without accelerators. Its steps have four ops, and before them the events `added`:
        (category, name, begin, duration), and maybe the thread."""
        chance = random.Random(seed)
        events, now = [], 1000.0

        def event(category, name, begin, took, thread=1):
            args = {"Python id": len(events)} if category == "python_function" else {}
            events.append({"ph": "X", "pid": 1, "tid": thread, "cat": category, "name": name,
                           "ts": begin, "dur": took, "args": args})

        for step in range(10):
            begin = now
            for category, name_of, offset, took, *thread in added:
                event(category, name_of, now + offset, took, *thread)
            now += max((offset + took for _, _, offset, took, *_ in added), default=0) + 1
            for op in range(4):
                took = 100 * (op + 1) * chance.gauss(1, 0.005)
                event("cpu_op", f"op.{op}", now, took)
                now += took + 1
            event("user_annotation", f"ProfilerStep#{step}", begin, now - begin)
            now += 5
        path = self.folder / name
        path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}))
        return path

    def test_activations_that_one_side_computes_again_are_told(self):
        mm = ("cpu_op", "aten::mm", 0, 1000)
        recomputed = [mm, ("cpu_op", "CheckpointFunctionBackward", 1010, 600),
                      ("cpu_op", "aten::mm", 1020, 500)]
        plain, again = self.job("plain.json", 1, [mm]), self.job("again.json", 2, recomputed)
        told = "computes activations again in the backward pass"

        def summary(new, base):
            return " ".join(ask("diff", new, "-base", base)["summary"])

        self.assertIn(f"Only the new profile {told}", summary(again, plain))
        self.assertIn(f"Only the base {told}", summary(plain, again))
        self.assertNotIn(told, summary(self.job("other.json", 3, recomputed), again))

    def test_ops_that_compute_in_32_bits_in_place_of_16_are_the_headline(self):
        def summary(kernels, slow):
            new = made(self.folder / "new.json", 2, slow=slow, kernels=kernels)
            base = made(self.folder / "base.json", 1, kernels="ampere_bf16_s16816gemm_bf16_{}")
            return " ".join(ask("diff", new, "-base", base)["summary"])

        wider = "Devices compute in 32 bits what they computed in 16: "
        text = summary("ampere_sgemm_128x64_{}", 8)
        self.assertIn(wider, text)
        self.assertNotIn("changed by a similar part", text)
        self.assertNotIn(wider, summary("ampere_bf16_s16816gemm_bf16_{}", 8))

    def with_collective(self, name, seed, after_us):
        """Steps of a kernel of 1 ms, and a collective of 0.5 ms on another stream, `after_us` later."""
        chance = random.Random(seed)
        events, now, correlation = [], 1000.0, 1
        for step in range(10):
            begin, end = now, now
            for kernel, stream, offset, took in (("gemm", 7, 0, 1000), ("nccl", 8, after_us, 500)):
                took *= chance.gauss(1, 0.005)
                ids = {"correlation": correlation, "External id": correlation}
                name_of = {"gemm": "gemm", "nccl": "ncclDevKernel_AllReduce_Sum_f32_RING_LL"}[kernel]
                events += [
                    {"ph": "X", "pid": 1, "tid": 1, "cat": "cpu_op", "name": f"op.{kernel}",
                     "ts": now, "dur": 8, "args": {"External id": correlation}},
                    {"ph": "X", "pid": 1, "tid": 1, "cat": "cuda_runtime", "name": "cudaLaunchKernel",
                     "ts": now + 1, "dur": 5, "args": ids},
                    {"ph": "X", "pid": 0, "tid": stream, "cat": "kernel", "name": name_of,
                     "ts": begin + 10 + offset, "dur": took,
                     "args": {**ids, "device": 0, "stream": stream}}]
                now += 9
                end = max(end, begin + 10 + offset + took)
                correlation += 1
            events.append({"ph": "X", "pid": 1, "tid": 1, "cat": "user_annotation",
                           "name": f"ProfilerStep#{step}", "ts": begin, "dur": end - begin})
            now = end + 5
        path = self.folder / name
        path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events,
                                    "deviceProperties": [{"id": 0, "name": "Made GPU"}]}))
        return path

    def test_collectives_that_nothing_hides_any_longer_are_no_longer_collectives(self):
        hidden = self.with_collective("hidden.json", 1, 200)
        exposed = self.with_collective("exposed.json", 2, 1100)
        text = " ".join(ask("diff", exposed, "-base", hidden)["summary"])
        self.assertIn("Collectives run as long as before", text)
        self.assertIn("they are exposed", text)
        back = " ".join(ask("diff", hidden, "-base", exposed)["summary"])
        self.assertIn("computing hides them now", back)

    def test_a_pipeline_beside_the_steps_explains_nothing(self):
        def added(step, pipeline):
            return [("cpu_op", "mm", 0, step), ("cpu_op", "enumerate(DataLoader)#_Next", 0, pipeline, 2),
                    ("cpu_op", "decode", 10, pipeline - 50, 2)]

        report = ask("diff", self.job("new.json", 2, added(3000, 2900)), "-base",
                     self.job("base.json", 1, added(1000, 500)))
        self.assertIn("Ops that explain it: mm +2 ms", " ".join(report["summary"]))
        # Steps on the host may wait for cores that it takes.
        self.assertIn("The input pipeline works 2.4 ms longer a step beside the steps, mostly in "
                      "decode", " ".join(report["summary"]))
        ops = rows(report, "ops")
        self.assertIsNone(ops["decode"]["share"])
        self.assertAlmostEqual(ops["mm"]["share"], 1, delta=0.01)
        self.assertIn("beside_the_step", {note["id"] for note in report["notes"]})
        note = next(note["text"] for note in report["notes"] if note["id"] == "beside_the_step")
        self.assertNotIn("it has no share", note)
        # Not where it works as before, or too little to keep half a core busy.
        for before, after in ((2500, 2500), (500, 1500)):
            report = ask("diff", self.job("new.json", 2, added(3000, after)), "-base",
                         self.job("base.json", 1, added(1000, before)))
            self.assertNotIn("decode", " ".join(report["summary"]))
        # One that the steps wait for does explain it.
        waits = [("cpu_op", "enumerate(DataLoader)#_Next", 0, 500),
                 ("cpu_op", "decode", 10, 400)]
        longer = [("cpu_op", "enumerate(DataLoader)#_Next", 0, 2500),
                  ("cpu_op", "decode", 10, 2400)]
        report = ask("diff", self.job("new.json", 2, longer), "-base",
                     self.job("base.json", 1, waits))
        self.assertIn("decode", " ".join(report["summary"]))

    def test_scopes_of_a_pipeline_beside_the_steps_have_no_share(self):
        def added(step, pipeline):
            return [("cpu_op", "mm", 0, step), ("user_annotation", "load", step + 10, 50),
                    ("cpu_op", "stack", step + 20, 30),
                    ("cpu_op", "enumerate(DataLoader)#_Next", 0, pipeline, 2),
                    ("user_annotation", "augment", 5, pipeline - 20, 2),
                    ("cpu_op", "decode", 10, pipeline - 50, 2)]

        report = ask("diff", self.job("new.json", 2, added(1500, 1500)), "-base",
                     self.job("base.json", 1, added(1000, 500)))
        scopes = rows(report, "scopes")
        beside = scopes["enumerate(DataLoader)#_Next/augment"]
        self.assertAlmostEqual(beside["delta_us"], 1000, delta=50)
        self.assertIsNone(beside["share"])
        self.assertIsNotNone(scopes["load"]["share"])
        shares = [row["share"] for row in scopes.values() if row["share"] is not None]
        self.assertLess(max(shares), 1.1)
        self.assertNotIn("augment", " ".join(report["summary"]))

    def test_idle_time_of_devices_that_new_waits_cost_is_said(self):
        base = launching(self.folder / "base.json", waits=False)
        new = launching(self.folder / "new.json", waits=True)
        said = " ".join(ask("diff", new, "-base", base)["summary"])
        self.assertRegex(said, r"Accelerators are idle 160 us a step longer until work is launched, "
                               r"and hosts wait 15(\.0)? us longer for them")
        # A host that only launches late, and the way back.
        late = launching(self.folder / "late.json", waits=False, late=30)
        self.assertNotIn("hosts wait", " ".join(ask("diff", late, "-base", base)["summary"]))
        self.assertNotIn("hosts wait", " ".join(ask("diff", base, "-base", new)["summary"]))
        # A faster step is none that waits cost.
        long = launching(self.folder / "long.json", waits=False, kernel=300)
        self.assertNotIn("hosts wait", " ".join(ask("diff", new, "-base", long)["summary"]))

    def test_a_mark_has_the_time_in_it_that_no_op_has(self):
        base = self.job("base.json", 1, [("user_annotation", "load", 0, 900),
                                         ("cpu_op", "decode", 10, 40)])
        new = self.job("new.json", 2, [("user_annotation", "load", 0, 200),
                                       ("cpu_op", "decode", 10, 40)])
        report = ask("diff", new, "-base", base)
        row = rows(report, "scopes")["load"]
        self.assertEqual(row["verdict"], "faster")
        self.assertAlmostEqual(row["delta_us"], -700, delta=1)
        table = section(report, "scopes")["rows"]
        step = section(report, "steps")["rows"][0]
        self.assertAlmostEqual(sum(one["delta_us"] for one in table), step["delta"], places=6)
        self.assertLess(abs(table[-1]["share"]), 0.2)
        self.assertRegex(report["summary"][1], r"^Scopes that explain it: load -700 us ")

    def test_a_mark_in_which_ops_run_on_another_thread_has_no_time_of_its_own(self):
        def steps(took):
            return [("user_annotation", "load", 0, 100), ("user_annotation", "backward", 100, took),
                    ("cpu_op", "grad", 110, took - 20, 2)]
        base, new = self.job("base.json", 1, steps(500)), self.job("new.json", 2, steps(900))
        scopes = rows(ask("diff", new, "-base", base), "scopes")
        self.assertIn("load", scopes)
        self.assertNotIn("backward", scopes)

    def test_a_function_that_is_gone_is_told_with_all_that_it_calls(self):
        log = ("python_function", "train.py(90): log", 0, 5)
        clip = [log, ("python_function", "train.py(61): clip", 10, 800)]
        for i in range(8):
            clip.append(("python_function", f"train.py({62 + i}): part_{i}", 100 * i + 15, 90))
        base, new = self.job("base.json", 1, clip), self.job("new.json", 2, [log])
        report = ask("diff", new, "-base", base)
        self.assertRegex(report["summary"][1],
                         r"^train\.py:61 \(clip\), with all that it calls, explains .*% of it: "
                         r"-800 us a step \(removed\)")
        back = ask("diff", base, "-base", new)
        self.assertIn("(clip), with all that it calls", back["summary"][1])
        self.assertIn("+800 us a step (added)", back["summary"][1])

    def test_a_function_that_another_one_replaced_explains_nothing(self):
        def steps(name, took, of_log):
            return [("python_function", f"train.py(61): {name}", 0, took),
                    ("python_function", "train.py(90): log", took, of_log)]
        base = self.job("base.json", 1, steps("old", 800, 400))
        new = self.job("new.json", 2, steps("other", 300, 100))
        self.assertNotIn("with all that it calls",
                         ask("diff", new, "-base", base)["summary"][1])
        gone = self.job("gone.json", 2, steps("old", 0, 400)[1:])
        self.assertIn("(old), with all that it calls",
                      ask("diff", gone, "-base", base)["summary"][1])

    def test_functions_that_only_one_side_recorded_explain_nothing(self):
        base = self.job("base.json", 1, [("python_function", "train.py(61): clip", 0, 800)])
        new = self.job("new.json", 2)
        self.assertNotIn("with all that it calls",
                         ask("diff", new, "-base", base)["summary"][1])

    def test_a_function_around_what_ran_before_explains_nothing(self):
        def steps(took, *around):
            return [("python_function", "train.py(90): log", 0, 5), *around,
                    ("cpu_op", "scatter", 12, took)]
        base = self.job("base.json", 1, steps(20))
        new = self.job("new.json", 2, steps(600, ("python_function", "train.py(61): run", 10, 604)))
        text = ask("diff", new, "-base", base)["summary"][1]
        self.assertRegex(text, r"^Ops that explain it: scatter \+")


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
