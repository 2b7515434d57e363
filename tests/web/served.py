"""Runs `profiler serve` for tests, and asks it."""

import contextlib
import gzip
import http.client
import json
import re
import subprocess
import time
import urllib.parse

from run import PROFILER, TIMEOUT_S, environment


class Served:
    """A server that runs."""

    def __init__(self, process, url):
        self.process = process
        parts = urllib.parse.urlsplit(url)
        self.port = parts.port
        self.token = urllib.parse.parse_qs(parts.query)["token"][0]

    def request(self, target, method="GET", headers=None, host=None, token=True, body=None,
                timeout=TIMEOUT_S):
        """(status, header, body) of one request, on a connection of its own."""
        header = {"Host": host or f"127.0.0.1:{self.port}"}
        if token:
            header["Cookie"] = f"profiler_{self.port}={self.token}"
        header.update(headers or {})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        with contextlib.closing(connection):
            connection.request(method, target, headers=header, body=body)
            response = connection.getresponse()
            content = response.read()
            if response.headers.get("Content-Encoding") == "gzip" and content:
                content = gzip.decompress(content)
            return response.status, response.headers, content

    def ask(self, line, **more):
        """(status, bytes) of the answer to a command line."""
        target = "/api/answer?q=" + urllib.parse.quote(line)
        status, _, content = self.request(target, **more)
        return status, content

    def state(self):
        return json.loads(self.request("/api/state")[2])

    def wait_until_opened(self):
        """Until then it answers that the profile is still being opened."""
        end = time.monotonic() + TIMEOUT_S
        while self.state()["opening"]:
            if time.monotonic() > end:
                raise AssertionError("the profile was not opened in time")
            time.sleep(0.02)


@contextlib.contextmanager
def serve(*args, env=None, **more):
    """Starts the server, and kills it unless it has ended."""
    process = subprocess.Popen([PROFILER, *map(str, args)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, encoding="utf-8",
                               env=env or environment(), **more)
    with process:
        url = process.stdout.readline().strip()
        if not re.match(r"http://\S+/\?token=[0-9a-f]{32}$", url):
            process.kill()
            raise AssertionError(f"no URL: {url!r} {process.stderr.read()}")
        try:
            yield Served(process, url)
        finally:
            if process.poll() is None:
                process.kill()
