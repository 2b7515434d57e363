// The first rows of a table as bars: a text and a number each.

import { el, name } from "../dom";
import { NumberFormat } from "../format";
import { titleOf } from "../titles";
import { numberOf, textOf } from "../report";
import type { Column, Section } from "../report";

const kMostBars = 20;

// `labels` are the columns whose texts say what a bar is.
export function barChart(section: Section, labels: Column[], value: Column): HTMLElement {
  const rows = section.rows.slice(0, kMostBars);
  const format = new NumberFormat(value, rows);
  const largest = Math.max(...rows.map((row) => numberOf(row, value.name) || 0), 1e-9);
  return el("figure", { class: "picture" },
    el("figcaption", {}, `${titleOf(value)} by ${labels.map(titleOf).join(", ")}`,
      format.label ? el("small", {}, ` in ${format.label}`) : null),
    el("ul", { class: "bars" }, ...rows.map((row) => {
      const bar = el("i");
      bar.style.width = `${Math.max(0, (numberOf(row, value.name) / largest) * 100) || 0}%`;
      return el("li", {}, name(labels.map(({ name: own }) => textOf(row, own) || "–").join(" · "), 40), el("span", {}, bar),
        el("b", {}, format.text(numberOf(row, value.name) || 0)));
    })));
}
