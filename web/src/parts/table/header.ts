// The cells above the columns: their titles, below them the units, and the sign of the order.

import { el, name } from "../../dom";
import type { ShownColumn } from "./columns";

export interface Order {
  isSorted: boolean;
  isDown: boolean;
}

function headerCell({ column, title, format }: ShownColumn, order: Order,
  hasUnits: boolean, onSort?: () => void): HTMLElement {
  const texts = [name(title, 40), format?.label ? el("small", {}, format.label) : null];
  const button = !onSort ? el("span", {}, ...texts) : el("button", {
    title: `${column.description || title}\n(${column.name})`,
    "data-column": column.name,
    class: hasUnits && !format?.label ? "no-unit" : undefined,
    click: onSort,
  }, ...texts);
  return el("th", {
    scope: "col",
    class: format ? "number" : undefined,
    "aria-sort": order.isSorted ? (order.isDown ? "descending" : "ascending") : undefined,
  }, button);
}

// Without `onSort` the titles are no buttons, which paper does not repeat on the next page.
export function headerRow(columns: ShownColumn[], orderOf: (shown: ShownColumn) => Order,
  onSort?: (column: string) => void): HTMLTableRowElement {
  const hasUnits = columns.some(({ format }) => Boolean(format?.label));
  return el("tr", { "aria-rowindex": 1 }, ...columns.map((shown) =>
    headerCell(shown, orderOf(shown), hasUnits, onSort && (() => onSort(shown.column.name)))));
}
