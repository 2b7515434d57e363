// The cell above a column: its title, below it the unit, and the sign of the order.

import { el, name } from "../../dom";
import type { ShownColumn } from "./columns";

export interface Order {
  isSorted: boolean;
  isDown: boolean;
}

export function headerCell({ column, title, format }: ShownColumn, order: Order,
  hasUnits: boolean, onSort: () => void): HTMLElement {
  const button = el("button", {
    title: `${column.description || title}\n(${column.name})`,
    "data-column": column.name,
    click: onSort,
  }, name(title, 40), hasUnits ? el("small", {}, format?.label || "\u00a0") : null);
  return el("th", {
    scope: "col",
    class: format ? "number" : undefined,
    "aria-sort": order.isSorted ? (order.isDown ? "descending" : "ascending") : undefined,
  }, button);
}
