// A row as an element.

import { el } from "../../dom";
import { isAnnotation } from "../../format";
import { aboveOf, isOutside } from "../../report";
import type { Section } from "../../report";
import { fillCell } from "./cells";
import { indentOf, levelIndent } from "./indent";
import type { ShownColumn } from "./columns";
import type { TreeRows } from "./rows";
import { twist } from "./tools";

const kPadding = 16; // pixels of a cell
const kCrowdedPadding = 10;

export interface Layout {
  columns: ShownColumn[];
  widths: number[]; // pixels of each column
  isCrowded: boolean;
  isPaper: boolean;
}

export function rowElement(section: Section, tree: TreeRows | undefined, at: number,
  { columns, widths, isCrowded, isPaper }: Layout): HTMLTableRowElement {
  const row = section.rows[at];
  const element = el("tr");
  if (tree) element.setAttribute("aria-level", String(tree.depth[at] + 1));
  if (tree?.hasChildren(at)) element.setAttribute("aria-expanded", String(tree.isOpen(at)));
  element.classList.toggle("mark", isAnnotation(row) || isOutside(row));
  element.classList.toggle("tall", columns.some(({ isProse }) => isProse));
  const parent = tree ? aboveOf(section.rows, row) : undefined;
  const depth = tree?.depth[at] ?? 0;
  const indent = levelIndent(depth);
  columns.forEach((shown, i) => {
    const cell = el("td");
    const isTwisted = i === 0 && tree !== undefined;
    if (isTwisted) cell.append(twist(tree, at, isPaper ? 0 : indent));
    if (isTwisted && isPaper) cell.style.paddingLeft = `${indent + kPadding / 4}px`;
    const beside = (isCrowded ? kCrowdedPadding : kPadding) + (isTwisted ? indentOf(depth) : 0);
    fillCell(cell, shown, row, isPaper ? Infinity : widths[i] - beside, parent);
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
