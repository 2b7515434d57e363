// What stands around a table and its names: opening a tree, columns left out, rows not printed.

import { el } from "../../dom";
import { count } from "../../format";
import type { Column } from "../../report";
import type { TreeRows } from "./rows";

const kCompared: [RegExp, string][] = [[/^(total_)?base_/, "of the base"], [/^(total_)?(delta|ratio)_/, "of changes"],
  [/^p_/, "of p-values"]];

interface Tools {
  rows: number;
  isTree: boolean;
  hidden: string; // why columns are left out, or ""
  left: Column[]; // these
  groups: string; // how rows are grouped, or ""
  marks: boolean; // some rows are grey
  hasAll: boolean; // columns
  setAll: (open: boolean) => () => void;
  toggle: () => void;
}

// Of a comparison most columns are left out, as each has its base and its change.
function leftText(left: Column[]): string {
  const counts = kCompared.map(([pattern, words]) => ({ words, times: left.filter(({ name }) => pattern.test(name)).length }))
    .filter(({ times }) => times > 0);
  const all = `${count(left.length, "column")} hidden`;
  if (counts.length === 0) return all;
  const others = left.length - counts.reduce((sum, { times }) => sum + times, 0);
  return `${all}: ${[...counts.map(({ words, times }) => `${times} ${words}`),
    ...others > 0 ? [count(others, "other")] : []].join(", ")}`;
}

// Names of many columns would be read before the table is.
function leftOut(hidden: string, left: Column[]): HTMLElement {
  return el("details", { class: "left-out" },
    el("summary", {}, left.length > 0 ? leftText(left) : "About the columns"),
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
