"""`check` and `diff` of peaks of memory."""

import json
import sys

from check_case import BROKEN, CANNOT_TELL, OK, CheckCase
from made_steps import noisy
from run import run, run_tests

MB = 1_000_000
CPU, GPU = 0, 1


class Memory(CheckCase):
    def recorded(self, name, sizes, device=GPU, kept=0):
        """A trace in which each step allocates so many bytes and frees them; the first one also
        allocates `kept` bytes, which stay. A GPU's allocator has 100 MB before the recording."""
        path = self.trace(name, noisy(sum(map(ord, name)), 1000, steps=len(sizes)))
        trace = json.loads(path.read_text())
        steps = sorted(event["ts"] for event in trace["traceEvents"]
                       if event["name"].startswith("ProfilerStep"))
        level = 100 * MB if device == GPU else 0
        for step, (begin, size) in enumerate(zip(steps, sizes)):
            changes = [(1, size), (1, -size)]
            if step == 0 and kept:
                changes.insert(0, (2, kept))
            for at, (address, change) in enumerate(changes):
                level += change
                trace["traceEvents"].append(
                    {"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1,
                     "tid": 1, "ts": begin + 1 + at,
                     "args": {"Device Type": device, "Device Id": 0 if device == GPU else -1,
                              "Addr": address, "Bytes": change, "Total Allocated": level,
                              **({"Total Reserved": 900 * MB} if device == GPU else {})}})
        path.write_text(json.dumps(trace))
        return path

    def test_a_peak_is_judged_as_it_is(self):
        base = self.recorded("base.json", [50 * MB] * 10)
        new = self.recorded("new.json", [50 * MB] * 9 + [80 * MB])  # one step of ten
        for measure in ("max(peak_bytes)", "peak_bytes"):
            row = self.row(new, "-base", base, "-require", f"memory: {measure} <= base + 2%",
                           status=3)
            self.assertEqual((row["status"], row["value"], row["base"]),
                             (BROKEN, 180 * MB, 150 * MB))
            self.assertIn("30 MB more; a peak is one value, which is compared as it is",
                          row["reason"])
            row = self.row(new, "-base", base, "-require", f"memory: {measure} <= 1.3 * base")
            self.assertEqual(row["status"], OK)

    def test_a_device_of_several_runs_is_one_row(self):
        base = [word for i in range(4)
                for word in ("-base", self.recorded(f"base{i}.json", [50 * MB] * 10))]
        new = [self.recorded(f"new{i}.json", [80 * MB] * 10) for i in range(4)]
        row = self.row(*new, *base, "-require", "memory[.*]: peak_bytes <= base + 2%", status=3)
        self.assertEqual((row["status"], row["value"], row["base"]), (BROKEN, 180 * MB, 150 * MB))
        self.assertIn("the same value in all its runs", row["reason"])
        self.assertNotIn("rows", row["reason"])

    def test_runs_of_the_base_that_differ_as_much_are_noise(self):
        base = [word for i, size in enumerate((50, 90, 60, 75))
                for word in ("-base", self.recorded(f"base{i}.json", [size * MB] * 10))]
        new = self.recorded("new.json", [80 * MB] * 10)
        row = self.row(new, *base, "-require", "memory: max(peak_bytes) <= base")
        self.assertEqual(row["status"], "unclear")

    def test_what_the_base_may_have_had_before_its_recording_cannot_be_told(self):
        base = self.recorded("base.json", [50 * MB] * 10, CPU)
        cold = self.recorded("cold.json", [50 * MB] * 10, CPU, kept=40 * MB)
        require = ("-require", "memory: max(peak_bytes) <= 1.1 * base")
        row = self.row(cold, "-base", base, *require, status=3)
        self.assertEqual(row["status"], CANNOT_TELL)
        self.assertIn("the new profile allocates 40 MB more that it keeps", row["reason"])
        # What steps free again, the base had not.
        more = self.recorded("more.json", [90 * MB] * 10, CPU, kept=10 * MB)
        row = self.row(more, "-base", base, *require, status=3)
        self.assertEqual(row["status"], BROKEN)
        # An allocator that counts what it had before hides nothing.
        row = self.row(self.recorded("cold_gpu.json", [50 * MB] * 10, kept=40 * MB), "-base",
                       self.recorded("gpu.json", [50 * MB] * 10), *require, status=3)
        self.assertEqual(row["status"], BROKEN)

    def test_diff_does_not_call_it_higher(self):
        base = self.recorded("base.json", [50 * MB] * 10, CPU)
        for size, kept, verdict in ((50, 40, "unclear"), (90, 10, "higher"), (50, 0, None)):
            new = self.recorded("new.json", [size * MB] * 10, CPU, kept=kept * MB)
            report = json.loads(run("diff", new, "-base", base, "-format", "json").stdout)
            memory = next(part for part in report["sections"] if part["id"] == "memory")
            found = {row["verdict"] for row in memory["rows"]}
            self.assertEqual(found, {verdict or "same"})
            self.assertEqual(any("Peak memory" in text for text in report["summary"]),
                             verdict == "higher")
            self.assertEqual(any(note["id"] == "memory_before" for note in report["notes"]),
                             verdict is not None)
        # The other way round.
        cold = self.recorded("cold.json", [50 * MB] * 10, CPU, kept=40 * MB)
        report = json.loads(run("diff", base, "-base", cold, "-format", "json").stdout)
        memory = next(part for part in report["sections"] if part["id"] == "memory")
        self.assertEqual([row["verdict"] for row in memory["rows"]], ["unclear"])


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
