"""Writes what the machine and one process do, as CSV: sample.py PID SECONDS > metrics.csv"""
import sys
import time

import psutil

process = psutil.Process(int(sys.argv[1]))
every = float(sys.argv[2])
process.cpu_percent()
psutil.cpu_percent()
psutil.cpu_percent(percpu=True)
print("time,cpu_percent,memory_percent,"
      + ",".join(f"cpu{i}_percent" for i in range(psutil.cpu_count()))
      + ",process_cpu_percent,process_rss_bytes", flush=True)
due = time.time()
while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
    due += every
    time.sleep(max(0, due - time.time()))
    try:
        values = [psutil.cpu_percent(), psutil.virtual_memory().percent,
                  *psutil.cpu_percent(percpu=True), process.cpu_percent(),
                  process.memory_info().rss]
    except psutil.NoSuchProcess:
        break
    print(",".join(map(str, [f"{time.time():.3f}", *values])), flush=True)
