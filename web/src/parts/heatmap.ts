// A heat map: a row per place, a column per step, the colour says how long.

import { el, name, onWidth, replace } from "../dom";
import { quantity } from "../format";
import { hideTip, showTip } from "./tip";

export interface Heat {
  places: string[];
  steps: string[];
  values: Float64Array; // place by place; NaN: not recorded
  unit: string;
}

const kLabel = 150;
const kMostCell = 60;

function draw(host: HTMLElement, heat: Heat, width: number, onPick: (step: string) => void): void {
  const cellWidth = Math.min(kMostCell, (width - kLabel) / heat.steps.length);
  const cellHeight = Math.max(4, Math.min(24, 900 / heat.places.length));
  const finite = Array.from(heat.values).filter(Number.isFinite).sort((a, b) => a - b);
  const low = finite[0] ?? 0;
  // One slow step must not make all others look alike.
  const high = Math.max(finite[Math.floor(finite.length * 0.99)] ?? 1, low * 1.0001);
  const canvas = el("canvas", { role: "img", tabindex: 0,
    "aria-label": "Time of each step on each rank. The table has the numbers." });
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
  const [ink, cold, hot] = ["--quiet", "--p0", "--p3"].map((key) => style.getPropertyValue(key).trim());
  pen.font = `12px ${style.fontFamily}`;
  pen.textBaseline = "middle";
  heat.places.forEach((place, row) => {
    for (let step = 0; step < heat.steps.length; ++step) {
      const value = heat.values[row * heat.steps.length + step];
      if (!Number.isFinite(value)) continue;
      const part = Math.max(0, Math.min(1, (value - low) / (high - low)));
      pen.globalAlpha = 0.12 + 0.83 * Math.abs(part - 0.3) / 0.7;
      pen.fillStyle = part < 0.3 ? cold : hot;
      pen.fillRect(kLabel + step * cellWidth, row * cellHeight, Math.max(0.6, cellWidth - 0.5),
        cellHeight - 1);
    }
    pen.globalAlpha = 1;
    pen.fillStyle = ink;
    if (cellHeight >= 12 || row % Math.ceil(12 / cellHeight) === 0) {
      pen.fillText(place.slice(-22), 0, row * cellHeight + cellHeight / 2, kLabel - 8);
    }
  });
  const every = Math.max(1, Math.ceil(((heat.steps[heat.steps.length - 1] ?? "").length * 8 + 8) / cellWidth));
  for (let step = 0; step < heat.steps.length; step += every) {
    pen.fillText(heat.steps[step], kLabel + step * cellWidth, height - 9);
  }
  const cellAt = (event: MouseEvent): [number, number] | undefined => {
    const box = canvas.getBoundingClientRect();
    const step = Math.floor((event.clientX - box.left - kLabel) / cellWidth);
    const row = Math.floor((event.clientY - box.top) / cellHeight);
    const inside = step >= 0 && step < heat.steps.length && row >= 0 && row < heat.places.length;
    return inside ? [row, step] : undefined;
  };
  canvas.addEventListener("mousemove", (event) => {
    const cell = cellAt(event);
    if (!cell) return hideTip();
    showTip(event, `${heat.places[cell[0]]}, step ${heat.steps[cell[1]]}`, [{ label: "time",
      value: quantity(heat.values[cell[0] * heat.steps.length + cell[1]], heat.unit) }]);
  });
  canvas.addEventListener("mouseleave", hideTip);
  canvas.addEventListener("click", (event) => {
    const cell = cellAt(event);
    hideTip();
    if (cell) onPick(heat.steps[cell[1]]);
  });
}

export function heatmap(heat: Heat, title: string, onPick: (step: string) => void): HTMLElement {
  const holder = el("div", { class: "canvas" });
  onWidth(holder, (width) => draw(holder, heat, width, onPick));
  return el("figure", { class: "picture" }, el("figcaption", {}, name(title, 120)), holder);
}
