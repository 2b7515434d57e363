// Which bar of a chart of steps is of which rank or host.

import { textWidth } from "../../dom";
import { textOf } from "../../report";
import type { Row } from "../../report";
import type { Label } from "../axis";

const kMostPlaces = 8;
const kLetters = 12; // pixels of a label's letters
export const kApart = 3; // pixels between labels
const kEvery = [1, 2, 5, 10, 20]; // of the bars of a step one has a label

export function placeOf(row: Row): string {
  const rank = textOf(row, "rank");
  return rank !== "" ? `rank ${rank}` : textOf(row, "host");
}

// Where steps of one place begin, if there are several places, one after the other.
export function placesOf(rows: Row[]): { begin: number; place: string }[] {
  const places = rows.map((row, begin) => ({ begin, place: placeOf(row) }))
    .filter(({ begin, place }) => begin === 0 || place !== placeOf(rows[begin - 1]));
  return places.length > 1 && places.length <= kMostPlaces ? places : [];
}

export interface StepBars {
  number: string;
  begin: number; // of its bars, one for each place
  end: number;
}

// The bars of each step, which stand beside each other.
export function stepsOf(rows: Row[]): StepBars[] {
  const steps: StepBars[] = [];
  rows.forEach((row, i) => {
    const [last, number] = [steps[steps.length - 1], textOf(row, "number")];
    if (last && last.number === number && placeOf(rows[i - 1]) !== placeOf(row)) last.end = i + 1;
    else steps.push({ number, begin: i, end: i + 1 });
  });
  return steps;
}

// At most about so many steps that have a label: round ones, if the steps are numbered one by one, and the
// first of those with the same number.
export function labelledSteps(all: StepBars[], most: number): StepBars[] {
  const steps = all.filter(({ number }, i) => i === 0 || number !== all[i - 1].number);
  const rough = Math.max(1, steps.length / most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const every = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  // Those of the next place begin anew.
  const isCounted = steps.every(({ number }, i) => i === 0 || Number(number) === Number(steps[i - 1].number) + 1 ||
    Number(number) < Number(steps[i - 1].number));
  return steps.filter(({ number }, i) => (isCounted ? Number(number) : i) % every === 0);
}

// The bars of each step beside each other if there is room to say which is of which place, or too many places for
// any other order; else all steps of one place, then those of the next.
export function inReadableOrder(rows: Row[], pitch: number): Row[] {
  const steps = stepsOf(rows);
  const places = [...new Set(rows.map(placeOf))];
  const isLabelled = steps.length === rows.length || placeLabels(rows, steps, pitch, () => 0).length > 0;
  return isLabelled || places.length > kMostPlaces ? rows
    : places.flatMap((place) => rows.filter((row) => placeOf(row) === place));
}

// The place of each bar, in short where there is no more room, or of every second one, and so on, so that the
// first one of each step has room for its own; none if not two in a step fit.
export function placeLabels(rows: Row[], steps: StepBars[], pitch: number, middle: (i: number) => number): Label[] {
  if (steps.length === rows.length) return [];
  const wholes = rows.map(placeOf);
  const fits = (texts: string[], every: number) =>
    texts.every((text) => textWidth(text, kLetters) + kApart <= every * pitch);
  const shorts = wholes.map((text) => text.replace(/^rank /, ""));
  if (fits(wholes, 1)) return wholes.map((text, i) => ({ x: middle(i), text }));
  const most = Math.max(...steps.map(({ begin, end }) => end - begin));
  const every = kEvery.find((count) => fits(shorts, count));
  if (every === undefined || every >= most) return [];
  return steps.flatMap(({ begin, end }) => shorts.slice(begin, end)
    .map((text, i) => ({ x: middle(begin + i), text }))
    .filter((_, i) => i % every === 0 && (i === 0 || begin + i + every <= end)));
}
