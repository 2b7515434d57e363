"""Time and memory against ops and steps, of our program only, on generated profiles."""

import os
import subprocess

import ours
import works


def measure(generate, profiler, folder, rounds):
    """Prints a line for each size, and returns the figures."""
    figures = []
    print(f"{'ops':>8} {'steps':>5} {'executions':>11} {'file MB':>8} {'load s':>8} {'us each':>8} "
          f"{'peak MB':>8} {'x file':>7} {'op first ms':>11} {'again ms':>9}", flush=True)
    for nodes, steps in works.GROWTH:
        path = os.path.join(folder, f"{nodes}x{steps}.pb")
        subprocess.run([generate, path, "--nodes", str(nodes), "--steps", str(steps)], check=True)
        best = None
        for _ in range(rounds):
            first, again = ours.answers(profiler, path, [works.TFPROF[0].command] * 2)
            if best is None or first.seconds("read") < best[0].seconds("read"):
                best = first, again
        first, again = best
        size, count = os.path.getsize(path), nodes * steps
        os.remove(path)
        figure = {"ops": nodes, "steps": steps, "file": size, "load": first.seconds("read"),
                  "first": first.seconds("answer"), "again": again.seconds("answer"),
                  "peak": again.peak}
        figures.append(figure)
        print(f"{nodes:>8} {steps:>5} {count:>11} {size / 1e6:>8.1f} {figure['load']:>8.3f} "
              f"{1e6 * figure['load'] / count:>8.3f} {again.peak / 1e6:>8.1f} "
              f"{again.peak / size:>7.2f} {1e3 * figure['first']:>11.1f} "
              f"{1e3 * figure['again']:>9.1f}", flush=True)
    return figures
