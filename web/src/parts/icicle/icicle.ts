// A tree as an icicle on a canvas: widths are a measure's totals. Parts below a pixel are skipped
// with all below them, so 500,000 rows draw within a frame.

import { el, name, onRemoved, onWidth, replace } from "../../dom";
import { count, isNumeric, quantity } from "../../format";
import { titleOf } from "../../titles";
import { isOutside, numberOf, textOf } from "../../report";
import type { Column, Row, Section } from "../../report";
import { withoutLoose } from "../table/cells";
import type { TreeRows } from "../table/rows";
import { withoutNoise } from "../table/symbols";
import { hideTip, showTip } from "../tip";
import { changeOf, comparedBy, comparedFacts, legendOfChanges, paintOf } from "./changes";
import type { Change, Compared } from "./changes";
import { cutTo, lastPart } from "./labels";

const kRow = 20;
const kMostLevels = 26;
const kLeast = 0.7; // pixels
const kFewestLevels = 2;
const kSliver = 0.1; // of the width, that a level takes at least

function isOfBase(name: string): boolean {
  return /^total_(base|delta)_/.test(name);
}

// Measures that say how much a row and all below it have. A quotient is no sum of those below.
export function measuresOf(section: Section): Column[] {
  return section.columns.filter((column) => /^total_(?!ratio_)/.test(column.name) && isNumeric(column) &&
    section.rows.some((row) => numberOf(row, column.name) > 0))
    // What takes time is asked more often than how often something ran, and what is new than its base.
    .sort((a, b) => Number(b.unit === "us") - Number(a.unit === "us") ||
      Number(isOfBase(a.name)) - Number(isOfBase(b.name)));
}

export class Icicle {
  readonly element = el("figure", { class: "picture icicle" });
  private readonly canvas = el("canvas", { tabindex: 0, role: "img" });
  private readonly path = el("span", { class: "quiet" });
  private readonly narrow = el("span", { class: "quiet" }); // how many levels are not drawn
  private readonly values: Float64Array;
  private readonly begin: Float64Array; // of a row, in parts of its root's width
  private readonly compared: Compared | undefined;
  private root = 0;
  private at = 0;
  private width = 0;
  private shown = 0; // levels

  constructor(
    private readonly section: Section,
    private readonly tree: TreeRows,
    private readonly measure: Column,
    measures: Column[],
    onMeasure: (name: string) => void,
    private readonly onPick: (row: Row, index: number) => void,
  ) {
    const n = section.rows.length;
    this.compared = comparedBy(section, measure);
    this.values = new Float64Array(n);
    this.begin = new Float64Array(n);
    for (let i = 0; i < n; ++i) {
      // What no total includes is a row, but no part of the picture.
      if (isOutside(section.rows[i])) i = tree.end[i] - 1;
      else this.values[i] = Math.max(0, numberOf(section.rows[i], measure.name)) || 0;
    }
    this.layOut();
    this.build(measures, onMeasure);
  }

  // Children stand side by side from their parent's left edge. In graphs what several rows share
  // may add up to more than their parent: then children shrink to fit.
  private layOut(): void {
    const { parent, end } = this.tree;
    for (let i = 0; i < end.length; ++i) {
      let sum = 0;
      for (let c = i + 1; c < end[i]; c = end[c]) sum += this.values[c];
      const scale = sum > this.values[i] && sum > 0 ? this.values[i] / sum : 1;
      let x = this.begin[i];
      for (let c = i + 1; c < end[i]; c = end[c]) {
        this.values[c] *= scale;
        this.begin[c] = x;
        x += this.values[c];
      }
      if (parent[i] < 0 && i > 0) this.begin[i] = 0;
    }
  }

