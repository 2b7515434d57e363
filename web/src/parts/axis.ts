// Round values for axes, and the axes themselves.

import { svg, textWidth } from "../dom";
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

interface TimeTick {
  at: number;
  text: string;
}

const kSecond = 1e6; // microseconds
const kRoundSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600,
  43200, 86400, 172800, 604800];
const kUnitsOfTicks: [number, string][] = [[3600 * kSecond, "h"], [60 * kSecond, "min"], [kSecond, "s"],
  [1e3, "ms"], [1, "µs"], [1e-3, "ns"]];

const kMostOfUnit = 1000;

// At most `wanted` + 1 moments that are round in the unit they are named in.
export function timeTicks(begin: number, end: number, wanted: number): TimeTick[] {
  const rough = (end - begin) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = rough <= kSecond / 2
    ? [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
    : (kRoundSeconds.find((size) => size * kSecond >= rough) ?? Math.ceil(rough / kSecond)) * kSecond;
  // Tenths of seconds, and halves of less, are as round as wholes.
  const partOf = (size: number) => size === kSecond ? size / 10 : size / 2;
  let unit = kUnitsOfTicks.findIndex(([size]) => step >= size ||
    (size <= kSecond && step >= partOf(size) && end >= size));
  if (unit < 0) unit = kUnitsOfTicks.length - 1;
  // Moments have the unit that tables write them in: 9.717 s, not 9717 ms.
  while (kUnitsOfTicks[unit][0] < kSecond && end >= kMostOfUnit * kUnitsOfTicks[unit][0]) --unit;
  const [factor, label] = kUnitsOfTicks[unit];
  const decimals = Math.max(0, -Math.floor(Math.log10(step / factor) + 1e-9));
  const found: TimeTick[] = [];
  for (let i = Math.ceil(begin / step - 1e-9); i * step <= end + step * 1e-9; ++i) {
    const value = Number((i * step / factor).toPrecision(12));
    found.push({ at: i * step, text: i === 0 ? "0" : `${decimals > 1 ? value.toFixed(decimals) : value} ${label}` });
  }
  return found;
}

const kFewestTicks = 3;

// The powers of ten in a range, with what is between them where there are few.
export function logTicks(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, i) => 10 ** (first + i));
  const inside = (factors: number[]) => decades.flatMap((power) => factors.map((factor) => factor * power))
    .filter((value) => value >= low && value <= high);
  const found = [[1], [1, 3], [1, 2, 5]].map(inside);
  return found.find((values) => values.length >= kFewestTicks) ?? found[2];
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

// Round values need no noughts at their end: 7.5 kB beside 5 kB.
function inFewDigits(text: string): string {
  return text.replace(/(\.\d*?)0+(?=\D|$)/, "$1").replace(/\.(?=\D|$)/, "");
}

export function horizontalLines(frame: Frame, values: number[], y: (value: number) => number,
  unit: string | null): SVGElement {
  return svg("g", { class: "axis" }, ...values.flatMap((value) => [
    svg("line", { x1: frame.left, x2: frame.right, y1: y(value), y2: y(value) }),
    svg("text", { x: frame.left - 8, y: y(value) + 4, "text-anchor": "end" },
      value === 0 ? "0" : unit === null ? short(value) : inFewDigits(quantity(value, unit, true))),
  ]));
}

export interface Label {
  x: number;
  text: string;
  anchor?: "start" | "end";
}

export function tickMarks(frame: Frame, labels: Label[]): SVGElement {
  return svg("g", { class: "axis" }, ...labels.map(({ x }) =>
    svg("line", { x1: x, x2: x, y1: frame.bottom, y2: frame.bottom + 4 })));
}

const kLabelSize = 12, kBetweenLabels = 6; // pixels

// Labels that do not touch the one before.
function apart(labels: Label[], between: number): Label[] {
  let free = -Infinity;
  return labels.filter(({ x, text, anchor }) => {
    const wide = textWidth(text, kLabelSize);
    const begin = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
    if (begin < free) return false;
    free = begin + wide + between;
    return true;
  });
}

export function labelsBelow(frame: Frame, labels: Label[], between = kBetweenLabels): SVGElement {
  return svg("g", { class: "axis" }, ...apart(labels, between).map(({ x, text, anchor }) =>
    svg("text", { x, y: frame.bottom + 16, "text-anchor": anchor ?? "middle" }, text)));
}
