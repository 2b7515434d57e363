"""How fast the pages are in a real Chromium, on large inputs: docs/performance.md has the table.

    ./bazelw run //tests/web/bench:pages -- --cache DIR

It measures until a page is usable after its profile is open, what each page takes over its command,
frames while a tree of 200,000 rows scrolls and an icicle of 500,000 nodes zooms, and the memory of
the tab."""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import time
import urllib.parse
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

import ours

KINDS = {
    "xspace": ["--kind", "xspace", "--steps", "1000"],  # 148 MB, 4.4 million events
    "tree": ["--kind", "profile", "--nodes", "150000", "--steps", "2"],  # 203,640 rows of scope
    "icicle": ["--kind", "profile", "--nodes", "370000", "--steps", "2"],  # some 500,000 rows
}
WAIT_S = 300
ROUNDS = 5
MOST_OVER_MS, MOST_FRAME_MS, MOST_TAB_MB, MOST_USABLE_MS = 50, 16.7, 300, 1000

# Resolves with the milliseconds until the next page is drawn.
GO = """
const [route, done] = arguments;
const old = document.querySelector('.page');
if (old) old.dataset.old = '1';
const begin = performance.now();
location.hash = route;
const look = () => {
  const page = document.querySelector('.page');
  if (page && !page.dataset.old && page.getAttribute('aria-busy') === 'false') {
    requestAnimationFrame(() => done(performance.now() - begin));
  } else setTimeout(look, 1);
};
setTimeout(look, 0);
"""
# Resolves with the milliseconds until an answer is there as objects.
ASK = """
const [line, done] = arguments;
const begin = performance.now();
fetch('/api/answer?error_status=200&q=' + encodeURIComponent(line))
  .then((response) => response.json()).then(() => done(performance.now() - begin));
"""
# Does something in each of N frames, and resolves with the time from frame to frame.
FRAMES = """
const [act, count, done] = [new Function('i', arguments[0]), arguments[1], arguments[2]];
const gaps = [];
let [i, last] = [0, 0];
const step = (now) => {
  if (last > 0) gaps.push(now - last);
  last = now;
  if (i >= count) return done(gaps);
  act(i++);
  requestAnimationFrame(step);
};
requestAnimationFrame(step);
"""
SCROLL = "document.querySelector('.scroller').scrollTop += 260"  # ten rows a frame
ZOOM = """
const canvas = document.querySelector('.icicle canvas');
const box = canvas.getBoundingClientRect();
const at = (x, y) => canvas.dispatchEvent(new MouseEvent('click', {
  clientX: box.left + x * box.width, clientY: box.top + y, bubbles: true}));
if (i % 3 === 2) document.querySelector('.icicle .picture-tools button').click();
else at(((i * 7919) % 97) / 97, 30);
"""


class Tab:
    """A Chromium with one tab, on a profile that is served."""

    def __init__(self, binary, profile):
        begin = time.monotonic()
        self.server = subprocess.Popen([binary, "serve", profile], stdout=subprocess.PIPE, text=True,
                                       stderr=subprocess.DEVNULL)
        self.url = re.search(r"http://\S+", self.server.stdout.readline()).group(0)
        while self.get("/api/state")["opening"]:
            time.sleep(0.005)
        self.open_s = time.monotonic() - begin
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                         "--window-size=1400,1000"):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(WAIT_S)

    def get(self, path):
        base, token = self.url.split("/?token=")
        ask = urllib.request.Request(base + path, headers={"Authorization": f"Bearer {token}"})
        return json.load(urllib.request.urlopen(ask))

    def answers(self, line):
        return "error" not in self.get("/api/answer?error_status=200&q=" + urllib.parse.quote(line))

    def usable_ms(self):
        """From the start of loading to the first page being drawn."""
        self.driver.get(self.url)
        while not self.driver.execute_script(
                "return document.querySelector('.page[aria-busy=false]') !== null"):
            time.sleep(0.005)
        return self.driver.execute_script("return performance.now()")

    def go(self, route):
        return self.driver.execute_async_script(GO, "#/" + route)

    def settle(self):
        """Until the tab asks nothing in the background."""
        self.driver.get("about:blank")
        self.driver.get(self.url.replace("/?", "/api/state?"))

    def asked(self, line):
        return self.driver.execute_async_script(ASK, line)

    def frames(self, act, count=90):
        """(milliseconds of processor time of the page's thread for a frame, those between frames)"""
        before = self.thread_ms()
        gaps = self.driver.execute_async_script(FRAMES, act, count)
        return (self.thread_ms() - before) / count, gaps

    def metrics(self):
        # Times of a busy machine say little; the thread's own do not wait for others.
        self.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        told_by = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return {item["name"]: item["value"] for item in told_by}

    def thread_ms(self):
        return 1000 * self.metrics()["TaskDuration"]

    def memory_mb(self):
        """(objects of the page, the process of the tab), after garbage was collected."""
        self.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        heap = self.metrics()["JSHeapUsedSize"] / 1e6
        browser = str(self.driver.service.process.pid)
        sizes = [0]
        for status in pathlib.Path("/proc").glob("[0-9]*/status"):
            try:
                line = (status.parent / "cmdline").read_bytes()
                if b"--type=renderer" not in line or not descends(status.parent.name, browser):
                    continue
                sizes.append(int(re.search(r"RssAnon:\s+(\d+)", status.read_text()).group(1)) / 1000)
            except (OSError, AttributeError):
                continue  # it ended just now
        return heap, max(sizes)

    def close(self):
        self.driver.quit()
        self.server.terminate()
        self.server.wait()


