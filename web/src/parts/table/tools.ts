// What stands around a table and its names: opening a tree, columns left out, rows not printed.

import { el } from "../../dom";
import { count } from "../../format";
import type { TreeRows } from "./rows";

interface Tools {
  rows: number;
  isTree: boolean;
  hidden: string; // why columns are left out, or ""
  left: number; // how many are
  groups: string; // how rows are grouped, or ""
  marks: boolean; // some rows are grey
  hasAll: boolean; // columns
  setAll: (open: boolean) => () => void;
  toggle: () => void;
}

// Names of many columns would be read before the table is.
function leftOut(hidden: string, left: number): HTMLElement {
  return el("details", { class: "left-out" },
    el("summary", {}, left > 0 ? `${count(left, "column")} hidden` : "About the columns"),
    el("p", { class: "quiet same-columns" }, hidden));
}

export function tableTools({ rows, isTree, hidden, left, groups, marks, hasAll, setAll, toggle }: Tools): HTMLElement {
  return el("div", { class: "tools" },
    isTree && el("button", { click: setAll(true) }, "Open all"),
    isTree && el("button", { click: setAll(false) }, "Close all"),
    isTree && el("span", { class: "quiet" }, count(rows, "row")),
    (hidden !== "" || hasAll) && el("button", { click: toggle }, hasAll ? "Fewer columns" : "All columns"),
    marks && el("span", { class: "quiet same-columns marked" }, "grey rows are marks around others"),
    groups !== "" && el("span", { class: "quiet same-columns" }, groups),
    hidden !== "" && leftOut(hidden, left));
}

// `shown` rows are in no closed branch; `columns` are left out.
export function notPrinted(all: number, shown: number, most: number, columns: number): HTMLElement | null {
  const parts = [];
  if (columns > 0) parts.push(`${count(columns, "more column")}, for which a page has no room`);
  if (shown > most) parts.push(`${count(shown - most, "more row")}, which are not printed`);
  if (all > shown) parts.push(`${count(all - shown, "row")} in closed branches`);
  return parts.length > 0 ? el("p", { class: "about" }, `${parts.join(", and ")}.`) : null;
}

// The sign before a name of a tree: open, closed, or room for neither.
export function twist(tree: TreeRows, row: number, indent: number): HTMLElement {
  const sign = el("span", { class: "twist", "aria-hidden": "true" });
  sign.style.marginLeft = `${indent}px`;
  if (tree.hasChildren(row)) sign.textContent = tree.isOpen(row) ? "▾" : "▸";
  return sign;
}
