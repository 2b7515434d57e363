// How a cell is filled: numbers in their column's unit, texts cut to its width.

import { el, fittingName, name, shorten, textWidth, withoutStart } from "../../dom";
import { exact, isAnnotation, isChange, isRatio, isShare, kNearlyNone, quantity } from "../../format";
import type { NumberFormat } from "../../format";
import { hrefFromHere } from "../../route";
import { alikeText } from "../alike";
import { sentence } from "../notes";
import { namesParts, partTitle } from "../part_names";
import { isOutside, isRoot, placeAmongEqual, textOf } from "../../report";
import type { Column, Row, Section } from "../../report";
import type { ShownColumn } from "./columns";

const kUnits: Record<string, string> = { bytes: "B", percent: "%" };

// A number of a row that says itself what its numbers are of.
function ownText(value: number, column: Column, row: Row): string | undefined {
  const unit = column.unit === null ? kUnits[textOf(row, "unit")] : undefined;
  if (unit === "B") return quantity(value, unit, true);
  return unit === "%" ? quantity(value / 100, "1").replace(/ %$/, "") : undefined;
}

export function cellText(value: unknown, format: NumberFormat | undefined, column?: Column, row?: Row): string {
  if (value === null || value === undefined) return "–";
  const own = column && row && typeof value === "number" ? ownText(value, column, row) : undefined;
  if (own !== undefined) return own;
  if (format && typeof value === "number") return format.text(value);
  if (typeof value === "boolean") return value ? "yes" : "–";
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}

const kFewestPixels = 24; // of a text
const kNoChange = ["", "same", "unclear"];

// More of a larger value is bad in times and sizes, good in rates.
export function changeClass(column: Column, value: number, row: Row): string {
  // What no row explains is neither slower nor faster.
  if (/^<(?!built-in ).*>$/.test(textOf(row, "name"))) return "same";
  const bare = isRatio(column) ? value - 1 : value;
  // Nor is what is within noise, or is not judged.
  if (bare === 0 || kNoChange.includes(textOf(row, "verdict"))) return "same";
  const isRate = /per_s|bandwidth|utilization|efficiency/.test(column.name);
  if (!/_us$|^delta$|micros|bytes|_share/.test(column.name) && !isRate) return "";
  return bare > 0 === isRate ? "better" : "worse";
}

function sparkline(values: unknown[]): SVGElement {
  const numbers = values.map((value) => (typeof value === "number" ? value : NaN));
  const finite = numbers.filter(Number.isFinite);
  const low = Math.min(0, ...finite);
  const high = Math.max(...finite, low + 1e-9);
  const points = numbers.map((value, i) => {
    const x = (i / Math.max(1, numbers.length - 1)) * 126 + 2;
    return `${x.toFixed(1)},${(17 - ((value - low) / (high - low)) * 14).toFixed(1)}`;
  });
  const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  element.setAttribute("class", "spark");
  element.setAttribute("viewBox", "0 0 130 20");
  element.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  line.setAttribute("points", points.filter((point) => !point.includes("NaN")).join(" "));
  element.append(line);
  return element;
}

// The line has no axis, and each row has its own scale.
function mostText(values: unknown[], unit: string | null): string {
  const numbers = values.filter((value): value is number => typeof value === "number");
  const most = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
  return Number.isFinite(most) ? `up to ${quantity(Number(most.toPrecision(3)), unit)}` : "";
}

const kVerdicts: Record<string, string> = {
  slower: "worse", more: "worse", worse: "worse", faster: "better", less: "better",
  error: "error", warning: "warning", broken: "error",
};

const kMostOnPaper = 140; // letters of a name, which wraps there, and of other texts
const kFewerOnPaper = 56;

// Below its parent a path is shown without the parent's.
function withoutParent(text: string, parent: Row | undefined): string {
  const above = parent ? `${textOf(parent, "name")}/` : "/";
  return above.length > 1 && text.startsWith(above) ? text.slice(above.length) : text;
}

const kInputWorks = ["demanded_file_read", "advanced_file_read"];
// Words of the program's own that a report has in one piece, by section and column.
const kOwnWords: Record<string, string[]> = {
  "job/name": ["training_loop"], "input_time/name": kInputWorks, "input/category": kInputWorks,
};

// How the program's own words in a column are shown, if it has some. So are the names of rows that say what
// they mean.
export function inWords(section: Section, column: Column): ((text: string) => string) | undefined {
  const { id, columns } = section;
  const own = kOwnWords[`${id}/${column.name}`];
  const isExplained = column.name === "name" && id !== "sql" && columns.some(({ name }) => name === "meaning");
  const isPart = column.name === "name" && namesParts(section);
  if (!own && !isExplained && !isPart) return undefined;
  return (text) => isExplained || isPart || own.includes(text) ? text.replace(/_/g, " ") : text;
}

