"""What the server of `profiler serve` answers, and what it refuses."""

import concurrent.futures
import contextlib
import json
import os
import signal
import socket
import sys
import tempfile
import time
import unittest
import urllib.parse

import run
from served import Served, serve
from terminal import Terminal

PROFILE = "testdata/mlp/profile_1055"


# Runs for hours unless it is cancelled.
ENDLESS = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
           "SELECT COUNT(*) AS count FROM n")


def question(served, line):
    """The bytes of a request that asks for a line."""
    return (f"GET /api/answer?q={urllib.parse.quote(line)} HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{served.port}\r\n"
            f"Authorization: Bearer {served.token}\r\n\r\n").encode()


def until(condition, seconds=60):
    """Waits until the condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited too long")
        time.sleep(0.02)


class ServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.exit = contextlib.ExitStack()
        cls.served = cls.exit.enter_context(serve("serve", PROFILE))
        cls.served.wait_until_opened()

    @classmethod
    def tearDownClass(cls):
        cls.exit.close()

    def test_the_url_sets_a_cookie_and_leads_to_the_page(self):
        served = self.served
        status, header, _ = served.request(f"/?token={served.token}", token=False)
        self.assertEqual((status, header["Location"]), (303, "/"))
        self.assertEqual(
            header["Set-Cookie"],
            f"profiler_{served.port}={served.token}; Path=/; HttpOnly; SameSite=Strict")
        status, header, body = served.request("/")
        self.assertEqual(status, 200)
        self.assertIn(b"app.js", body)
        self.assertIn("default-src 'none'; script-src 'self'", header["Content-Security-Policy"])
        self.assertIn("frame-ancestors 'none'", header["Content-Security-Policy"])
        self.assertEqual(header["X-Content-Type-Options"], "nosniff")
        self.assertEqual(header["Referrer-Policy"], "no-referrer")

    def test_files_are_compressed_and_kept_by_the_browser(self):
        for path in ["/", "/app.js", "/app.css"]:
            plain = self.served.request(path)
            packed = self.served.request(path, headers={"Accept-Encoding": "br, gzip"})
            self.assertEqual(plain[2], packed[2])
            self.assertEqual(packed[1]["Content-Encoding"], "gzip")
            tag = packed[1]["ETag"]
            status, _, body = self.served.request(path, headers={"If-None-Match": tag})
            self.assertEqual((status, body), (304, b""))
            status, _, body = self.served.request(path, method="HEAD")
            self.assertEqual((status, body), (200, b""))

    def test_an_answer_is_the_one_of_the_command(self):
        for line in ["overview", "op -order_by micros -top 3", "scope -max_depth 2", "info",
                     "SELECT name FROM ops ORDER BY name LIMIT 3", "steps",
                     "sql 'SELECT 1 AS one'", "schema op"]:
            expected = run.run(PROFILE, "-c", line, "-format", "json", stdin=b"").stdout
            self.assertEqual(self.served.ask(line), (200, expected), line)
            packed = self.served.ask(line, headers={"Accept-Encoding": "gzip"})
            self.assertEqual(packed, (200, expected), line)

    def test_a_page_gets_errors_of_commands_without_their_status(self):
        for line in ["op -step 12345", "op -nonsense", "op > /tmp/x"]:
            status, body = self.served.ask(line)
            self.assertIn(status, (400, 404), line)
            target = "/api/answer?error_status=200&q=" + urllib.parse.quote(line)
            self.assertEqual(self.served.request(target)[::2], (200, body), line)
        # Errors of requests, and other numbers, change nothing.
        for target, expected in {"/api/answer?error_status=200": 400,
                                 "/api/answer?error_status=500&q=nonsense": 400}.items():
            self.assertEqual(self.served.request(target)[0], expected, target)
        target = "/api/answer?error_status=200&q=op"
        self.assertEqual(self.served.request(target, token=False)[0], 403)

    def test_what_does_more_than_ask_is_refused(self):
        for line, why in [
                ("set -top 3", "is for the program's own prompt"),
                ("open testdata/mlp/profile_1055", "is for the program's own prompt"),
                ("help", "is for the program's own prompt"),
                ("quit", "is for the program's own prompt"),
                ("serve", "is for the program's own prompt"),
                ("baseline", "is for the program's own command line"),
                ("op > /tmp/x", "are for the prompt"),
                ("op >> /tmp/x", "are for the prompt"),
                ("op | sh", "are for the prompt"),
                ("op -output file:outfile=/tmp/x", "-output is for"),
                ("op -output none", "-output is for"),
                ("sql -query_file /etc/passwd", "-query_file is for"),
                ("advise -rules_file /etc/passwd", "-rules_file is for"),
                ("check -budgets /etc/passwd", "-budgets is for"),
                ("check --budgets=/etc/passwd", "-budgets is for"),
                ("roofline -device_peaks /etc/passwd", "-device_peaks is for"),
                ("op -format csv", "answers to a page are JSON"),
                ("op -profile_path /etc/passwd", "-profile_path"),
                ("op -base /etc/passwd", "-base"),
                ("overview /etc/passwd", "unexpected"),
                ("", "a command is expected"),
                ("# nothing", "a command is expected"),
                ("nonsense", "unknown command"),
                ("op -nonsense", "unknown option"),
                ("ATTACH '/etc/passwd' AS x", "unknown command"),
        ]:
            status, body = self.served.ask(line)
            self.assertEqual(status, 400, line)
            message = json.loads(body)["error"]["message"]
            self.assertIn(why, message, line)
            self.assertNotIn("root:", message, line)

    def test_malformed_questions(self):
        for target in ["/api/answer", "/api/answer?q=a&q=b", "/api/answer?q=%zz",
                       "/api/answer?q=%ff", "/api/answer?q=%00", "/api/answer?q=op%2",
                       "/api/answer?question=op"]:
            status, _, body = self.served.request(target)
            self.assertEqual(status, 400, target)
            self.assertIn("One question", json.loads(body)["error"]["message"])
        for target in ["/api/", "/api/nothing", "/etc/passwd", "/../../etc/passwd",
                       "/%2e%2e/etc/passwd", "//", "/app.js/"]:
            self.assertEqual(self.served.request(target)[0], 404, target)

    def test_state_and_catalog(self):
        state = self.served.state()
        self.assertEqual(state["profiles"], [
            {"name": PROFILE, "format": state["profiles"][0]["format"], "kind": "profile"}])
        self.assertEqual((state["has_base"], state["opening"]), (False, False))
        catalog = json.loads(self.served.request("/api/catalog")[2])
        views = {view["name"]: view for view in catalog["views"]}
        self.assertIn("order_by", views["op"]["options"])
        self.assertIn("micros", [column["name"] for column in views["op"]["columns"]])
        options = {option["name"]: option for option in catalog["options"]}
        self.assertEqual(options["max_depth"]["type"], "integer")
        tables = {table["name"]: table for table in catalog["tables"]}
        self.assertIn("name", [column["name"] for column in tables["ops"]["columns"]])
        self.assertTrue(tables["op"]["is_function"])

    def test_only_the_own_host_is_answered(self):
        port = self.served.port
        for host in ["evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}",
                     f"127.0.0.1.evil.example:{port}", f"127.0.0.1:{port}.evil.example", ""]:
            self.assertEqual(self.served.request("/api/state", host=host or " ")[0], 403, host)
        for host in [f"localhost:{port}", f"LOCALHOST:{port}", f"127.0.0.1:{port}"]:
            self.assertEqual(self.served.request("/api/state", host=host)[0], 200, host)

    def test_pages_of_other_sites_are_refused(self):
        port = self.served.port
        for headers in [{"Origin": "http://evil.example"}, {"Origin": "null"},
                        {"Origin": f"https://127.0.0.1:{port}"},
                        {"Origin": f"http://127.0.0.1:{port + 1}"},
                        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}]:
            self.assertEqual(self.served.request("/api/state", headers=headers)[0], 403, headers)
            entry = self.served.request(f"/?token={self.served.token}", headers=headers)
            self.assertEqual(entry[0], 403, headers)
            self.assertNotIn("Set-Cookie", entry[1])
        for headers in [{"Origin": f"http://127.0.0.1:{port}"}, {"Sec-Fetch-Site": "same-origin"},
                        {"Sec-Fetch-Site": "none"}]:
            self.assertEqual(self.served.request("/api/state", headers=headers)[0], 200, headers)

    def test_nothing_is_shown_without_the_token(self):
        served = self.served
        wrong = "0" * 32
        for headers in [{}, {"Cookie": f"profiler_{served.port}={wrong}"},
                        {"Cookie": f"profiler_{served.port}="}, {"Cookie": ";;=;"},
                        {"Cookie": f"profiler_{served.port + 1}={served.token}"},
                        {"Authorization": f"Bearer {wrong}"}, {"Authorization": served.token}]:
            for target in ["/", "/app.js", "/api/state", "/api/catalog", "/api/answer?q=op",
                           f"/?token={wrong}", "/?token=", "/nothing"]:
                status, header, body = served.request(target, headers=headers, token=False)
                self.assertEqual(status, 403, (target, headers))
                self.assertNotIn("Set-Cookie", header)
                self.assertNotIn(PROFILE.encode(), body)
        header = {"Authorization": f"Bearer {served.token}"}
        self.assertEqual(served.request("/api/state", headers=header, token=False)[0], 200)

    def test_only_get_and_head(self):
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "NONSENSE"]:
            self.assertIn(self.served.request("/api/state", method=method)[0], (400, 405), method)
        self.assertEqual(self.served.request("/api/state", body=b"x")[0], 413)

    def raw(self, data):
        """What the server sends to a client that sends these bytes and nothing more."""
        with socket.create_connection(("127.0.0.1", self.served.port), timeout=60) as client:
            answer = b""
            # The server may close the connection before it has read everything.
            with contextlib.suppress(OSError):
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
                while part := client.recv(1 << 16):
                    answer += part
            return answer

    def test_bytes_that_are_no_request(self):
        self.assertIn(b" 400 ", self.raw(b"nonsense\r\n\r\n"))
        self.assertIn(b" 400 ", self.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"))
        # What was sent before the rest was refused may be lost.
        long = self.raw(b"GET / HTTP/1.1\r\nX: " + b"x" * 100000 + b"\r\n\r\n")
        self.assertTrue(not long or b" 431 " in long, long)
        self.assertEqual(self.raw(b"GET / HT"), b"")
        self.assertEqual(self.raw(b""), b"")
        twice = f"Host: 127.0.0.1:{self.served.port}\r\n" * 2
        self.assertIn(b" 403 ", self.raw(f"GET / HTTP/1.1\r\n{twice}\r\n".encode()))
        self.assertEqual(self.served.request("/api/state")[0], 200)

    def test_clients_that_say_nothing_do_not_stop_others(self):
        with contextlib.ExitStack() as clients:
            for _ in range(300):
                client = socket.create_connection(("127.0.0.1", self.served.port), timeout=60)
                clients.enter_context(client)
                client.sendall(b"GET /")
            self.assertEqual(self.served.request("/api/state")[0], 200)

    def test_many_requests_at_once(self):
        lines = [f"op -order_by micros -top {i % 7 + 1}" for i in range(60)]
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(self.served.ask, lines))
        for line, answer in zip(lines, answers):
            self.assertEqual(answer, self.served.ask(line))
            self.assertEqual(answer[0], 200)

    def test_a_client_that_goes_away_cancels_its_question(self):
        # More of them than the server has threads.
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", self.served.port), timeout=60) as client:
                client.sendall(question(self.served, ENDLESS))
                time.sleep(0.01)
        self.assertEqual(self.served.ask("SELECT 1 AS one")[0], 200)

    def refuses_for_now(self):
        # A question that comes before the others fill the queue waits in it: it is given up.
        try:
            return self.served.ask("op", timeout=1)[0] == 429
        except TimeoutError:
            return False

    def test_too_many_questions(self):
        with contextlib.ExitStack() as clients:
            for _ in range(90):
                client = socket.create_connection(("127.0.0.1", self.served.port), timeout=60)
                clients.enter_context(client).sendall(question(self.served, ENDLESS))
            until(self.refuses_for_now)
            self.assertEqual(self.served.request("/api/state")[0], 200)
        until(lambda: self.served.ask("op")[0] == 200)

    def test_a_question_that_takes_too_long(self):
        status, body = self.served.ask(f'sql -timeout 100ms "{ENDLESS}"')
        self.assertEqual(status, 504)
        self.assertIn("longer than", json.loads(body)["error"]["message"])


class ProcessTest(unittest.TestCase):
    def test_signals_end_it_with_status_0(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            with serve("serve", PROFILE) as served:
                until(lambda: not served.state()["opening"])
                served.process.send_signal(number)
                self.assertEqual(served.process.wait(60), 0)
                self.assertEqual(served.process.stderr.read(), "")

    def test_a_signal_cancels_what_is_being_answered(self):
        with serve("serve", PROFILE) as served:
            until(lambda: not served.state()["opening"])
            with socket.create_connection(("127.0.0.1", served.port), timeout=60) as client:
                client.sendall(question(served, ENDLESS))
                time.sleep(0.2)
                served.process.send_signal(signal.SIGINT)
                self.assertEqual(served.process.wait(60), 0)

    def test_it_answers_while_the_profile_is_being_opened(self):
        # The larger, the surer is it seen while it is opened.
        for events in [400_000, 1_600_000, 6_400_000]:
            if self.is_seen_opening(events):
                return
        self.fail("it was open before it was asked")

    def is_seen_opening(self, events):
        event = {"ph": "X", "name": "op", "pid": 1, "tid": 1, "dur": 1}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"traceEvents": [{**event, "ts": i} for i in range(events)]}, file)
            with serve("serve", path) as served:
                state = served.state()
                self.assertEqual(state["inputs"], [path])
                status, body = served.ask("info")
                if status != 200:
                    self.assertEqual(status, 503)
                    self.assertIn("still being opened", json.loads(body)["error"]["message"])
                until(lambda: served.ask("info")[0] == 200)
                self.assertNotEqual(served.state()["profiles"], [])
                until(lambda: not served.state()["opening"])
        return status == 503 and state["profiles"] == []

    def test_a_profile_that_cannot_be_opened_ends_it(self):
        done = run.run("serve", "no_such_file")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no_such_file", done.stderr)
        self.assertEqual(run.run("serve").returncode, 2)

    def test_a_base_is_compared_with(self):
        with serve("serve", PROFILE, "-base", PROFILE) as served:
            until(lambda: not served.state()["opening"])
            self.assertTrue(served.state()["has_base"])
            expected = run.run(PROFILE, "-base", PROFILE, "-c", "steps", "-format", "json",
                               stdin=b"").stdout
            self.assertEqual(served.ask("steps"), (200, expected))

    def test_at_the_prompt_ctrl_c_ends_the_server_only(self):
        with Terminal(run.PROFILER, PROFILE, env=run.environment(TERM="dumb"), echo=False) as user:
            user.expect("tfprof> ")
            user.send("serve\n")
            url = "http://127.0.0.1:" + user.expect("Ctrl-C").split("http://127.0.0.1:")[1]
            served = Served(None, url.split()[0])
            self.assertEqual(served.ask("op")[0], 200)
            user.interrupt()
            with self.assertRaises(ConnectionRefusedError):
                served.ask("op")
            user.send("op -top 1\n")
            user.expect("tfprof> ")

    def test_over_what_a_script_has_open(self):
        with serve(PROFILE, "-c", "set -top 2", "-c", "serve") as served:
            self.assertEqual(len(json.loads(served.ask("op")[1])["rows"]), 2)


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
