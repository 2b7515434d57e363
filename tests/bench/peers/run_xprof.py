"""Runs tools of xprof on an XSpace, one after the other: `run_xprof.py XSPACE TOOL...`.

Prints {"took": s, "peak": bytes above those after the imports, "events": complete events of a
trace}. xprof writes its results beside the file, so the file is linked into its own folder.
Needs tensorflow-cpu==2.19.* xprof==2.24.2.
"""

import json
import os
import sys
import tempfile
import time

from xprof.convert import raw_to_tool_data

import memory


def main():
    path, *tools = sys.argv[1:]
    before = memory.peak_bytes()
    took, events = 0, None
    for tool in tools:
        with tempfile.TemporaryDirectory() as folder:
            link = os.path.join(folder, "host.xplane.pb")
            os.symlink(os.path.abspath(path), link)
            start = time.monotonic()
            data, _ = raw_to_tool_data.xspace_to_tool_data([link], tool, {"use_saved_result": False})
            took += time.monotonic() - start
        if not data:
            sys.exit(f"xprof: {tool} made nothing")
        if tool == "trace_viewer":
            data = data if isinstance(data, bytes) else data.encode()
            events = data.count(b'"dur"')
    print(json.dumps({"took": took, "peak": memory.peak_bytes() - before, "events": events}))


main()
