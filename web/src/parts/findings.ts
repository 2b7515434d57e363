// Findings: how bad, what, what acting on it saves, where to see more.

import { el, name, shorten } from "../dom";
import { exact, quantity, withMicro } from "../format";
import { hrefOfCommand } from "../route";
import { sentence } from "./notes";
import { hasColumn, numberOf, textOf } from "../report";
import type { Row, Section } from "../report";

export function holdsFindings(section: Section): boolean {
  return hasColumn(section, "severity") && hasColumn(section, "text");
}

const kWords: Record<string, string> = { error: "Error", warning: "Warning", info: "Info" };
const kOrder = ["error", "warning", "info"];

// What makes words a heading, in findings: a verb, or a rank.
const kVerb = /^top \d|\b(are|come|comes|did|do|has|have|is|ran|run|runs|take|takes|waits?|warms|was|were|bound)\b/;
const kLongestHeading = 160, kLongestOfSubject = 220; // letters

// The part before the first colon is the finding, what follows explains it. Before a colon that follows
// the subject alone ("both rank 0 and rank 1: ...") nothing is said yet.
function split(text: string): [string, string] {
  const first = text.search(/: /);
  const before = text.slice(0, Math.max(0, first));
  // `file.py:8:step, cpu: 12 ms`: a label after a comma begins a list of values.
  if (first < 0 || /, [a-z]+$/.test(before)) return [text, ""];
  const isSubject = !kVerb.test(before);
  const next = isSubject ? text.slice(first + 2).search(/: /) : -1;
  const second = first + 2 + next;
  const isSaid = next >= 0 && second <= kLongestOfSubject && kVerb.test(text.slice(first, second));
  if (isSaid) return halves(text, second);
  const isWord = !before.includes(" "); // it says too little alone
  return isSubject || isWord || first > kLongestHeading ? [text, ""] : halves(text, first);
}

function halves(text: string, colon: number): [string, string] {
  return [text.slice(0, colon), text.slice(colon + 2)];
}

// Names of files, modules and devices stay as they are written.
function capital(text: string, subject: string): string {
  const isWord = /^[a-z]+ [a-z\d]/.test(text) && !subject.startsWith(text.split(" ")[0]);
  return isWord ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

// Whether a sentence names its subject, which need not be said again.
function says(text: string, subject: string): boolean {
  return [text, text.split(": ").pop() ?? ""].some((part) =>
    part.startsWith(subject) && /^$|^[\s,:;(]/.test(part.slice(subject.length)));
}

function finding(row: Row): HTMLElement {
  const severity = textOf(row, "severity");
  const [headline, rest] = split(withMicro(textOf(row, "text")));
  const saves = numberOf(row, "saves_us");
  const command = textOf(row, "command");
  const target = command ? hrefOfCommand(command) : "";
  const about = ["subject", "rank", "host", "source"]
    .map((column) => [column, textOf(row, column)])
    .filter(([column, text]) => text !== "" && !(column === "subject" && says(textOf(row, "text"), text)))
    .map(([column, text]) => (column === "subject" ? text : `${column} ${text}`));
  return el("li", { class: `finding ${severity}` },
    el("span", { class: "badge" }, kWords[severity] ?? severity),
    el("div", { class: "what" },
      el("h3", {}, sentence(shorten(capital(headline, textOf(row, "subject")), 400))),
      rest ? el("p", {}, sentence(shorten(rest, 1200))) : null,
      about.length > 0 ? el("p", { class: "quiet" }, name(about.join(" · "), 200)) : null),
    el("div", { class: "gain" },
      Number.isFinite(saves)
        ? el("p", { title: exact(saves, "us") }, "could save up to ", el("b", {}, quantity(saves, "us")),
          " per step")
        : null,
      target ? el("a", { class: "more", href: target, title: command,
        "data-finding": textOf(row, "text") }, "Show evidence") : null));
}

function rank(row: Row): number {
  const at = kOrder.indexOf(textOf(row, "severity"));
  return at < 0 ? kOrder.length : at;
}

function saving(row: Row): number {
  return numberOf(row, "saves_us") || 0;
}

// Rules' sections with the worst finding first; the others stand where they stood.
export function byWeight(sections: Section[]): Section[] {
  if (!sections.some(holdsFindings)) return sections;
  const weight = ({ rows }: Section) => [
    Math.min(kOrder.length + 1, ...rows.map(rank)), -Math.max(0, ...rows.map(saving))];
  const keyed = sections.map((section, i) => ({ section, i, weight: weight(section) }));
  keyed.sort((a, b) => a.weight[0] - b.weight[0] || a.weight[1] - b.weight[1] || a.i - b.i);
  return keyed.map(({ section }) => section);
}

// The id of a rule or of a finding as words: LaunchChecker, LowGPUUtilization,
// AcceleratorUtilizationChecker/low_utilization//device:GPU:0.
export function wordsOf(id: string): string {
  const [rule, finding, ...about] = id.split("/");
  const words = (finding || rule).replace(/Checker$/, "").replace(/_/g, " ")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase());
  const tail = about.join("/");
  return words.charAt(0).toUpperCase() + words.slice(1) + (tail === "" ? "" : `: ${tail}`);
}

export function findings(section: Section): HTMLElement {
  const rows = section.rows.map((row, i) => ({ row, i }));
  rows.sort((a, b) => rank(a.row) - rank(b.row) || saving(b.row) - saving(a.row) || a.i - b.i);
  return el("ul", { class: "findings" }, ...rows.map(({ row }) => finding(row)));
}
