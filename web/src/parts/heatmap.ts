// A heat map: a row per place, a column per step; the colour says how far a place was from the middle
// one in the same step.

import { el, name, onRemoved, onWidth, replace, textWidth } from "../dom";
import { quantity } from "../format";
import { hideTip, showTip } from "./tip";

export interface Heat {
  places: string[];
  steps: string[];
  values: Float64Array; // of each step without waiting for others, place by place; NaN: not recorded
  totals: Float64Array; // of the whole step
  marked: boolean[]; // by place: others wait for it
  unit: string;
  hasWaits: boolean; // nothing is known of waiting, so that it is in the values
}

const kMostLabel = 150; // pixels
const kAfterLabel = 14;
const kLetters = 22; // of a label
const kMostCell = 120;
const kLeastFigure = 640; // pixels, in which the legend has two lines
const kLeastSpan = 0.2; // of the middle: what differs less is pale
const kSpanStep = 0.05;
const kPale = 0.01; // of the middle: what differs less is hardly seen
const kEqual = 0.0005;
const kUsual = 0.99; // of all cells; one slow step must not make all others look alike
const kStrongest = 0.9;
const kBordered = 8; // pixels of a cell that has room for a border

interface Scale {
  middles: number[]; // of each step, over places
  span: number; // the part of its middle at which a cell has the strongest colour
  most: number; // the part of its middle by which a cell differs most
}

