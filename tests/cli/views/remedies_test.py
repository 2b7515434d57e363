"""What advise says of a recording names no API of a framework that did not record it.

Run as: remedies_test.py PROFILER [TEST...]
"""

import pathlib
import re
import sys
import unittest

from run import ask, run_tests

TESTDATA = pathlib.Path("testdata")

# By framework: what its users write, and users of no other do.
APIS = {
    "PyTorch": r"torch\.|PYTORCH_|\bDDP\b|\bFSDP\b|\.detach\(\)|DataLoader|pin_memory|num_workers",
    "TensorFlow": r"tf\.function|\btf\.data\b|[Kk]eras\b|jit_compile",
    "JAX": r"\bjax\.(?!profiler)|\blax\.|XLA_FLAGS|\bgrain\b",
}
# JAX has no loader of its own, so that those of the others are advice for it.
ALSO = {"JAX": r"DataLoader|num_workers|\btf\.data\b"}
RECORDINGS = {
    "PyTorch": ["kineto/*/*.pt.trace.json*"],
    "TensorFlow": ["xspace/tf_*/host0.xplane.pb", "*/*profile_*"],
    "JAX": ["xspace/jax_*/host0.xplane.pb"],
}


def recordings(framework):
    return sorted(path for pattern in RECORDINGS[framework] for path in TESTDATA.glob(pattern)
                  if path.parent.name != "bad")


def sentences(path):
    """What the findings of all rules say, by rule."""
    answer = ask(f"--profile_path={path}", "-c", "advise")
    return [(section["id"], value) for section in answer["sections"] for row in section["rows"]
            for key, value in row.items() if isinstance(value, str) and key != "command"]


class RemediesTest(unittest.TestCase):
    def test_no_finding_names_the_api_of_another_framework(self):
        for framework in APIS:
            paths = recordings(framework)
            self.assertTrue(paths, framework)
            foreign = re.compile("|".join(api for other, api in APIS.items() if other != framework))
            allowed = re.compile(ALSO[framework]) if framework in ALSO else None
            for path in paths:
                found = sentences(path)
                self.assertTrue(found, path)
                for rule, text in found:
                    named = [api for api in foreign.findall(text)
                             if not (allowed and allowed.fullmatch(api))]
                    self.assertEqual(named, [], f"{path}, {rule}: {text}")


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
