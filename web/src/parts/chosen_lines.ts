// Which lines a chart draws: those that lie on one another are one, and of more than it has colours for it draws
// a few that say what the others do not.

import type { Chart, Line } from "./courses";

const kMostLines = 10;
const kSeen = 0.02; // of the highest line: what stays below lies on zero

// A chart with all of its lines.
export interface Growing {
  chart: Chart;
  counts: number[]; // of rows that each line stands for
  places: Map<string, number>; // of lines, by what they look like
}

// Lines of equal points are drawn over one another.
function lookOf({ at, values, low, high, base }: Line): string {
  return [at, values, low, high, base?.at, base?.values].map((points) => points?.join() ?? "").join(";");
}

export function addLine({ chart, counts, places }: Growing, line: Line): void {
  const look = lookOf(line);
  const place = places.get(look);
  if (place !== undefined) {
    ++counts[place];
    return;
  }
  places.set(look, chart.lines.length);
  chart.lines.push(line);
  counts.push(1);
}

function meanOf({ values, samples }: Line): number {
  let [sum, weight] = [0, 0];
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) return;
    const own = samples?.[i] ?? 1;
    sum += own * value;
    weight += own;
  });
  return weight > 0 ? sum / weight : 0;
}

// The places of the line of the median mean and of those whose means are furthest from it, in their order. What
// is far above the others counts as much as what is far below: a processor of 32 that works, or does not.
function tellingLines(lines: Line[]): number[] {
  const means = lines.map(meanOf);
  const places = means.map((_, i) => i).sort((a, b) => means[a] - means[b] || a - b);
  const middle = places[places.length >> 1];
  const far = (i: number) => Math.abs(means[i] - means[middle]);
  const others = places.filter((i) => i !== middle).sort((a, b) => far(b) - far(a) || a - b);
  return [middle, ...others.slice(0, kMostLines - 1)].sort((a, b) => a - b);
}

// The most that a line shows.
export function mostOfLine({ values, high, base, peak }: Line): number {
  return [...high ?? values, ...base?.values ?? [], peak?.value ?? 0]
    .reduce((most, value) => value > most ? value : most, 0);
}

// The places of lines of sizes that are seen beside the highest.
function seenLines({ lines, unit }: Chart): number[] {
  const all = lines.map((_, i) => i);
  if (unit !== "B") return all;
  const most = lines.map(mostOfLine);
  const least = kSeen * Math.max(...most);
  return all.filter((i) => most[i] >= least);
}

export function withChosenLines({ chart, counts }: Growing): Chart {
  const seen = seenLines(chart);
  const chosen = seen.length > kMostLines ? tellingLines(seen.map((i) => chart.lines[i])).map((i) => seen[i]) : seen;
  const lines = chosen.map((i) => counts[i] === 1 ? chart.lines[i]
    : { ...chart.lines[i], label: `${chart.lines[i].label} and ${counts[i] - 1} alike` });
  const sum = (some: number[]) => some.reduce((all, one) => all + one, 0);
  return { ...chart, lines, left: sum(counts) - sum(chosen.map((i) => counts[i])), rows: sum(counts),
    flat: sum(counts) - sum(seen.map((i) => counts[i])) };
}

// How many lines are not drawn, and why; "" if all are.
export function aboutLeft({ left = 0, rows = 0, flat = 0 }: Chart): string {
  const few = left === flat ? ""
    : `${rows - left} of ${rows - flat} are drawn: the median one, and those whose means are furthest from it.`;
  return flat === 0 ? few : `${few} ${flat} more ${flat === 1 ? "stays" : "stay"} below ${kSeen * 100} % of the highest.`.trim();
}
