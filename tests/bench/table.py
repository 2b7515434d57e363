"""The table of figures from several rounds."""

import statistics


class Row:
    """One row: seconds or bytes, one figure per round. `target` is the goal in words; `met` checks
    it on a pair of medians, or is None if that is not possible."""

    def __init__(self, work, unit, target="", met=lambda peer, ours: None):
        self.work, self.unit, self.target, self.met = work, unit, target, met
        self.peer, self.ours = [], []

    @staticmethod
    def faster(work, times, unit="s"):
        if times is None:
            return Row(work, unit)
        return Row(work, unit, f"{times}x",
                   lambda peer, ours: peer >= times * ours if peer else None)

    @staticmethod
    def at_most(work, unit, most, words):
        return Row(work, unit, words, lambda _, ours: ours <= most)

    def medians(self):
        return [statistics.median(values) if values else None for values in (self.peer, self.ours)]

    def figures(self):
        peer, ours = self.medians()
        return {"work": self.work, "unit": self.unit, "target": self.target, "peer": peer,
                "ours": ours, "ratio": peer / ours if peer and ours else None,
                "met": self.met(peer, ours),
                "rounds": {"peer": self.peer, "ours": self.ours}}


def show(value, unit):
    if value is None:
        return "-"
    if unit == "bytes":
        return f"{value / 1e6:.0f} MB"
    if unit == "x":
        return f"{value:.2f}x"
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.1f} ms"


def table(rows, peer_name):
    """Formats the table as Markdown, for a page."""
    lines = [["work", peer_name, "ours", "ratio", "target", ""]]
    for row in rows:
        peer, ours = row.medians()
        ratio = f"{peer / ours:.1f}x" if peer and ours else "-"
        met = {True: "met", False: "missed", None: ""}[row.met(peer, ours)]
        lines.append([row.work, show(peer, row.unit), show(ours, row.unit), ratio, row.target, met])
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join("| " + " | ".join(f"{cell:<{width}}" for cell, width in zip(line, widths)) + " |"
                     for line in lines)
