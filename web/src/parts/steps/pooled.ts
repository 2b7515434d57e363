// Bars that would share a pixel are one: the mean of their steps, with the range of their totals.

import { numberOf, textOf } from "../../report";
import type { Row } from "../../report";
import { placeOf } from "./step_places";

const kTotals = ["total_us", "base_total_us"]; // which are not known where they are not more than 0
const kNarrowest = 1; // pixels of a bar of its own
const kWidth = 6; // pixels, at least, of a bar of several steps

export interface StepBar {
  begin: number; // of its rows
  end: number;
  row: Row; // of several steps their means
  low: number; // of their totals
  high: number;
}

function meanOf(values: number[]): number | null {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

function barOf(rows: Row[], begin: number, end: number, parts: string[]): StepBar {
  const own = rows.slice(begin, end);
  const totals = own.map((row) => numberOf(row, "total_us"));
  const [low, high] = [Math.min(...totals), Math.max(...totals)];
  if (own.length === 1) return { begin, end, row: own[0], low, high };
  const row: Row = { ...own[0], outlier: own.some(({ outlier }) => outlier === true),
    partial: own.some(({ partial }) => partial === true) };
  if (own.some((other) => placeOf(other) !== placeOf(own[0]))) row.rank = row.host = null;
  for (const column of parts) row[column] = meanOf(own.map((other) => numberOf(other, column) || 0));
  for (const column of kTotals) row[column] = meanOf(own.map((other) => numberOf(other, column)).filter((value) => value > 0));
  return { begin, end, row, low, high };
}

// `pitch`: pixels from a row's bar to the next one. No bar has steps of two places, unless those of one step stand
// beside each other. `parts` are the columns of the parts of a bar.
export function pooled(rows: Row[], pitch: number, parts: string[]): StepBar[] {
  const most = pitch >= kNarrowest ? 1 : Math.ceil(kWidth / pitch);
  const isByPlace = rows.every((row, i) => i === 0 || textOf(row, "number") !== textOf(rows[i - 1], "number"));
  const bars: StepBar[] = [];
  for (let begin = 0; begin < rows.length;) {
    let end = begin + 1;
    while (end < rows.length && end < begin + most && (!isByPlace || placeOf(rows[end]) === placeOf(rows[begin]))) ++end;
    bars.push(barOf(rows, begin, end, parts));
    begin = end;
  }
  return bars;
}

// The steps of a bar as -step takes them.
export function stepsText(rows: Row[]): string {
  const numbers = [...new Set(rows.map((row) => numberOf(row, "number")))].sort((a, b) => a - b);
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  const isRange = last - first === numbers.length - 1;
  return first === last ? String(first) : isRange ? `${first}..${last}` : numbers.join(",");
}

// Whether -step takes a step.
export function isSelected(selected: string, number: string): boolean {
  return selected.split(",").some((part) => {
    const [, first, last] = /^\s*(\d+)\.\.(\d+)\s*$/.exec(part) ?? [];
    return last === undefined ? part.trim() === number : Number(first) <= Number(number) && Number(number) <= Number(last);
  });
}
