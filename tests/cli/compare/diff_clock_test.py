"""`diff`: by which time ops are compared, that of hosts or that of accelerators."""

import json
import sys

from diff_case import DiffCase
from made_trace import rows
from run import ask, run_tests

KERNEL_US = 1000


class DiffClock(DiffCase):
    def job(self, name, host_us, kernel_us=KERNEL_US):
        """Ten steps. In each the host computes `prepare` before it launches a kernel for `mm`, and
        waits for it. Without `kernel_us` there is no accelerator."""
        events, now = [], 1000.0

        def event(category, name_of, begin, took, thread, **args):
            events.append({"ph": "X", "pid": thread // 10, "tid": thread, "cat": category,
                           "name": name_of, "ts": begin, "dur": took, "args": args})

        for step in range(10):
            begin = now
            took = host_us + step % 3
            event("cpu_op", "prepare", now, took, 10)
            now += took + 1
            event("cpu_op", "mm", now, 20, 10)
            if kernel_us:
                event("cuda_runtime", "cudaLaunchKernel", now + 5, 10, 10, correlation=step + 1)
                event("kernel", "gemm", now + 20, kernel_us, 7, correlation=step + 1, device=0, stream=7)
                event("cuda_runtime", "cudaDeviceSynchronize", now + 25, kernel_us - 4, 10)
            now += kernel_us + 30
            event("user_annotation", f"ProfilerStep#{step}", begin, now - begin, 10)
            now += 5
        path = self.folder / name
        path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}))
        return path

    def diff(self, new, base):
        report = ask("diff", new, "-base", base)
        by_hosts = [note for note in report["notes"] if note["id"] == "ops_by_hosts"]
        return report, by_hosts

    def test_a_host_that_takes_longer_explains_steps_of_accelerators(self):
        base = self.job("base.json", 20)
        report, by_hosts = self.diff(self.job("new.json", 320), base)
        self.assertIn("Ops that explain it: prepare +300 us", " ".join(report["summary"]))
        self.assertAlmostEqual(rows(report, "ops")["prepare"]["delta_us"], 300, delta=5)
        self.assertEqual(len(by_hosts), 1)
        self.assertIn("most of the change passes on hosts", by_hosts[0]["text"])

    def test_without_accelerators_none_is_said_to_be_idle(self):
        _, by_hosts = self.diff(self.job("new.json", 320, 0), self.job("base.json", 20, 0))
        self.assertEqual([note["text"] for note in by_hosts],
                         ["Ops, scopes and lines are compared by their time on hosts, as no accelerators were "
                          "recorded"])

    def test_kernels_that_take_longer_are_compared_on_accelerators(self):
        base = self.job("base.json", 20)
        report, by_hosts = self.diff(self.job("new.json", 20, 2 * KERNEL_US), base)
        self.assertAlmostEqual(rows(report, "ops")["mm"]["delta_us"], KERNEL_US, delta=5)
        self.assertEqual(by_hosts, [])


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
