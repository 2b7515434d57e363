"""Memory snapshots of PyTorch: torch_snapshot_test.py PROFILER [TEST...]

No PyTorch is needed: a small allocator here works as the caching allocator does and is asked for
its snapshot, which Python's own pickle module writes. What `memory` answers is compared with what
that allocator held at each moment. Its form, its frames of C++ and its rounding are those of
snapshots that PyTorch 2.11 wrote on an H100.
"""

import json
import os
import pathlib
import pickle
import pickletools
import sys
import tempfile
import unittest

from run import run, run_tests

MB = 1 << 20
BASE = 0x7F0000000000
EPOCH_US = 1_700_000_000_000_000


def frames(*lines):
    """Innermost first."""
    return [{"filename": file, "name": name, "line": line} for file, line, name in lines]


LINEAR = frames(("/usr/lib/python3/dist-packages/torch/nn/modules/linear.py", 114, "forward"),
                ("/w/train.py", 20, "step"), ("/w/train.py", 40, "<module>"))
OPTIMIZER = frames(("/w/optimizer.py", 7, "init_state"), ("/w/train.py", 30, "<module>"))


# Frames of C++ have no line, and stand where they called: below and between those of Python.
CPP = [{"filename": "??", "name": name, "line": 0} for name in (
    "torch::unwind::unwind()", "c10::cuda::CUDACachingAllocator::Native::Allocate(unsigned long)",
    "at::_ops::empty_memory_format::redispatch(c10::DispatchKeySet)",
    "at::_ops::empty_memory_format::call(c10::ArrayRef<c10::SymInt>)",
    "at::_ops::randn::call(c10::ArrayRef<c10::SymInt>)", "PyCMethod_New")]
MAIN = [{"filename": "", "name": "Py_RunMain", "line": 0}]


