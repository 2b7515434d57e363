// A row as an element.

import { el, kPaperWidth } from "../../dom";
import { isAnnotation } from "../../format";
import { aboveOf, isOutside } from "../../report";
import type { Section } from "../../report";
import { fillCell } from "./cells";
import { indentOf, kTwist, levelIndent } from "./indent";
import type { ShownColumn } from "./columns";
import type { TreeRows } from "./rows";
import { twist } from "./tools";
import { letterScale } from "./widths";

const kPadding = 16; // pixels of a cell
const kCrowdedPadding = 10;
const kPaperPadding = 12; // with some room, as printed letters are not quite those that are measured

export interface Layout {
  columns: ShownColumn[];
  widths: number[]; // pixels of each column
  isCrowded: boolean;
  isPaper: boolean;
}

// The pixels that a text may take, in letters of their usual size. On paper a name goes on in the next line, but
// not in a tree, whose rows are told apart by where they begin.
function roomOf(width: number, depth: number | undefined, isInTree: boolean,
  { widths, isCrowded, isPaper }: Layout): number {
  if (!isPaper) {
    return width - (isCrowded ? kCrowdedPadding : kPadding) - (depth === undefined ? 0 : indentOf(depth));
  }
  if (!isInTree) return Infinity;
  const scale = letterScale(widths, kPaperWidth);
  return width - kPaperPadding / scale - (depth === undefined ? 0 : kTwist + levelIndent(depth, true) / scale);
}

export function rowElement(section: Section, tree: TreeRows | undefined, at: number,
  layout: Layout): HTMLTableRowElement {
  const { columns, widths, isPaper } = layout;
  const row = section.rows[at];
  const element = el("tr");
  if (tree) element.setAttribute("aria-level", String(tree.depth[at] + 1));
  if (tree?.hasChildren(at)) element.setAttribute("aria-expanded", String(tree.isOpen(at)));
  element.classList.toggle("mark", isAnnotation(row) || isOutside(row));
  element.classList.toggle("tall", columns.some(({ isProse }) => isProse));
  const parent = tree ? aboveOf(section.rows, row) : undefined;
  const depth = tree?.depth[at] ?? 0;
  const indent = levelIndent(depth, isPaper);
  columns.forEach((shown, i) => {
    const cell = el("td");
    const isTwisted = i === 0 && tree !== undefined;
    if (isTwisted) cell.append(twist(tree, at, isPaper ? 0 : indent));
    if (isTwisted && isPaper) cell.style.paddingLeft = `${indent + kPadding / 4}px`;
    fillCell(cell, shown, row, roomOf(widths[i], isTwisted ? depth : undefined, tree !== undefined, layout), parent);
    element.append(cell);
  });
  return element;
}

// Tells a row its place among those that are shown; returns whether that is another one than before.
export function isPlaced(row: HTMLTableRowElement, table: string, index: number): boolean {
  const id = `${table}-${index}`;
  if (row.id === id) return false;
  row.id = id;
  row.setAttribute("aria-rowindex", String(index + 2));
  return true;
}
