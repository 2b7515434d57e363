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

TIMEOUT_S = 30


def environment(**more):
    # `bazel run` of the tests would send the program to the user's folder; nor do the settings of
    # who runs the tests count.
    env = {k: v for k, v in os.environ.items() if k != "BUILD_WORKING_DIRECTORY"}
    return {**env, "XDG_CONFIG_HOME": "/nonexistent", **more}


class Terminal:
    """The program on a pseudo terminal of its own."""

    def __init__(self, program, *args, env=None, cwd=None, echo=True, columns=80, rows=24):
        self.seen = ""
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
                os._exit(127)  # not a second run of the tests
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
        """False when the program has closed the terminal."""
        ready, _, _ = select.select([self.fd], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            raise TimeoutError(f"waited in vain behind {self.seen[-500:]!r}")
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.seen += self.decoder.decode(data).replace("\r\n", "\n")
        return bool(data)

    def interrupt(self):
        """Ctrl-C, up to a prompt; the kernel may drop what is shown right behind a Ctrl-C."""
        for attempt in range(TIMEOUT_S):
            self.send("\x03")
            try:
                return self.expect("tfprof> ", timeout_s=1)
            except TimeoutError:
                if attempt == TIMEOUT_S - 1:
                    raise

    def expect(self, text, timeout_s=TIMEOUT_S):
        """What was shown up to `text`."""
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