// Nothing follows what a name ends with: `model.py:16:` of a line whose text was not recorded, a folder's `/`.
export function withoutLoose(text: string): string {
  return text.replace(/(\d):$/, "$1").replace(/(\w)\/$/, "$1");
}

// What a cell shows of a text; `parent` is the row above in a tree.
export function shownText(column: Column, row: Row, start: string, parent?: Row,
  readable: (text: string) => string = (text) => text): string {
  const text = cellText(row[column.name], undefined);
  const whole = column.name !== "name" ? text : isRoot(row) ? "all"
    : withoutLoose(partTitle(withoutParent(text, parent)));
  return withoutStart(readable(whole), start);
}

// Paths go on in the next line after a folder.
function breakable(element: HTMLElement): HTMLElement {
  const parts = (element.textContent ?? "").split(/(?<=\/)/);
  if (parts.length > 1) element.replaceChildren(...parts.flatMap((part, i) => i === 0 ? [part] : [el("wbr"), part]));
  return element;
}

const kPlaceGap = 8; // pixels
const kOfAlike = "Rows of this name and shape, of which this one is the first";
const kOfEqual = "Rows of one name are told apart by their number in the answer's key";

// `width` is the pixels that a text may take, Infinity where it wraps; `parent` the row above in a tree.
export function fillCell(cell: HTMLElement, shown: ShownColumn, row: Row, width: number,
  parent?: Row): void {
  const { column, format } = shown;
  const value = row[column.name];
  if (value === null || value === undefined || value === "") {
    cell.className = format ? "number none" : "none";
    cell.textContent = "–";
    return;
  }
  if (format && typeof value === "number") {
    fillNumber(cell, shown, value, row);
  } else if (column.type === "series" && Array.isArray(value)) {
    if (value.length > 0) cell.append(sparkline(value), el("small", { class: "quiet" }, mostText(value, column.unit)));
  } else if (typeof value === "boolean") {
    cell.textContent = value ? "yes" : "–";
    if (!value) cell.className = "none";
  } else if (column.name === "command") {
    fillCommand(cell, String(value));
  } else {
    const text = cellText(value, undefined);
    if (column.name === "verdict" || column.name === "severity" || column.name === "status") {
      cell.className = `word ${kVerdicts[text] ?? ""}`;
    }
    if (shown.isProse) {
      cell.className = `${cell.className} prose`.trim();
      cell.append(sentence(shorten(text, 2000)));
      return;
    }
    const tail = shownText(column, row, shown.start, parent, shown.readable);
    const place = column.name === "name" ? alikeText(row) || placeAmongEqual(row) : "";
    const room = width - (place ? textWidth(place, 13) + kPlaceGap : 0);
    const isWhole = textWidth(tail, 13) <= room;
    cell.append(Number.isFinite(width)
      ? fittingName(tail, Math.max(kFewestPixels, room), text, isWhole ? [] : shown.differs(tail))
      : breakable(name(tail, column.name === "name" ? kMostOnPaper : kFewerOnPaper, text)));
    if (place) cell.append(" ", el("span", { class: "quiet", title: alikeText(row) ? kOfAlike : kOfEqual }, place));
  }
}

// A bar of a share is a part of the whole, however small the largest is.
function wholeOf(column: Column): number {
  return isShare(column) ? 1 : column.unit === "%" ? 100 : 0;
}

function fillNumber(cell: HTMLElement, shown: ShownColumn, value: number, row: Row): void {
  const { column, format } = shown;
  const largest = Math.max(shown.largest, wholeOf(column));
  cell.className = "number";
  const text = cellText(value, format, column, row);
  if (isChange(column) || isRatio(column)) {
    cell.className += ` ${text.startsWith(kNearlyNone) ? "same" : shown.isJudged ? changeClass(column, value, row) : ""}`;
  }
  if (shown.isMeasure && shown.largest > 0 && !isOutside(row) && !isAnnotation(row)) {
    cell.classList.add("bar");
    cell.style.backgroundSize = `${Math.max(0, Math.min(100, (value / largest) * 100))}% min(100% - 6px, 1.6em)`;
  }
  cell.append(text);
  cell.title = exact(value, isShare(column) ? "1" : column.unit);
  cell.dataset.value = String(value);
}

function fillCommand(cell: HTMLElement, command: string): void {
  const target = hrefFromHere(command);
  const text = el("code", {}, shorten(command, 80));
  cell.append(target ? el("a", { href: target, title: command }, text) : text);
}

const kMostProse = 100; // rows

// Sentences are read to their end, which takes more than a line.
export function isProse(column: Column, rows: Row[], texts: string[]): boolean {
  return column.type === "string" && column.name !== "name" && column.name !== "command" &&
    rows.length <= kMostProse && texts.some((text) => text.length > 36 && /^(\S+ ){4}/.test(text));
}
