"""A program on a pseudo terminal, for tests."""

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from run import environment

TIMEOUT_S = 30


class Terminal:
    """A program on its own pseudo terminal."""

    def __init__(self, program, *args, env=None, cwd=None, echo=True, columns=80, rows=24):
        self.seen = ""
        self.held = ""  # a carriage return that ended a read: its newline may be still to come
        self.status = None
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                size = struct.pack("HHHH", rows, columns, 0, 0)
                fcntl.ioctl(0, termios.TIOCSWINSZ, size)
                os.chdir(cwd or ".")
                os.execve(program, [program, *args], env or environment())
            finally:
                os._exit(127)  # so that the child does not run the tests, too
        if echo:
            return
        attributes = termios.tcgetattr(self.fd)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(self.fd, termios.TCSANOW, attributes)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def send(self, text):
        os.write(self.fd, text.encode())

    def read_some(self, deadline):
        """Returns False once the program has closed the terminal."""
        ready, _, _ = select.select([self.fd], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            raise TimeoutError(f"waited in vain behind {self.seen[-500:]!r}")
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        text = self.held + self.decoder.decode(data)
        self.held = "\r" if data and text.endswith("\r") else ""
        self.seen += text[:len(text) - len(self.held)].replace("\r\n", "\n")
        return bool(data)

    def interrupt(self):
        """Sends Ctrl-C until a prompt appears, as the kernel may drop output right after a
        Ctrl-C."""
        for attempt in range(TIMEOUT_S):
            self.send("\x03")
            try:
                return self.expect("tfprof> ", timeout_s=1)
            except TimeoutError:
                if attempt == TIMEOUT_S - 1:
                    raise

    def expect(self, text, timeout_s=TIMEOUT_S):
        """The output up to `text`."""
        deadline = time.monotonic() + timeout_s
        while text not in self.seen:
            if not self.read_some(deadline):
                raise EOFError(f"no {text!r} in {self.seen[-500:]!r}")
        before, self.seen = self.seen.split(text, 1)
        return before

    def wait(self):
        deadline = time.monotonic() + TIMEOUT_S
        while self.read_some(deadline):
            pass
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status
