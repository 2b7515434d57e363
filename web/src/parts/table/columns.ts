// Which columns a table shows, and how wide they are.

import { sharedStart, shorten, textWidth } from "../../dom";
import type { Difference } from "../../dom";
import { NumberFormat, isAnnotation, isChange, isNumeric } from "../../format";
import { isFromHere, titleOf, titlesOf } from "../../titles";
import { alikeText } from "../alike";
import { cellText, inWords, isProse, shownText } from "./cells";
import { indentOf } from "./indent";
import { besideNames, blankColumns, measureOf, order, repeatsName } from "./column_order";
import { familyFormats, leadingFormats, stemOf } from "./families";
import { differencesWhenCut } from "./differences";
import { isJudged } from "./judged";
import { withoutMinor } from "./minor_columns";
import { countsRows, emptyStems, isZero, withoutCertain, withoutEqual } from "./repeated_columns";
import { readableNames } from "./symbols";
import { isSpread } from "../courses";
import { isStepTable } from "../steps/step_chart";
import { aboveOf, isOutside, isTree, textOf } from "../../report";
import type { Column, Row, Section } from "../../report";

export interface ShownColumn {
  column: Column;
  title: string;
  format?: NumberFormat; // of numbers
  width: number; // pixels, and what it may shrink to and would like to have
  least: number;
  want: number;
  isMeasure: boolean; // has a bar
  isJudged: boolean; // the verdicts are about it
  isBeside: boolean; // tells rows of one name apart
  isBlank: boolean; // nothing but dashes are seen at first
  largest: number;
  isProse: boolean; // wraps
  start: string; // of all texts, left out
  readable: (text: string) => string; // the names of C++ functions in short, and the program's own words
  differs: (text: string) => Difference[]; // a long text from those most like it
}

// What a table is about: the columns that stand first, by their names.
export interface Lead {
  measure: string;
  beside: string[]; // by which rows of one name are told apart
  blank: string[]; // of which the rows that are seen first have nothing
}

// How a table looked before it was sorted in another way: its columns stay where and as they are.
export interface Kept {
  lead?: Lead;
  leads?: (lead: Lead) => unknown; // told what it is about
  isCounted?: boolean; // countsRows() of its position
  readonly formats: Map<string, NumberFormat>;
}

export interface ColumnChoice {
  shown: ShownColumn[];
  hidden: string; // a sentence about the columns left out, or ""
  left: Column[]; // these
}

// Structure, not data: the tree shows it.
const kStructure = ["key", "depth", "parent", "accounted"];
const kSampled = 400;
const kFew = 4;
const kLongText = 30; // characters, at which texts are cut
const kLongTexts = 6; // of a column, which are measured
const kManyNumbers = 6; // columns of numbers, of which those that say nothing make room

function sample(rows: Row[]): Row[] {
  if (rows.length <= kSampled) return rows;
  const step = rows.length / kSampled;
  return Array.from({ length: kSampled }, (_, i) => rows[Math.floor(i * step)]);
}

// The value that all rows share, if they do.
function constant(all: Row[], column: string): { value: unknown } | undefined {
  const inside = column === "verdict" ? all.filter((row) => !isOutside(row)) : all;
  const rows = inside.length > 1 ? inside : all;
  const first = JSON.stringify(rows[0][column] ?? null);
  if (rows.some((row) => JSON.stringify(row[column] ?? null) !== first)) return undefined;
  return { value: rows[0][column] ?? null };
}

// A change of 0 stands beside the values that did not change.
function isBesideBase({ name }: Column, section: Section, rows: Row[]): boolean {
  const stem = stemOf(name);
  return /^delta_/.test(name) && section.columns.some((other) => other.name === `base_${stem}`) && !constant(rows, stem);
}

// Whether a column of the section is about what another one names: the time before an op, the share of a source.
function hasCompanion({ name, type }: Column, section: Section, isKept: (column: Column) => boolean): boolean {
  return type === "string" && ["us", "bytes", "share"].some((end) => {
    const other = section.columns.find((column) => column.name === `${name}_${end}`);
    return other !== undefined && isKept(other);
  });
}

// The pixels of the longest of some texts, as they will be drawn.
function widestOf(texts: string[], letters: number): number {
  return [...new Set(texts)].sort((a, b) => b.length - a.length).slice(0, kLongTexts)
    .reduce((most, text) => Math.max(most, textWidth(text.slice(0, letters), 13)), 0);
}

const kAround = 18; // pixels beside what a cell shows
const kUsualName = 46, kUsualLongName = 62, kShortestName = 12, kWholeName = 20; // letters
const kLetter = 7.3; // pixels of one of them

