// What else happened in the time of a chart: phases as bands, dips in a strip above the curves.

import { svg, textWidth } from "../dom";
import type { Frame } from "./axis";

interface Span {
  begin: number; // microseconds
  end: number;
}

export interface TimeMarks {
  phases: (Span & { label: string })[];
  dips: (Span & { of: string })[]; // the title of the chart
}

export const kNoMarks: TimeMarks = { phases: [], dips: [] };
const kLeast = 1; // pixels
const kStrip = 6; // pixels of dips, above what they are of

// `time` is the chart's own; spans outside it are left out.
export function timeMarks(marks: TimeMarks, title: string, time: Span, frame: Frame): SVGElement[] {
  if (!(time.end > time.begin)) return [];
  const part = (at: number) => Math.max(0, Math.min(1, (at - time.begin) / (time.end - time.begin)));
  const x = (at: number) => frame.left + part(at) * (frame.right - frame.left);
  const seen = <Of extends Span>(spans: Of[]) => spans.filter((span) =>
    span.end > time.begin && span.begin < time.end);
  const phases = seen(marks.phases).map((phase, i) => {
    const width = x(phase.end) - x(phase.begin);
    const fits = textWidth(phase.label, 11) + 8 < width;
    return svg("g", { class: i % 2 === 0 ? "phase" : "phase even" },
      svg("rect", { x: x(phase.begin), width, y: frame.top, height: frame.bottom - frame.top }),
      fits ? svg("text", { x: x(phase.begin) + 4, y: frame.top - 6 }, phase.label) : null,
      svg("title", {}, phase.label));
  });
  const dips = seen(marks.dips.filter(({ of }) => of === title)).map((dip) =>
    svg("rect", { class: "dip", x: x(dip.begin), y: frame.top, height: kStrip,
      width: Math.max(kLeast, x(dip.end) - x(dip.begin)) }));
  return [...phases, ...dips];
}
