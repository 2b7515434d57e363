"""What ours adds to SageMaker Debugger's rules on system metrics: slow leaks of a GPU's memory, and
the one core that feeds the GPUs. Each job is made here.

    system_causes_test.py PROFILER [Class.test]
"""

import sys

from run import run_tests
from system_job import JobTest, findings


class SlowLeakTest(JobTest):

    def rise_of(self, used, seconds=1200):
        self.job.system.clear()
        for second in range(0, seconds, 5):
            self.job.sample(second, "gpu", "gpu0", "GPUUtilization", 80)
            self.job.sample(second, "gpu", "gpu0", "GPUMemoryUtilization", used(second))
        return findings(self.job.write(), "-threshold '*.patience=0'").get(
            ("GPUMemoryIncrease", "memory_rises", "algo-1/gpu0"))

    def test_memory_that_rises_slowly_until_the_end(self):
        row = self.rise_of(lambda second: 60 + max(0, second - 600) * 0.05)
        self.assertEqual(row["severity"], "warning")
        self.assertIn("rose from 60% to 89% in the last 10 minutes and did not come down: at this "
                      "rate it is full in about 4 minutes", row["text"])
        self.assertIsNone(self.rise_of(lambda second: 60 + max(0, second - 600) * 0.015))
        self.assertIsNone(self.rise_of(lambda second: 60 + max(0, second - 960) * 0.1))

    def test_memory_that_levels_off_does_not_leak(self):
        self.assertIsNone(self.rise_of(lambda second: 60 + 30 * (1 - 0.99 ** (second / 2))))
        self.assertIsNone(self.rise_of(lambda second: 60 + min(second, 900) * 0.03))

    def test_memory_that_rises_and_falls_in_turns_does_not_leak(self):
        self.assertIsNone(self.rise_of(lambda second: 60 + second % 450 * 0.05, 1340))


class OneCoreTest(JobTest):

    def test_one_core_that_feeds_the_gpus(self):
        key = ("CPUBottleneck", "one_core", "algo-1")

        def job_with(gpu, cores):
            for second in range(120):
                self.job.watch(second, gpu(second), cores=0)
                for core, used in enumerate(cores(second)):
                    self.job.sample(second, "cpu", f"cpu{core}", "CPUUtilization", used)
            return findings(self.job.write(), "-threshold '*.patience=0'")

        def at_times(second):
            return 90 if second % 3 == 0 else 0

        def moving(second):
            return [97 if core == second // 10 % 4 else 5 for core in range(4)]

        row = job_with(at_times, moving)[key]
        self.assertEqual(row["severity"], "warning")
        self.assertIn("at 100% of the samples one core of 4 is above 90% and no other above 45%, "
                      "while GPUs are used 30% in the mean", row["text"])
        for gpu, cores in ((lambda second: 90, moving),
                           (at_times, lambda second: [97, 97, 5, 5]),
                           (at_times, lambda second: moving(second) if second % 2 else [5] * 4)):
            self.job.system.clear()
            self.assertNotIn(key, job_with(gpu, cores))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