// Numbers are never cut, and a title has up to two lines.
function widthOf(column: Column, title: string, unit: string, texts: string[]): number {
  if (column.type === "series") return 230;
  if (column.name === "name") {
    const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
    const usual = Math.min(Math.max(longest, kShortestName), longest > kLongName ? kUsualLongName : kUsualName) * kLetter + kAround + 4;
    // Letters of short names may be wide.
    return longest <= kWholeName ? Math.max(usual, Math.ceil(widestOf(texts, kWholeName)) + kAround + 4) : usual;
  }
  const letters = isNumeric(column) ? Infinity : column.name === "text" ? 2 * kLongText : kLongText;
  const words = title.split(" ").map((word) => textWidth(word, 13, 600));
  const half = words.reduce((sum, width) => sum + width + 4, 0) / 2 + 8;
  return Math.ceil(Math.max(widestOf(texts, letters) + 2, half, ...words, textWidth(unit, 12), 34)) + kAround;
}

// Sums of a ranked row and all after it, and their shares, which say little of the row.
function isSumFromHere(column: Column, section: Section): boolean {
  if (isTree(section)) return false;
  // Rows that are compared are not ranked, so a sum of all before them means nothing.
  if (/^cumulative_/.test(column.name)) return section.columns.some(isChange);
  const whole = column.name.replace(/^share_/, "");
  return section.columns.some(({ name, description }) => name === whole && isFromHere(description));
}

export function chooseColumns(section: Section, orderBy: string, all: boolean,
  kept: Kept = { formats: new Map() }): ColumnChoice {
  const rows = section.rows;
  const sampled = sample(rows);
  const same: string[] = [];
  const unknown: string[] = [];
  const repeated: string[] = [];
  const minor: string[] = [];
  const isCrowded = !section.columns.some(isChange) &&
    section.columns.filter(isNumeric).length > kManyNumbers;
  // Rows that are alike in all say so.
  const isAlike = rows.length > 1 && section.columns.filter((one) => isNumeric(one) && one.unit !== null).every(({ name }) => constant(rows, name));
  const empty = emptyStems(section);
  const ranked = measureOf(section, section.columns, orderBy);
  const told = withoutMinor(section.columns.filter((column) => {
    if (kStructure.includes(column.name) || (!all && isSpread(column))) return false;
    if (all || column.name === "name" || rows.length === 0) return true;
    if (isSumFromHere(column, section) && column.name !== orderBy) return false;
    if (column.name === "position" && rows.length > 1 && column.name !== orderBy &&
      (kept.isCounted ??= countsRows(column, rows))) {
      minor.push(`${titleOf(column)} is the order of the rows`);
      return false;
    }
    const stem = stemOf(column.name).replace(/^p_/, "");
    if (empty.has(stem) && column.name !== orderBy) {
      const isKnown = rows.some((row) => row[stem] === 0 || row[`base_${stem}`] === 0);
      if (column.name === stem) (isKnown ? same : unknown).push(titleOf(column) + (isKnown ? " (0)" : ""));
      return false;
    }
    if (repeatsName(column, rows)) {
      repeated.push(titleOf(column));
      return false;
    }
    if (isCrowded && column.name !== orderBy && isNumeric(column) && isZero(rows, column.name)) {
      same.push(`${titleOf(column)} (0)`);
      return false;
    }
    const value = constant(rows, column.name);
    if (!value || isBesideBase(column, section, rows)) return true;
    if (value.value === null || (Array.isArray(value.value) && value.value.length === 0)) {
      unknown.push(titleOf(column));
      return false;
    }
    // A ranking keeps its measure, and steps their time, which others are parts of.
    if ((column.name === ranked || (column.name === "total_us" && isStepTable(section))) && Number(value.value) > 0) return true;
    // Of a few rows the numbers are compared, equal or not.
    const isFew = rows.length <= kFew && (!isCrowded || isAlike);
    const isOfFew = isFew && isNumeric(column);
    if (hasCompanion(column, section, ({ name }) => constant(rows, name) === undefined || isFew)) return true;
    // A unit says what the numbers beside it are.
    if (rows.length === 1 || isOfFew || column.name === orderBy || column.name === "unit") return true;
    const format = isNumeric(column) ? new NumberFormat(column, [rows[0]]) : undefined;
    const text = format ? `${format.text(value.value as number)} ${format.label}`.trim()
      : shorten(String(value.value), 60);
    // What is compared is named once.
    if (stemOf(column.name) === column.name || !constant(rows, stemOf(column.name))) {
      same.push(`${titleOf(column)} (${text})`);
    }
    return false;
  }), all ? undefined : orderBy, rows, minor);
  const distinct = all ? told : withoutEqual(told, section, orderBy, ranked, minor);
  const measure = measureOf(section, distinct, orderBy);
  const lead = kept.lead ??= { measure, beside: besideNames(distinct, rows), blank: blankColumns(distinct, rows) };
  kept.leads?.(lead);
  if (!all) order(distinct, lead, rows, section.columns.some(isChange));
  const columns = all ? distinct : withoutCertain(distinct, rows, orderBy, same);
  const titles = titlesOf(columns);
  // In trees a row's own time and its total are compared, so they have one unit.
  const main = isTree(section) ? columns.find(({ name }) => name === lead.measure) : undefined;
  const like = main && new NumberFormat(main, rows);
  const beside = leadingFormats(columns, lead.measure, rows);
  const families = familyFormats(columns, rows, beside);
  const makeFormat = (column: Column) => !isNumeric(column) ? undefined
    : column.unit === main?.unit && column.type === main?.type ? new NumberFormat(column, rows, like)
      : new NumberFormat(column, rows, families.get(column), true, beside.get(column.unit ?? ""));
  const formatOf = (column: Column) => {
    const format = kept.formats.get(column.name) ?? makeFormat(column);
    if (format) kept.formats.set(column.name, format);
    return format;
  };
  const shown = columns.map((column, i) => wholeBeside({
    ...shownColumn(column, titles[i], rows, sampled, measure, column.name === lead.measure, isTree(section), inWords(section, column), formatOf(column)),
    isJudged: isJudged(column, section.columns),
    isBeside: lead.beside.includes(column.name),
    isBlank: lead.blank.includes(column.name),
  }));
  const parts = [];
  if (same.length > 0) parts.push(`the same in all rows: ${same.join(", ")}`);
  if (repeated.length > 0) parts.push(`the same as the name: ${repeated.join(", ")}`);
  parts.push(...minor);
  if (unknown.length > 0) parts.push(`not recorded: ${unknown.join(", ")}`);
  if (!all && section.columns.some((column) => isSumFromHere(column, section))) {
    parts.push("not shown: sums of a row and all after it");
  }
  const known = section.columns.filter((column) => !kStructure.includes(column.name) && !isSpread(column));
  return { shown, hidden: parts.join("; "), left: all ? [] : known.filter((column) => !shown.some((one) => one.column === column)) };
}