  private build(measures: Column[], onMeasure: (name: string) => void): void {
    const select = el("select", { "aria-label": "Measure of the picture" },
      ...measures.map((column) => el("option", { value: column.name }, titleOf(column))));
    select.value = this.measure.name;
    select.addEventListener("change", () => onMeasure(select.value));
    this.canvas.setAttribute("aria-label", `${titleOf(this.measure)} as an icicle. Arrow keys move, ` +
      "Enter zooms in, Escape zooms out. The table below has the numbers.");
    this.canvas.addEventListener("mousemove", (event) => this.onMove(event));
    this.canvas.addEventListener("mouseleave", hideTip);
    this.canvas.addEventListener("click", (event) => this.onClick(event));
    this.canvas.addEventListener("keydown", (event) => this.onKey(event));
    const holder = el("div", { class: "canvas" }, this.canvas);
    replace(this.element, el("div", { class: "picture-tools" }, select,
      el("span", { class: "printed" }, titleOf(this.measure)),
      el("button", { click: () => this.zoom(0) }, "Whole tree"), this.path, this.narrow),
    this.compared?.isJudged ? legendOfChanges() : null, holder);
    onWidth(holder, (width) => {
      this.width = width;
      this.draw();
    });
    const redraw = () => this.draw();
    window.addEventListener("themechange", redraw);
    onRemoved(this.element, () => window.removeEventListener("themechange", redraw));
  }

  zoom(row: number): void {
    this.root = row;
    this.at = row;
    this.draw();
  }

  // The levels that take a part of the width which can be read, and how many more there are in slivers.
  private levels(): { shown: number; more: number } {
    const { depth, end } = this.tree;
    const scale = this.width / (this.values[this.root] || 1);
    const covered: number[] = []; // pixels, by level
    for (let i = this.root; i < end[this.root]; ) {
      if (this.values[i] * scale < kLeast) {
        i = end[i];
        continue;
      }
      const level = depth[i] - depth[this.root];
      covered[level] = (covered[level] ?? 0) + this.values[i] * scale;
      ++i;
    }
    const all = Math.min(covered.length, kMostLevels);
    let shown = all;
    while (shown > kFewestLevels && covered[shown - 1] < kSliver * this.width) --shown;
    return { shown, more: all - shown };
  }

