// Findings: how bad, what, what acting on it saves, where to see more.

import { el, name } from "../dom";
import { quantity } from "../format";
import { hrefOfCommand } from "../route";
import { hasColumn, numberOf, textOf } from "../report";
import type { Row, Section } from "../report";

export function holdsFindings(section: Section): boolean {
  return hasColumn(section, "severity") && hasColumn(section, "text");
}

const kWords: Record<string, string> = { error: "Error", warning: "Warning", info: "Info" };
const kOrder = ["error", "warning", "info"];

// The part before the first colon is the finding, what follows explains it.
function split(text: string): [string, string] {
  const colon = text.search(/: /);
  const isWord = !text.slice(0, Math.max(0, colon)).includes(" "); // it says too little alone
  if (colon < 0 || colon > 160 || isWord) return [text, ""];
  return [text.slice(0, colon), text.slice(colon + 2)];
}

function finding(row: Row): HTMLElement {
  const severity = textOf(row, "severity");
  const [headline, rest] = split(textOf(row, "text"));
  const saves = numberOf(row, "saves_us");
  const command = textOf(row, "command");
  const target = command ? hrefOfCommand(command) : "";
  const about = ["subject", "rank", "host", "source"]
    .map((column) => [column, textOf(row, column)])
    .filter(([, text]) => text !== "")
    .map(([column, text]) => (column === "subject" ? text : `${column} ${text}`));
  return el("li", { class: `finding ${severity}` },
    el("span", { class: "badge" }, kWords[severity] ?? severity),
    el("div", { class: "what" },
      el("h3", {}, name(headline.charAt(0).toUpperCase() + headline.slice(1), 400)),
      rest ? el("p", {}, name(rest, 1200)) : null,
      about.length > 0 ? el("p", { class: "quiet" }, name(about.join(" · "), 200)) : null),
    el("div", { class: "gain" },
      Number.isFinite(saves)
        ? el("p", { title: `${saves} us` }, "could save ", el("b", {}, quantity(saves, "us")),
          " per step")
        : null,
      target ? el("a", { class: "more", href: target, title: command }, "Show evidence") : null));
}

export function findings(section: Section): HTMLElement {
  const rows = section.rows.map((row, i) => ({ row, i }));
  const rank = (row: Row) => kOrder.indexOf(textOf(row, "severity"));
  rows.sort((a, b) => rank(a.row) - rank(b.row) || a.i - b.i);
  return el("ul", { class: "findings" }, ...rows.map(({ row }) => finding(row)));
}