// What tells rows of one name apart is cut last.
function wholeBeside(shown: ShownColumn): ShownColumn {
  return shown.isBeside ? { ...shown, least: shown.width } : shown;
}

function shownColumn(column: Column, title: string, rows: Row[], sampled: Row[],
  measure: string, isLeading: boolean, isOfTree: boolean,
  own?: (text: string) => string, format?: NumberFormat): Omit<ShownColumn, "isJudged" | "isBeside" | "isBlank"> {
  const isText = column.type === "string" || column.type === "list";
  const start = isText && column.name !== "name" && rows.length > 1
    ? sharedStart(rows.map((row) => textOf(row, column.name)).filter(Boolean), kLongText) : "";
  const isBelow = isOfTree && column.name === "name";
  const plainIn = (row: Row) => shownText(column, row, "", isBelow ? aboveOf(rows, row) : undefined);
  const readable = own ? own : isText && sampled.some((row) => /[<(]/.test(textOf(row, column.name)))
    ? readableNames(rows, plainIn) : (text: string) => text;
  const textIn = (row: Row) => shownText(column, row, start, isBelow ? aboveOf(rows, row) : undefined, readable);
  const alikeIn = (row: Row) => column.name === "name" && alikeText(row) ? ` ${alikeText(row)}` : "";
  const texts = sampled.map((row) => isText ? `${textIn(row)}${alikeIn(row)}` : cellText(row[column.name], format, column, row));
  let largest = 0;
  const isMeasure = column.name === measure;
  if (isMeasure) {
    // What stands outside all others does not set the scale.
    for (const row of rows) {
      if (!isAnnotation(row) && !isOutside(row)) {
        largest = Math.max(largest, Number(row[column.name]) || 0);
      }
    }
  }
  if (format) texts.push(...extremes(rows, column.name).map((value) => format.text(value)));
  const label = format?.label ? ` ${format.label}` : "";
  const indent = isBelow ? sampled.reduce((most, row) => Math.max(most, indentOf(Number(row.depth) || 0)), 0) : 0;
  const width = Math.round(widthOf(column, title, label, texts) + (isLeading ? 20 : 0)) + indent; // of a bar
  const longest = column.name === "name" ? texts.reduce((most, text) => Math.max(most, text.length), 0) : 0;
  return {
    column,
    title,
    format,
    width,
    least: isText ? Math.min(width, Math.max(column.name === "name" ? (longest > kLongName ? kLeastLongName : kLeastName) + Math.min(indent, kMostIndent) : kLeastText,
      ...title.split(" ").map((word) => textWidth(word, 13, 600) + 22))) : width,
    want: isText ? Math.ceil(widestOf(texts, kMostLetters)) + indent + kSpareRoom : width,
    isMeasure,
    largest,
    isProse: isProse(column, rows, texts),
    start,
    readable,
    differs: differencesWhenCut(() => isText ? rows.map(textIn) : []),
  };
}

export const kLeastName = 210; // pixels that a name keeps in a crowded table, and any other text
const kLeastText = 150;
const kLongName = 70; // letters, of which what differs takes more room to show
const kLeastLongName = 400;
const kMostIndent = 140; // pixels of a tree's levels that a crowded table leaves room for
const kMostLetters = 1000; // of a text that would like to be whole
const kSpareRoom = 44; // pixels beside it

function extremes(rows: Row[], column: string): number[] {
  let [low, high] = [Infinity, -Infinity];
  for (const row of rows) {
    const value = row[column];
    if (typeof value !== "number") continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > high ? [] : [low, high];
}
