// How a table's width is shared: texts give way before columns are pushed out of sight, and what is
// left over goes to those texts that are cut.

import type { ShownColumn } from "./columns";

function sum(values: number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

// Moves each width towards its limit, all by the same part of their way, until `total` is reached.
function towards(widths: number[], limits: number[], total: number): number[] {
  const way = sum(limits) - sum(widths);
  if (way === 0) return widths;
  const part = Math.max(0, Math.min(1, (total - sum(widths)) / way));
  return widths.map((width, i) => width + (limits[i] - width) * part);
}

// Widths with what is left of `total`: the least is missing first, so that short texts are whole before
// a long one gets more.
function grown(widths: number[], limits: number[], total: number): number[] {
  const more = limits.map((limit, i) => Math.max(0, limit - widths[i]));
  const order = more.map((_, i) => i).sort((a, b) => more[a] - more[b]);
  const wide = [...widths];
  let rest = total - sum(widths);
  order.forEach((i, k) => {
    const own = Math.min(more[i], Math.max(0, rest) / (order.length - k));
    wide[i] += own;
    rest -= own;
  });
  return wide;
}

// Widths that take `total`: the widest give way first, so that short texts stay whole.
function shrunk(widths: number[], least: number[], total: number): number[] {
  const capped = (cap: number) => widths.map((width, i) => Math.max(least[i], Math.min(width, cap)));
  let [low, high] = [0, Math.max(...widths)];
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (sum(capped(middle)) <= total) low = middle;
    else high = middle;
  }
  return capped(low);
}

const kLessPadding = 6; // pixels of a column in a crowded table

// The pixels that columns take if their texts give way and their cells have less padding.
export function leastOf(columns: ShownColumn[]): number {
  return sum(columns.map(({ least }) => least - kLessPadding));
}

// Whether columns fit a width only if their cells have less padding.
export function isCrowded(columns: ShownColumn[], width: number): boolean {
  const least = sum(columns.map((column) => column.least));
  return least > width && least - kLessPadding * columns.length <= width;
}

export function narrowed(columns: ShownColumn[]): ShownColumn[] {
  return columns.map((column) => ({ ...column, width: column.width - kLessPadding,
    least: column.least - kLessPadding, want: column.want - kLessPadding }));
}

const kMostOfScrolled = 0.55; // of what is in sight of a table that scrolls, for one text

const kNarrow = 0.6; // of the width that a table may take
const kLooser = 0.25; // of its own width, that a narrow one has more

// Pixels of each column in a table of `width`, whose columns may take more than that: then the table
// scrolls, and its texts give way only so far that numbers stand beside them.
export function fitWidths(columns: ShownColumn[], width: number): number[] {
  const usual = columns.map((column) => column.width);
  const least = columns.map((column) => column.least);
  if (sum(least) > width) {
    // Texts may be narrower than they like; numbers are never cut.
    return usual.map((pixels, i) => least[i] < pixels
      ? Math.max(least[i], Math.min(pixels, kMostOfScrolled * width)) : pixels);
  }
  if (sum(usual) > width) return shrunk(usual, least, width);
  const wide = grown(usual, columns.map(({ want }) => want), width);
  // Numbers stand near their names: a narrow table does not take the width.
  const isNarrow = sum(wide) < kNarrow * width;
  const spare = Math.max(0, isNarrow ? kLooser : width / sum(wide) - 1);
  return wide.map((pixels) => Math.floor(pixels * (1 + spare)));
}

const kSmallest = 0.6; // of the size of letters, on paper

const kReadable = 170; // pixels at which texts wrap to lines that can be read

function leastOnPaper({ width, least }: ShownColumn): number {
  return Math.max(least, Math.min(width, kReadable));
}

// The columns, from the left, that a page of `paper` pixels has room for in the smallest letters; the
// measure in any case.
export function printedColumns(columns: ShownColumn[], paper: number): ShownColumn[] {
  let room = paper / kSmallest - sum(columns.filter(({ isMeasure }) => isMeasure).map(leastOnPaper));
  return columns.filter((column, i) => {
    if (column.isMeasure) return true;
    room -= leastOnPaper(column);
    return i === 0 || room >= 0;
  });
}

// Widths that are in proportion on a page of `paper` pixels.
export function paperWidths(columns: ShownColumn[], paper: number): number[] {
  const usual = columns.map((column) => column.width);
  const room = Math.min(sum(usual), paper / kSmallest);
  if (room <= paper) return fitWidths(columns, paper);
  return towards(usual, columns.map(leastOnPaper), room);
}

// How large letters are on a page of `paper` pixels, as a part of their usual size.
export function letterScale(widths: number[], paper: number): number {
  return Math.min(1, paper / sum(widths));
}

// `paper` is the width of a page, which does not scroll: letters are smaller where columns need more.
export function setWidths(grid: HTMLElement, cols: HTMLElement[], widths: number[], paper?: number): void {
  const all = sum(widths);
  const shrink = paper === undefined ? 1 : letterScale(widths, paper);
  grid.style.fontSize = shrink < 1 ? `${shrink * 13}px` : "";
  grid.style.minWidth = paper === undefined ? `${Math.floor(all)}px` : "";
  cols.forEach((col, i) => {
    col.style.width = paper === undefined ? `${widths[i]}px` : `${(widths[i] / all) * 100}%`;
  });
}
