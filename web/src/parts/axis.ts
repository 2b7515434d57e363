// Round values for axes, and the axes themselves.

import { svg } from "../dom";
import { quantity } from "../format";

// About `wanted` round values from 0 to `largest`.
export function ticks(largest: number, wanted: number): number[] {
  if (!(largest > 0)) return [0];
  const rough = largest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const values = [];
  for (let i = 0; i * step <= largest * 1.0001; ++i) values.push(i * step);
  return values;
}

// The powers of ten in a range.
export function powers(low: number, high: number): number[] {
  const values = [];
  for (let p = Math.ceil(Math.log10(low)); p <= Math.log10(high); ++p) values.push(10 ** p);
  return values;
}

export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const kLarge: [number, string][] = [[1e9, "G"], [1e6, "M"], [1e4, "k"]];

// A number without a unit, in few letters.
function short(value: number): string {
  const scale = kLarge.find(([least]) => value >= least);
  if (!scale) return quantity(value, null, true);
  const factor = scale[1] === "k" ? 1e3 : scale[0];
  return `${Number((value / factor).toPrecision(4))} ${scale[1]}`;
}

export function horizontalLines(frame: Frame, values: number[], y: (value: number) => number,
  unit: string | null): SVGElement {
  return svg("g", { class: "axis" }, ...values.flatMap((value) => [
    svg("line", { x1: frame.left, x2: frame.right, y1: y(value), y2: y(value) }),
    svg("text", { x: frame.left - 8, y: y(value) + 4, "text-anchor": "end" },
      value === 0 ? "0" : unit === null ? short(value) : quantity(value, unit, true)),
  ]));
}

export interface Label {
  x: number;
  text: string;
  anchor?: "start" | "end";
}

export function labelsBelow(frame: Frame, labels: Label[]): SVGElement {
  return svg("g", { class: "axis" }, ...labels.map(({ x, text, anchor }) =>
    svg("text", { x, y: frame.bottom + 16, "text-anchor": anchor ?? "middle" }, text)));
}
