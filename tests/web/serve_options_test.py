"""Where `profiler serve` listens, and who may reach it."""

import json
import pathlib
import socket
import sys
import tempfile
import time
import unittest

from run import environment, run, run_tests
from served import serve

PROFILE = "testdata/mlp/profile_1055"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class ServeOptions(unittest.TestCase):
    def test_the_port_that_is_asked_for(self):
        port = free_port()
        with serve("serve", PROFILE, "-port", port) as served:
            self.assertEqual(served.port, port)
            done = run("serve", PROFILE, "-port", str(port))
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(str(port), done.stderr)

    def test_how_pages_are_served_is_not_told_in_answers(self):
        with serve("serve", PROFILE, "-port", free_port()) as served:
            served.wait_until_opened()
            ids = [note["id"] for note in json.loads(served.ask("ops")[1])["notes"]]
            self.assertNotIn("option_passed_over", ids)

    def test_ports_that_do_not_exist(self):
        for port in ("-1", "65536", "http"):
            done = run("serve", PROFILE, f"-port={port}")
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn("-port", done.stderr)

    def test_an_address_that_other_machines_reach(self):
        done = run("serve", PROFILE, "-listen", "0.0.0.0")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("other machines reach this address", done.stderr)
        self.assertIn("-allow_remote", done.stderr)
        with serve("serve", PROFILE, "-listen", "0.0.0.0", "-allow_remote") as served:
            self.assertEqual(served.request("/", token=False)[0], 403)
            self.assertEqual(served.request("/")[0], 200)

    def test_a_name_is_no_address(self):
        done = run("serve", PROFILE, "-listen", "localhost")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("'localhost' is no IP address", done.stderr)

    def test_the_browser_gets_the_url(self):
        with tempfile.TemporaryDirectory() as folder:
            seen, browser = pathlib.Path(folder, "seen"), pathlib.Path(folder, "browser")
            browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.part\nmv {seen}.part {seen}\n')
            browser.chmod(0o755)
            with serve("serve", PROFILE, "-browser",
                       env={**environment(), "BROWSER": str(browser)}) as served:
                for _ in range(500):
                    if seen.exists():
                        break
                    time.sleep(0.02)
                self.assertEqual(seen.read_text(),
                                 f"http://127.0.0.1:{served.port}/?token={served.token}\n")


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