def descends(process, ancestor):
    while process not in ("0", "1", ancestor):
        status = pathlib.Path(f"/proc/{process}/status").read_text(encoding="utf-8")
        process = re.search(r"PPid:\s+(\d+)", status).group(1)
    return process == ancestor


def told(what, value, unit, most):
    print(f"| {what} | {value:.1f} {unit} | {most} {unit} | {'met' if value <= most else 'missed'} |",
          flush=True)


def measure_pages(binary, profile, pages):
    tab = Tab(binary, profile)
    try:
        print(f"opened in {tab.open_s:.1f} s", flush=True)
        usable = statistics.median(tab.usable_ms() for _ in range(ROUNDS))
        told("usable after the profile is open", usable, "ms", MOST_USABLE_MS)
        lines = {page: lines for page, lines in pages.items() if all(map(tab.answers, lines))}
        drawn = {page: [] for page in lines}
        for _ in range(ROUNDS + 1):
            tab.usable_ms()  # a new load, so that the tab has no answer
            for page in lines:
                drawn[page].append(tab.go(page))
        commands = sorted({line for lines_of in lines.values() for line in lines_of})
        tab.settle()
        waited = {line: statistics.median(tab.asked(line) for _ in range(ROUNDS)) for line in commands}
        asked = [line for line in commands for _ in range(ROUNDS + 1)]  # the first makes what is kept
        took = ours.answers(binary, profile, [f"{line} -format json" for line in asked])
        for i, line in enumerate(commands):
            own = took[i * (ROUNDS + 1) + 1:(i + 1) * (ROUNDS + 1)]
            command = statistics.median(
                sum(one.ms.get(part, 0) for part in ("query", "render", "write")) for one in own)
            told(f"`{line}`: its answer {waited[line]:.0f} ms, its command {command:.0f} ms: over it",
                 waited[line] - command, "ms", MOST_OVER_MS)
        for page, times in drawn.items():
            print(f"page `{page}` is drawn after {statistics.median(times[1:]):.0f} ms")
        told("memory of the tab after all pages", tab.memory_mb()[1], "MB", MOST_TAB_MB)
    finally:
        tab.close()


def measure_frames(binary, profile, what, act, prepare):
    tab = Tab(binary, profile)
    try:
        tab.usable_ms()
        took = tab.go("scope?top=1000000&max_depth=100")  # all rows, which the page itself does not ask for
        rows = tab.driver.execute_script(prepare)
        print(f"{what} of {rows} rows, shown after {took:.0f} ms", flush=True)
        work, gaps = tab.frames(act)
        told(f"{what}: processor time for a frame", work, "ms", MOST_FRAME_MS)
        told(f"{what}: from frame to frame, median", statistics.median(gaps), "ms", MOST_FRAME_MS)
        heap, process = tab.memory_mb()
        told(f"{what}: objects of the page", heap, "MB", MOST_TAB_MB)
        told(f"{what}: memory of the tab", process, "MB", MOST_TAB_MB)
    finally:
        tab.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profiler", required=True)
    parser.add_argument("--generate", required=True)
    parser.add_argument("--pages", required=True, help="web/src/pages.json")
    parser.add_argument("--cache", required=True, help="a folder for the inputs")
    parser.add_argument("--only", choices=KINDS, help="one of the inputs")
    args = parser.parse_args()
    inputs = {}
    for kind, arguments in KINDS.items():
        folder = pathlib.Path(args.cache, f"pages_{kind}")
        folder.mkdir(parents=True, exist_ok=True)
        inputs[kind] = folder / ("host0.xplane.pb" if kind == "xspace" else "profile")
        if args.only in (None, kind) and not inputs[kind].exists():
            subprocess.run([args.generate, *arguments, inputs[kind]], check=True)
    pages = json.loads(pathlib.Path(args.pages).read_text(encoding="utf-8"))
    pages.pop("diff")
    if args.only in (None, "xspace"):
        measure_pages(args.profiler, inputs["xspace"], pages)
    if args.only in (None, "tree"):
        measure_frames(args.profiler, inputs["tree"], "a tree that scrolls", SCROLL,
                       "document.querySelector('.tools button').click();"
                       "return document.querySelector('table').getAttribute('aria-rowcount')")
    if args.only in (None, "icicle"):
        measure_frames(args.profiler, inputs["icicle"], "an icicle that zooms", ZOOM,
                       "return document.querySelector('.tools .quiet').textContent")


if __name__ == "__main__":
    main()