class Allocator:
    """Hands out multiples of 512 bytes from segments of 2 and 20 MB, first fit."""

    def __init__(self):
        self.segments, self.events, self.levels = {}, [], []
        self.next_address, self.now = BASE, EPOCH_US

    def note(self, action, addr, size, stack=()):
        self.now += 1000
        self.events.append({"action": action, "addr": addr, "size": size, "stream": 0,
                            "time_us": self.now, "frames": stack})

    def blocks(self):
        return [block for blocks in self.segments.values() for block in blocks]

    def allocate(self, size, stack):
        room = -(-size // 512) * 512
        whole = 2 * MB if room <= MB else 20 * MB
        for block in self.blocks():
            if block["state"] == "inactive" and block["size"] >= room and block["of"] == whole:
                break
        else:
            address, self.next_address = self.next_address, self.next_address + 64 * MB
            block = {"address": address, "size": whole, "requested_size": 0, "state": "inactive",
                     "frames": [], "of": whole}
            self.segments[address] = [block]
            self.note("segment_alloc", address, whole, stack)
        left = block["size"] - room
        if whole > 2 * MB and left <= MB:  # too little to be cut off
            room, left = block["size"], 0
        (blocks,) = [blocks for blocks in self.segments.values()
                     if any(one is block for one in blocks)]
        block.update(size=room, requested_size=size, state="active_allocated", frames=stack)
        if left:
            blocks.insert(next(i for i, one in enumerate(blocks) if one is block) + 1,
                          {"address": block["address"] + room, "size": left, "requested_size": 0,
                           "state": "inactive", "frames": [], "of": whole})
        self.note("alloc", block["address"], size, stack)
        return block["address"]

    def free(self, address):
        (block,) = [one for one in self.blocks() if one["address"] == address]
        size = block["requested_size"]
        self.note("free_requested", address, size)
        block.update(requested_size=0, state="inactive", frames=[])
        for blocks in self.segments.values():
            i = 0
            while i + 1 < len(blocks):
                if blocks[i]["state"] == blocks[i + 1]["state"] == "inactive":
                    blocks[i]["size"] += blocks.pop(i + 1)["size"]
                else:
                    i += 1
        self.note("free_completed", address, size)

    def snapshot(self, last=None, device=0):
        segments = [{
            "device": device, "address": address, "stream": 0, "segment_type": "large",
            "total_size": sum(block["size"] for block in blocks),
            "allocated_size": sum(b["size"] for b in blocks if b["state"] != "inactive"),
            "active_size": sum(b["size"] for b in blocks if b["state"] != "inactive"),
            "blocks": blocks, "frames": [], "is_expandable": False,
        } for address, blocks in self.segments.items()]
        events = self.events if last is None else self.events[len(self.events) - last:]
        return {"segments": segments, "device_traces": [[] for _ in range(device)] + [events],
                "allocator_settings": {"PYTORCH_CUDA_ALLOC_CONF": ""}}

    def facts(self):
        """(allocated, reserved, available, split, largest) now."""
        allocated = sum(b["size"] for b in self.blocks() if b["state"] != "inactive")
        reserved = sum(block["size"] for block in self.blocks())
        gaps = [block["size"] for block in self.blocks() if block["state"] == "inactive"]
        split = sum(
            sum(b["size"] for b in blocks if b["state"] == "inactive")
            for blocks in self.segments.values() if any(b["state"] != "inactive" for b in blocks))
        return allocated, reserved, sum(gaps), split, max(gaps, default=0)


def training():
    """An allocator after some steps; its facts at the peak."""
    allocator = Allocator()
    state = [allocator.allocate(700_000, OPTIMIZER), allocator.allocate(3 * MB, OPTIMIZER)]
    peak = None
    for _ in range(3):
        activations = [allocator.allocate(size, LINEAR)
                       for size in (5 * MB + 100, 1000, 6 * MB, 900_000)]
        peak = allocator.facts()
        for address in activations[:2] + activations[3:]:
            allocator.free(address)
        allocator.free(activations[2])
    allocator.free(state[0])
    return allocator, peak


class TorchSnapshot(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, content, protocol=4):
        path = self.folder / "snapshot.pickle"
        path.write_bytes(content if isinstance(content, bytes)
                         else pickle.dumps(content, protocol=protocol))
        return str(path)

    def memory(self, path, status=0):
        done = run("memory", path, "-format", "json")
        self.assertEqual(done.returncode, status, done.stderr)
        report = json.loads(done.stdout)
        return report["rows"], {part["id"]: part["rows"] for part in report["sections"]}

    def error(self, content, *args):
        done = run("memory", self.write(content), *args)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        return done.stderr

    def test_the_peak_and_what_held_it(self):
        allocator, peak = training()
        allocated, reserved, available, split, largest = peak
        for protocol in range(6):
            with self.subTest(protocol=protocol):
                (row,), parts = self.memory(self.write(allocator.snapshot(), protocol))
                self.assertEqual(row["name"], "/device:GPU:0")
                self.assertEqual(row["peak_bytes"], allocated)
                self.assertEqual(row["reserved_peak_bytes"], reserved)
                self.assertEqual(row["at_start_bytes"], 0)
                self.assertEqual(row["at_end_bytes"], 3 * MB)
                self.assertEqual((row["allocations"], row["frees"]), (14, 13))
                (held,) = parts["at_peak"]
                self.assertEqual(held["free_bytes"], available)
                self.assertEqual(held["split_bytes"], split)
                self.assertAlmostEqual(held["fragmentation"], 1 - largest / available, places=6)
                lines = {r["name"]: (r["bytes"], r["allocations"]) for r in parts["peak_lines"]}
                self.assertEqual(lines, {"/w/train.py:20": (11 * MB + 512 + 1024 + 900_096, 4),
                                         "/w/optimizer.py:7": (3 * MB + 700_416, 2)})

    def test_protocols_0_and_1_say_the_same_in_lines_of_text(self):
        allocator = Allocator()
        for name in ("/w/\u00e4\\u0041\n\U0001f600'.py", '/w/"quoted".py', "/w/plain.py"):
            allocator.allocate(MB, frames((name, 7, "step")))
        newest = self.memory(self.write(allocator.snapshot(), 4))
        self.assertEqual(len(newest[1]["peak_lines"]), 3)
        for protocol in (0, 1):
            with self.subTest(protocol=protocol):
                self.assertEqual(self.memory(self.write(allocator.snapshot(), protocol)), newest)

    def test_texts_of_python_2(self):
        """They have quotes and escapes; whole numbers beyond 32 bits end in L."""
        content = br"""(dS'segments'
(lsS"device_traces"
(l(l(dS'action'
S'segment_alloc'
sS'\x61ddr'
L140000000000L
sS'size'
I2097152
sS'time_us'
L1700000000000000L
sS'frames'
(lsaas."""
        (row,), _ = self.memory(self.write(content))
        self.assertEqual(row["reserved_peak_bytes"], 2 * MB)

    def test_a_block_takes_what_is_too_little_to_be_cut_off(self):
        """The allocator counts that as allocated, also of blocks that are gone at the end."""
        allocator = Allocator()
        kept = allocator.allocate(2 * MB, LINEAR)
        large = allocator.allocate(17 * MB + 300_000, LINEAR)
        peak = allocator.facts()
        self.assertEqual(peak[0], 20 * MB)
        for is_freed in (False, True):
            if is_freed:
                allocator.free(large)
            (row,), parts = self.memory(self.write(allocator.snapshot()))
            self.assertEqual(row["peak_bytes"], 20 * MB)
            self.assertEqual(row["at_end_bytes"], 2 * MB if is_freed else 20 * MB)
            self.assertEqual(parts["peak_lines"][0]["bytes"], 20 * MB)
        allocator.free(kept)

    def test_frames_of_cpp_hide_no_line_and_name_the_op(self):
        allocator = Allocator()
        allocator.allocate(MB, CPP + LINEAR[:1] + MAIN + LINEAR[1:])
        allocator.allocate(2048, CPP[:2] + OPTIMIZER)
        allocator.allocate(512, CPP[:2])
        _, parts = self.memory(self.write(allocator.snapshot()))
        self.assertEqual({row["name"]: row["bytes"] for row in parts["peak_ops"]},
                         {"aten::randn": MB, "init_state": 2048, "torch::unwind::unwind()": 512})
        self.assertEqual({row["name"]: row["bytes"] for row in parts["peak_lines"]},
                         {"/w/train.py:20": MB, "/w/optimizer.py:7": 2048, "<unknown line>": 512})

    def test_out_of_memory(self):
        allocator = Allocator()
        allocator.allocate(3 * MB, OPTIMIZER)
        allocator.note("oom", 0, 9 * MB, CPP + LINEAR)
        del allocator.events[-1]["addr"]
        allocator.events[-1]["device_free"] = MB
        path = self.write(allocator.snapshot())
        _, parts = self.memory(path)
        (refused,) = parts["refused"]
        self.assertEqual((refused["refused_bytes"], refused["allocated_bytes"],
                          refused["reserved_bytes"], refused["device_free_bytes"],
                          refused["source"]), (9 * MB, 3 * MB, 20 * MB, MB, "/w/train.py:20"))
        done = run("advise", path, "-checkers", "MemoryChecker", "-fail_on", "error")
        self.assertEqual(done.returncode, 3)
        self.assertIn("/device:GPU:0 ran out of memory: 9.44 MB could not be allocated at "
                      "/w/train.py:20 while 3.15 MB were allocated; 17.8 MB of what the allocator "
                      "had reserved were free, in pieces that were too small", done.stdout)

    def test_memory_refused_though_the_device_has_some_free(self):
        """It gives memory in segments, so what is free need not suffice."""
        for free, is_limit in [(10 * MB, False), (40 * MB, True)]:
            with self.subTest(free=free):
                allocator = Allocator()
                allocator.allocate(3 * MB, OPTIMIZER)
                allocator.note("oom", 0, 9 * MB, CPP + LINEAR)
                del allocator.events[-1]["addr"]
                allocator.events[-1]["device_free"] = free
                done = run("advise", self.write(allocator.snapshot()), "-checkers",
                           "MemoryChecker")
                self.assertEqual("set_per_process_memory_fraction" in done.stdout, is_limit)

    def test_a_line_that_keeps_memory_all_the_time(self):
        allocator = Allocator()
        for _ in range(20):
            freed = [allocator.allocate(size, LINEAR) for size in (700_000, 2000)]
            allocator.allocate(100_000, OPTIMIZER)
            for one in freed:
                allocator.free(one)
        done = run("advise", self.write(allocator.snapshot()), "-checkers", "MemoryChecker")
        self.assertIn("memory on /device:GPU:0 grows all through the recording: 20 allocations at "
                      "/w/optimizer.py:7, of 2.01 MB in all, are not freed", done.stdout)

    def test_a_ring_buffer_that_lost_the_first_events(self):
        """What was held before is known by the blocks, and what was freed since by its frees."""
        allocator, peak = training()
        events = len(allocator.events)
        for last in range(0, events, 3):
            with self.subTest(last=last):
                (row,), _ = self.memory(self.write(allocator.snapshot(last)))
                self.assertEqual(row["at_end_bytes"], 3 * MB)
                if last > events - 8:
                    self.assertEqual(row["peak_bytes"], peak[0])

    def test_a_snapshot_without_history(self):
        allocator, _ = training()
        snapshot = allocator.snapshot(0)
        (row,), parts = self.memory(self.write(snapshot))
        allocated, reserved, available, split, largest = allocator.facts()
        self.assertEqual((row["peak_bytes"], row["at_end_bytes"]), (None, allocated))
        self.assertEqual(row["reserved_peak_bytes"], reserved)
        (held,) = parts["at_peak"]
        self.assertEqual((held["free_bytes"], held["split_bytes"]), (available, split))
        self.assertAlmostEqual(held["fragmentation"], 1 - largest / available, places=6)
        self.assertEqual([r["name"] for r in parts["peak_lines"]], ["/w/optimizer.py:7"])

    def test_devices_are_apart(self):
        allocator, peak = training()
        snapshot = allocator.snapshot(device=3)
        (row,), _ = self.memory(self.write(snapshot))
        self.assertEqual((row["name"], row["peak_bytes"]), ("/device:GPU:3", peak[0]))

    def test_expandable_segments(self):
        """Pages that are mapped one after another are one piece."""
        page = 2 * MB
        events = [{"action": "segment_map", "addr": BASE + i * page, "size": page, "stream": 0,
                   "time_us": EPOCH_US + i, "frames": []} for i in range(4)]
        events.append({"action": "alloc", "addr": BASE, "size": 3 * MB, "stream": 0,
                       "time_us": EPOCH_US + 9, "frames": LINEAR})
        blocks = [{"address": BASE, "size": 3 * MB, "requested_size": 3 * MB,
                   "state": "active_allocated", "frames": LINEAR},
                  {"address": BASE + 3 * MB, "size": 5 * MB, "requested_size": 0,
                   "state": "inactive", "frames": []}]
        segment = {"device": 0, "address": BASE, "total_size": 4 * page, "blocks": blocks,
                   "is_expandable": True, "stream": 0, "segment_type": "large", "frames": []}
        (row,), parts = self.memory(self.write({"segments": [segment], "device_traces": [events]}))
        self.assertEqual((row["peak_bytes"], row["reserved_peak_bytes"]), (3 * MB, 8 * MB))
        (held,) = parts["at_peak"]
        self.assertEqual((held["free_bytes"], held["split_bytes"], held["fragmentation"]),
                         (5 * MB, 5 * MB, 0))

    def test_code_is_refused(self):
        class Evil:
            def __reduce__(self):
                return os.system, ("touch /tmp/profiler_was_run",)
        for protocol, opcode in ((0, "GLOBAL"), (1, "GLOBAL"), (2, "GLOBAL"), (4, "STACK_GLOBAL")):
            content = pickle.dumps({"segments": [], "device_traces": [[Evil()]]}, protocol=protocol)
            at = next(position for code, _, position in pickletools.genops(content)
                      if code.name == opcode)
            message = self.error(content)
            self.assertIn(f"{opcode} at byte {at} would import or call code", message)

    def test_damage(self):
        whole = pickle.dumps(training()[0].snapshot(), protocol=4)
        for end in (30, 100, len(whole) // 2, len(whole) - 1):
            self.assertIn(f"the file ends at byte {end}", self.error(whole[:end]))
        start = b"\x80\x04}\x94(\x8c\x08segments"
        for rest, message in ((b"h\x09", "BINGET at byte 15 refers to a value that is not in the "
                                         "memo"),
                              (b"r\xff\xff\xff\x7f", "LONG_BINPUT at byte 15 skips indices"),
                              (b"tt", "TUPLE at byte 16 has no mark below it"),
                              (b"u.", "SETITEMS at byte 15 has a key without a value"),
                              (b"\xff", "opcode 0xff at byte 15 is no opcode"),
                              (b"I5x\n", "INT at byte 15 has no number behind it"),
                              (b"Fx\n", "FLOAT at byte 15 has no number behind it"),
                              (b"L\n", "LONG at byte 15 has no number behind it"),
                              (b"S'a\n", "STRING at byte 15 has no text behind it"),
                              (b"V\\u12\n", "UNICODE at byte 15 has no text behind it"),
                              (b"Vsegments", "the file ends at byte 24"),
                              (b"p9\n", "PUT at byte 15 skips indices"),
                              (b"px\n", "PUT at byte 15 has no index of the memo behind it"),
                              (b"g9\n", "GET at byte 15 refers to a value that is not in the memo"),
                              (b"X\xff\xff\xff\xff", "the file ends at byte 20")):
            self.assertIn(message, self.error(start + rest))
        self.assertIn("pickle without `segments`",
                      self.error(pickle.dumps({"other": 1}), "-input_format", "torch_snapshot"))

    def test_one_list_in_many_places(self):
        """A small file that would be read for hours, if each place of a list counted."""
        events = training()[0].events * 10
        content = {"segments": [], "device_traces": [events] * 4000}
        self.memory(self.write(content), status=1)
        endless = []
        endless.append(endless)
        self.memory(self.write({"segments": endless, "device_traces": endless}), status=1)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