  private draw(): void {
    if (this.width === 0) return;
    const { shown: levels, more } = this.levels();
    this.shown = levels;
    const dense = window.devicePixelRatio || 1;
    this.canvas.width = this.width * dense;
    this.canvas.height = levels * kRow * dense;
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${levels * kRow}px`;
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    pen.scale(dense, dense);
    const style = getComputedStyle(this.element);
    const colorOf = (name: string) => style.getPropertyValue(name).trim();
    const colors = Array.from({ length: 10 }, (_, i) => colorOf(`--p${i}`));
    const paint = paintOf(style);
    const ink = style.getPropertyValue("--text").trim();
    pen.font = `12px ${style.fontFamily}`;
    pen.textBaseline = "middle";
    const { depth, end } = this.tree;
    const scale = this.width / (this.values[this.root] || 1);
    const before: number[] = []; // the part that was drawn last, by level
    for (let i = this.root; i < end[this.root]; ) {
      const width = this.values[i] * scale;
      const level = depth[i] - depth[this.root];
      if (width < kLeast || level >= levels) {
        i = end[i];
        continue;
      }
      const x = (this.begin[i] - this.begin[this.root]) * scale;
      const y = level * kRow;
      const change = this.changeOf(i);
      // Texts on all of them have a contrast of 4.5 or more, light and dark.
      const { fill, alpha } = change ? paint(change) : { fill: colors[this.colorOf(i)], alpha: i === this.at ? 0.5 : 0.34 };
      [pen.fillStyle, pen.globalAlpha] = [fill, alpha];
      pen.fillRect(x, y, Math.max(0.5, width - 1), kRow - 1);
      pen.globalAlpha = 1;
      if (i === this.at && i !== this.root) this.ring(pen, x, y, width, ink);
      if (width > 34) this.label(pen, i, before[level] ?? i, change?.kind.sign ?? "", x, y, width, ink);
      before[level] = i;
      ++i;
    }
    replace(this.path, name(this.pathOf(this.root), 160), ` ${quantity(this.values[this.root],
      this.measure.unit, this.measure.type === "integer")}${this.root === 0 && this.measure.unit === "us"
      ? " (threads and devices added up)" : ""}`);
    replace(this.narrow, ...more > 0 ? [`${count(more, "level")} more in narrow parts`, el("span", { class: "unprinted" }, ": click one to see them")] : []);
  }

  // Where the keys are.
  private ring(pen: CanvasRenderingContext2D, x: number, y: number, width: number, ink: string): void {
    pen.strokeStyle = ink;
    pen.lineWidth = 1.5;
    pen.strokeRect(x + 0.75, y + 0.75, Math.max(1, width - 2.5), kRow - 2.5);
  }

  private label(pen: CanvasRenderingContext2D, i: number, before: number, sign: string, x: number, y: number,
    width: number, ink: string): void {
    const full = withoutNoise(this.nameOf(i));
    const fits = Math.max(2, Math.floor((width - 8) / 6.6) - sign.length);
    // What stands beside it: the next row, or that before.
    const beside = [this.tree.end[i], before].filter((other) => other !== i && this.tree.parent[other] === this.tree.parent[i])
      .map((other) => lastPart(withoutNoise(this.nameOf(other))));
    const text = full.length <= fits ? full : cutTo(lastPart(full), fits, beside);
    if (text === "") return;
    pen.fillStyle = ink;
    pen.fillText(`${sign}${text}`, x + 4, y + kRow / 2, width - 6);
  }

  private changeOf(i: number): Change | undefined {
    return this.compared?.isJudged ? changeOf(this.section.rows[i], this.compared) : undefined;
  }

  // Equal names have equal colours, whatever is around them.
  private colorOf(i: number): number {
    const text = textOf(this.section.rows[i], "name").slice(0, 200);
    const last = text.slice(text.lastIndexOf("/", text.length - 2) + 1);
    let hash = 0;
    for (let k = 0; k < last.length; ++k) hash = (hash * 31 + last.charCodeAt(k)) | 0;
    return Math.abs(hash) % 10;
  }

  private nameOf(row: number): string {
    const text = textOf(this.section.rows[row], "name"); // of a root the program's own
    return text === "_TFProfRoot" ? "all" : withoutLoose(text);
  }

  private pathOf(row: number): string {
    const names = [];
    for (let i = row; i >= 0 && names.length < 6; i = this.tree.parent[i]) {
      names.unshift(this.nameOf(i).slice(0, 80));
    }
    return names.join(" › ");
  }

  private rowAt(event: MouseEvent): number {
    const box = this.canvas.getBoundingClientRect();
    const level = Math.floor((event.clientY - box.top) / kRow);
    const value = this.begin[this.root] +
      ((event.clientX - box.left) / this.width) * this.values[this.root];
    const { depth, end } = this.tree;
    for (let i = this.root; i < end[this.root]; ) {
      const inside = value >= this.begin[i] && value < this.begin[i] + this.values[i];
      if (inside && depth[i] - depth[this.root] === level) return i;
      i = inside ? i + 1 : end[i];
    }
    return -1;
  }

  private onMove(event: MouseEvent): void {
    const row = this.rowAt(event);
    this.canvas.classList.toggle("over", row >= 0);
    if (row < 0) {
      hideTip();
      return;
    }
    const share = this.values[0] > 0 ? this.values[row] / this.values[0] : 0;
    showTip(event, this.nameOf(row), [
      { label: titleOf(this.measure), value: quantity(numberOf(this.section.rows[row],
        this.measure.name), this.measure.unit, this.measure.type === "integer") },
      { label: "of the tree", value: quantity(share, "1") },
      ...this.compared ? comparedFacts(this.section.rows[row], this.compared) : []]);
  }

  private onClick(event: MouseEvent): void {
    const row = this.rowAt(event);
    if (row < 0) return;
    hideTip();
    if (!this.tree.hasChildren(row)) this.onPick(this.section.rows[row], row);
    this.zoom(row === this.root && row > 0 ? this.tree.parent[row] : row);
  }

  private onKey(event: KeyboardEvent): void {
    const { parent, depth } = this.tree;
    const mayGoDown = depth[this.at] - depth[this.root] + 1 < this.shown;
    const siblings = parent[this.at] >= 0 ? this.tree.children(parent[this.at]) : [this.at];
    const place = siblings.indexOf(this.at);
    if (event.key === "ArrowDown") this.at = (mayGoDown ? this.tree.children(this.at)[0] : undefined) ?? this.at;
    else if (event.key === "ArrowUp" && this.at !== this.root) this.at = parent[this.at];
    else if (event.key === "ArrowRight") this.at = siblings[place + 1] ?? this.at;
    else if (event.key === "ArrowLeft") this.at = siblings[place - 1] ?? this.at;
    else if (event.key === "Enter") this.root = this.at;
    else if (event.key === "Escape") this.root = this.at = Math.max(0, parent[this.root]);
    else return;
    event.preventDefault();
    this.draw();
    this.path.textContent = this.pathOf(this.at);
  }
}
