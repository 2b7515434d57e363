"""Rules on nodes that end before the others, in jobs that SageMaker Debugger recorded. Each job is
made here.

    system_ends_test.py PROFILER [Class.test]
"""

import sys

from run import run_tests
from system_job import JobTest, findings

KEY = ("DipChecker", "ended_node", "algo-3")


class EndedNodeTest(JobTest):

    def job_of(self, ends=300, gpu_then=100, network_then=1e4, steps_end=300):
        """Three nodes for 600 s, of which algo-3 has samples until `ends`."""
        for node in ("algo-1", "algo-2", "algo-3"):
            for second in range(ends if node == "algo-3" else 600):
                runs = second < 300
                self.job.watch(second, 95 if runs else gpu_then, cores=1, node=node,
                               network=4e8 if runs else network_then)
            for second in range(min(steps_end, ends) if node == "algo-3" else steps_end):
                self.job.step(second, second, [("Forward-node", 0.9)], node)
        return self.job.write()

    def test_the_node_that_ends_while_the_others_hang_comes_first(self):
        found = findings(self.job_of())
        row = found[KEY]
        self.assertEqual(row["severity"], "warning")
        self.assertIn("algo-3 has no samples in the last 5 min of the recording, and the steps "
                      "end at about the same time. The GPUs of the other 2 nodes are at 100% then "
                      "and their network carries 10 KB a sample, 400 MB before", row["text"])

    def test_a_job_that_ends_uses_no_gpus(self):
        self.assertNotIn(KEY, findings(self.job_of(gpu_then=0)))

    def test_others_that_exchange_data_go_on(self):
        self.assertNotIn(KEY, findings(self.job_of(network_then=4e8)))

    def test_others_that_take_steps_go_on(self):
        self.assertNotIn(KEY, findings(self.job_of(steps_end=600)))

    def test_a_minute_is_short(self):
        self.assertNotIn(KEY, findings(self.job_of(ends=540)))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