function median(values: number[]): number {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export function scaleOf({ places, steps, values }: Heat): Scale {
  const middles = steps.map((_, step) =>
    median(places.map((_, row) => values[row * steps.length + step])));
  const apart = Array.from(values, (value, i) => Math.abs(value / middles[i % steps.length] - 1))
    .filter(Number.isFinite).sort((a, b) => a - b);
  const usual = apart[Math.floor((apart.length - 1) * kUsual)] ?? 0;
  return { middles, most: apart[apart.length - 1] ?? 0, span: Math.min(1, Math.max(kLeastSpan, Math.ceil(usual / kSpanStep) * kSpanStep)) };
}

// 1, 2, 5, 10, 20, ...: cells from one label to the next.
function roundUp(cells: number): number {
  let power = 1;
  while (power * 10 < cells) power *= 10;
  return [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= cells) ?? 1;
}

function draw(host: HTMLElement, heat: Heat, { middles, span }: Scale, width: number,
  onPick?: (step: string) => void): void {
  const labels = heat.places.map((place) => place.slice(-kLetters));
  const left = Math.min(kMostLabel, Math.ceil(Math.max(...labels.map((text) => textWidth(text, 12, 600)))) + kAfterLabel);
  const cellWidth = Math.min(kMostCell, (width - left) / heat.steps.length);
  const cellHeight = Math.max(4, Math.min(24, 900 / heat.places.length));
  const canvas = el("canvas", { role: "img", tabindex: 0, class: onPick ? "choosable" : undefined,
    "aria-label": `${heat.hasWaits ? "Time" : "Own work"} of each step on each rank. The table has the numbers.` });
  const dense = window.devicePixelRatio || 1;
  const height = cellHeight * heat.places.length + 22;
  canvas.width = width * dense;
  canvas.height = height * dense;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  replace(host, canvas);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(dense, dense);
  const style = getComputedStyle(host);
  const [ink, line, usual, cold, hot] = ["--quiet", "--line", "--raised", "--p0", "--p3"].map((key) =>
    style.getPropertyValue(key).trim());
  pen.textBaseline = "middle";
  pen.strokeStyle = line;
  heat.places.forEach((_, row) => {
    for (let step = 0; step < heat.steps.length; ++step) {
      const value = heat.values[row * heat.steps.length + step];
      if (!Number.isFinite(value)) continue;
      const apart = Math.max(-1, Math.min(1, (value / middles[step] - 1) / span));
      const [x, y] = [left + step * cellWidth, row * cellHeight];
      const [wide, high] = [Math.max(0.6, cellWidth - 0.5), cellHeight - 1];
      pen.fillStyle = usual; // so that steps that are all as long are seen, too
      pen.fillRect(x, y, wide, high);
      pen.globalAlpha = kStrongest * Math.abs(apart) || 0;
      pen.fillStyle = apart < 0 ? cold : hot;
      pen.fillRect(x, y, wide, high);
      pen.globalAlpha = 1;
      if (Math.min(wide, high) >= kBordered) pen.strokeRect(x + 0.5, y + 0.5, wide - 1, high - 1);
    }
    pen.fillStyle = heat.marked[row] ? hot : ink;
    pen.font = `${heat.marked[row] ? 600 : 400} 12px ${style.fontFamily}`;
    if (cellHeight >= 12 || row % Math.ceil(12 / cellHeight) === 0) {
      pen.fillText(labels[row], 0, row * cellHeight + cellHeight / 2, left - 8);
    }
  });
  pen.fillStyle = ink;
  pen.font = `12px ${style.fontFamily}`;
  const every = roundUp(((heat.steps[heat.steps.length - 1] ?? "").length * 8 + 8) / cellWidth);
  for (let step = 0; step < heat.steps.length; step += every) {
    const half = pen.measureText(heat.steps[step]).width / 2;
    const middle = left + (step + 0.5) * cellWidth;
    pen.fillText(heat.steps[step], Math.max(left, Math.min(middle, width - half) - half), height - 9);
  }
  const cellAt = (event: MouseEvent): [number, number] | undefined => {
    const box = canvas.getBoundingClientRect();
    const step = Math.floor((event.clientX - box.left - left) / cellWidth);
    const row = Math.floor((event.clientY - box.top) / cellHeight);
    const inside = step >= 0 && step < heat.steps.length && row >= 0 && row < heat.places.length;
    return inside ? [row, step] : undefined;
  };
  canvas.addEventListener("mousemove", (event) => {
    const cell = cellAt(event);
    if (!cell) return hideTip();
    const at = cell[0] * heat.steps.length + cell[1];
    const value = heat.values[at];
    showTip(event, `${heat.places[cell[0]]}, step ${heat.steps[cell[1]]}`, [
      { label: heat.hasWaits ? "the step" : "own work", value: quantity(value, heat.unit) },
      { label: "median of the step", value: quantity(middles[cell[1]], heat.unit) },
      { label: "against it", value: withSign(value / middles[cell[1]] - 1) },
      ...heat.hasWaits ? [] : [{ label: "the whole step", value: quantity(heat.totals[at], heat.unit) }]]);
  });
  canvas.addEventListener("mouseleave", hideTip);
  canvas.addEventListener("click", (event) => {
    const cell = cellAt(event);
    hideTip();
    if (cell) onPick?.(heat.steps[cell[1]]);
  });
}

function withSign(part: number): string {
  if (!Number.isFinite(part)) return "–";
  return `${part > 0 ? "+" : ""}${quantity(part, "1")}`;
}

// What the values are, and where they are all alike what that says of the ranks.
function aboutValues({ most }: Scale, { hasWaits }: Heat): [string, HTMLElement | null] {
  const alike = most < kEqual
    ? hasWaits ? "Steps take as long on every rank, as they do where ranks wait for each other"
      : "The ranks take as long as one another in every step"
    : `No rank is further than ${quantity(most, "1")} from the median in any step`;
  return [hasWaits ? "no communication was recorded, so the time that a rank waits for others is in its steps"
    : "own work is a step without communication that no other work hides",
  most < kPale ? el("span", {}, alike) : null];
}

function legend(scale: Scale, heat: Heat): HTMLElement {
  const { middles, span } = scale;
  const { unit, places, marked } = heat;
  const ends = [Math.min(...middles.filter(Number.isFinite)), Math.max(...middles.filter(Number.isFinite))]
    .map((middle) => quantity(middle, unit));
  const late = places.filter((_, i) => marked[i]);
  const percent = `${Math.round(span * 100)} %`;
  const [about, alike] = aboutValues(scale, heat);
  return el("div", { class: "heat-legend" },
    late.length > 0 ? el("span", { class: "mark" }, name(`The others wait for ${late.join(", ")}`, 80)) : null,
    el("span", {}, `−${percent} or less`),
    el("span", { class: "heat-scale", role: "img",
      "aria-label": `Colours from ${percent} below to ${percent} above the median` }),
    el("span", {}, `+${percent} or more`),
    el("span", { class: "quiet" }, "against the median of the step over ranks, " +
      (ends[0] === ends[1] ? ends[0] : `${ends[0]} to ${ends[1]}`) + `; ${about}`), alike);
}

export function heatmap(heat: Heat, title: string, onPick?: (step: string) => void): HTMLElement {
  const scale = scaleOf(heat);
  const holder = el("div", { class: "canvas" });
  let last = 0;
  onWidth(holder, (width) => {
    last = width;
    draw(holder, heat, scale, width, onPick);
  });
  const redraw = () => last > 0 && draw(holder, heat, scale, last, onPick);
  window.addEventListener("themechange", redraw);
  onRemoved(holder, () => window.removeEventListener("themechange", redraw));
  const figure = el("figure", { class: "picture" }, el("figcaption", {}, name(title, 120)),
    legend(scale, heat), holder);
  // Beside few steps there would be nothing.
  figure.style.maxWidth = `${Math.max(kLeastFigure, kMostLabel + kMostCell * heat.steps.length)}px`;
  return figure;
}
