// What stands around a row of a tree: callers and callees, scopes, inputs.

import { el, name } from "../dom";
import { isNumeric, quantity } from "../format";
import { titleOf } from "../titles";
import { isTree, numberOf, textOf } from "../report";
import type { Column, Row, Section } from "../report";
import type { TreeRows } from "./table/rows";

const kMostAbove = 8;
const kMostBelow = 10;

function measureOf(section: Section, measure: string): Column | undefined {
  return section.columns.find((column) => column.name === measure && isNumeric(column)) ??
    section.columns.find((column) => /^total_/.test(column.name) && column.unit === "us");
}

function list(title: string, rows: number[], section: Section, measure: Column | undefined,
  show: (index: number) => void): HTMLElement | null {
  if (rows.length === 0) return null;
  return el("section", { class: "neighbours" }, el("h3", {}, title), el("ul", {}, ...rows.map((i) => {
    const row = section.rows[i];
    const value = measure ? numberOf(row, measure.name) : NaN;
    return el("li", {}, el("button", { type: "button", click: () => show(i) },
      name(textOf(row, "name"), 48)),
    measure && Number.isFinite(value) ? el("span", { class: "quiet", title: titleOf(measure) },
      quantity(value, measure.unit, measure.type === "integer")) : null);
  })));
}

// The rows above one, nearest first, and those directly below it; `show` shows another.
export function neighbours(section: Section, tree: TreeRows, row: Row, measure: string,
  show: (index: number) => void): (HTMLElement | null)[] {
  const at = section.rows.indexOf(row);
  if (at < 0 || !isTree(section)) return [];
  const above = [];
  for (let i = tree.parent[at]; i > 0 && above.length < kMostAbove; i = tree.parent[i]) above.push(i);
  const column = measureOf(section, measure);
  const size = (i: number) => (column && numberOf(section.rows[i], column.name)) || 0;
  const all = tree.children(at).sort((a, b) => size(b) - size(a));
  const below = all.slice(0, kMostBelow);
  const more = all.length - below.length;
  return [list("Above it", above, section, column, show),
    list(more > 0 ? `Below it, the largest ${below.length} of ${all.length}` : "Below it", below,
      section, column, show)];
}
