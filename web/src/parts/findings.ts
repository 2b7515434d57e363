// Findings: how bad, what, what acting on it saves, where to see more.

import { el, name, onPrint, shorten } from "../dom";
import { capital, exact, quantity, withMicro } from "../format";
import { currentRoute, hrefFromHere } from "../route";
import { headline, split } from "./headline";
import { sentence } from "./notes";
import { hasColumn, numberOf, textOf } from "../report";
import type { Column, Row, Section } from "../report";

export function holdsFindings(section: Section): boolean {
  return hasColumn(section, "severity") && hasColumn(section, "text");
}

const kWords: Record<string, string> = { error: "Error", warning: "Warning", info: "Info" };
const kOrder = ["error", "warning", "info"];

// Names of files, modules and devices stay as they are written.
function headingOf(text: string, subject: string): string {
  const isWord = /^[a-z]+ [a-z\d]/.test(text) && !subject.startsWith(text.split(" ")[0]);
  return isWord ? capital(text) : text;
}

// Whether a sentence names its subject, which need not be said again.
function says(text: string, subject: string): boolean {
  return [text, text.split(": ").pop() ?? ""].some((part) =>
    part.startsWith(subject) && /^$|^[\s,:;(]/.test(part.slice(subject.length)));
}

// Whether a single step is selected, of which all is said.
function isOneStep(): boolean {
  return /^\d+$/.test(currentRoute().params.step ?? "");
}

// `kind` sets its colour; `gain` stands beside what is said.
export function findingCard(kind: string, badge: string, heading: string, below: (HTMLElement | null)[],
  gain: (HTMLElement | null)[]): HTMLElement {
  return el("li", { class: `finding ${kind}` },
    el("span", { class: "badge" }, badge),
    el("div", { class: "what" }, el("h3", {}, headline(heading)), ...below),
    el("div", { class: "gain" }, ...gain));
}

function finding(row: Row): HTMLElement {
  const severity = textOf(row, "severity");
  const [first, rest] = split(withMicro(textOf(row, "text")));
  const saves = numberOf(row, "saves_us");
  const command = textOf(row, "command");
  const target = command ? hrefFromHere(command) : "";
  const about = ["subject", "rank", "host", "source"]
    .map((column) => [column, textOf(row, column)])
    .filter(([column, text]) => text !== "" && !(column === "subject" && says(textOf(row, "text"), text)))
    .map(([column, text]) => (column === "subject" ? text : `${column} ${text}`))
    .filter((text, i, all) => all.indexOf(text) === i)
    .filter((text) => !says(textOf(row, "text"), `both ${text}`));
  return findingCard(severity, kWords[severity] ?? severity, headingOf(first, textOf(row, "subject")), [
    rest ? el("p", {}, sentence(shorten(rest, 1200))) : null,
    about.length > 0 ? el("p", { class: "quiet" }, name(about.join(" · "), 200)) : null,
  ], [
    Number.isFinite(saves)
      ? el("p", { title: exact(saves, "us") }, "could save up to ", el("b", {}, quantity(saves, "us")),
        isOneStep() ? " in this step" : " per step")
      : null,
    target ? el("a", { class: "more", href: target, title: command,
      "data-finding": JSON.stringify(row.key ?? []) }, "Show evidence") : null,
  ]);
}

function rank(row: Row): number {
  const at = kOrder.indexOf(textOf(row, "severity"));
  return at < 0 ? kOrder.length : at;
}

function saving(row: Row): number {
  return numberOf(row, "saves_us") || 0;
}

// Rules' sections with the worst finding first; the others stand where they stood. Those of the rules
// `first` are in their order.
export function byWeight(sections: Section[], first: string[] = []): Section[] {
  if (!sections.some(holdsFindings)) return sections;
  const placeOf = ({ id }: Section) => first.includes(id) ? first.indexOf(id) : first.length;
  const weight = (section: Section) => [
    Math.min(kOrder.length + 1, ...section.rows.map(rank)), placeOf(section),
    -Math.max(0, ...section.rows.map(saving))];
  const keyed = sections.map((section, i) => ({ section, weight: [...weight(section), i] }));
  keyed.sort((a, b) => a.weight.map((of, k) => of - b.weight[k]).find((by) => by !== 0) ?? 0);
  return keyed.map(({ section }) => section);
}

// The id of a rule or of a finding as words: LaunchChecker, LowGPUUtilization, host_bound/rank 0,
// AcceleratorUtilizationChecker/low_utilization//device:GPU:0.
export function wordsOf(id: string): string {
  const parts = id.split("/");
  const isOfRule = /^[A-Z]/.test(parts[0]) && parts.length > 1;
  const [finding, ...about] = isOfRule ? parts.slice(1) : parts;
  const words = (finding || parts[0]).replace(/Checker$/, "").replace(/_/g, " ")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase());
  const tail = about.join("/").replace(/\/(rank \d+)$/, ", $1");
  return capital(words) + (tail === "" ? "" : `: ${tail}`);
}

const kRowsOf: [RegExp, string][] = [[/^rank \d+/, "rank"], [/^\/\S*device:/, "device"], [/^step \S+/, "step"]];

// What the rows of a table are, if all of them are one of these.
function rowsOf({ rows }: Section): string {
  const kind = kRowsOf.find(([pattern]) => rows.every((row) => pattern.test(textOf(row, "name"))));
  return kind && rows.length > 1 ? kind[1] : "";
}

// The title of a finding's evidence: what it bears out, and what its rows are. A table of all ranks is not
// one of the rank that the finding is about.
export function evidenceTitle(section: Section): string {
  const words = wordsOf(section.id);
  const rows = rowsOf(section);
  return rows === "" ? words : `${words.split(": ")[0]}, by ${rows}`;
}

// Whether rows of a table differ in more than one value.
function tellsMuch({ columns, rows }: Section): boolean {
  const differs = ({ name }: Column) => name !== "name" && name !== "key" &&
    rows.some((row) => JSON.stringify(row[name]) !== JSON.stringify(rows[0][name]));
  return columns.filter(differs).length > 1;
}

// The tables that bear out the findings of a section. Findings that only tell need none of which the
// rows hardly differ.
export function evidenceOf(section: Section): Section[] {
  const tables = distinctTables(section.sections ?? []);
  const onlyTells = holdsFindings(section) && section.rows.every(isMinor);
  const kept = onlyTells ? tables.filter((table) => table.rows.length === 1 || tellsMuch(table)) : tables;
  return holdsFindings(section) ? kept.map((table) => ({ ...table, isEvidence: true })) : kept;
}

// Tables of evidence, each once: several findings may bear on the same rows.
function distinctTables(sections: Section[]): Section[] {
  const seen = new Set<string>();
  return sections.filter((section) => {
    const key = JSON.stringify([section.columns.map(({ name }) => name), section.rows]);
    return section.rows.length > 0 && !seen.has(key) && Boolean(seen.add(key));
  });
}

const kMostMinor = 6; // findings of a rule that only tell, of which so many are seen first if there are more
const kMinor = 4;

function isMinor(row: Row): boolean {
  return textOf(row, "severity") === "info" && !(saving(row) > 0);
}

// Cards, each followed by its tables.
function list(rows: Row[], tablesOf: (row: Row) => HTMLElement[]): HTMLElement[] {
  const parts: HTMLElement[] = [];
  let cards: HTMLElement[] = [];
  const close = () => {
    if (cards.length > 0) parts.push(el("ul", { class: "findings" }, ...cards));
    cards = [];
  };
  for (const row of rows) {
    cards.push(finding(row));
    const tables = tablesOf(row);
    if (tables.length === 0) continue;
    close();
    parts.push(...tables);
  }
  close();
  return parts;
}

// Rows that differ in their severity stand in its order.
function sortedRows(section: Section): Row[] {
  const rows = section.rows.map((row, i) => ({ row, i }));
  rows.sort((a, b) => rank(a.row) - rank(b.row) || saving(b.row) - saving(a.row) || a.i - b.i);
  return rows.map(({ row }) => row);
}

// Whether a table bears out a finding, whose key names it.
function isOf(table: Section, row: Row): boolean {
  return Array.isArray(row.key) && row.key.map(String).join("/") === table.id;
}

// The findings of the overview, in whose order the first thing to change comes first.
export function verdictList(section: Section): HTMLElement {
  return el("div", { class: "with-evidence" }, ...list(section.rows, () => []));
}

// The findings of a rule, each with the tables that bear it out; `draw` makes one of a table.
export function findings(section: Section, draw: (table: Section) => HTMLElement): HTMLElement {
  const rows = sortedRows(section);
  // Of findings that share a table the first has it.
  const waiting = evidenceOf({ ...section, rows, sections: rows.flatMap((row) =>
    (section.sections ?? []).filter((table) => isOf(table, row)))
    .concat((section.sections ?? []).filter((table) => !rows.some((row) => isOf(table, row)))) });
  const tablesOf = (row: Row) => {
    const own = waiting.filter((table) => isOf(table, row));
    for (const table of own) waiting.splice(waiting.indexOf(table), 1);
    return own.map(draw);
  };
  const last = rows.filter(isMinor);
  const folded = last.length > kMostMinor ? last.slice(kMinor) : [];
  const parts = list(rows.filter((row) => !folded.includes(row)), tablesOf);
  if (folded.length > 0) parts.push(more(folded, tablesOf));
  return el("div", { class: "with-evidence" }, ...parts, ...waiting.map(draw));
}

function more(rows: Row[], tablesOf: (row: Row) => HTMLElement[]): HTMLElement {
  const folded = el("details", { class: "more-findings" },
    el("summary", {}, `${rows.length} more, for information only`), ...list(rows, tablesOf));
  onPrint(folded, () => (folded.open = true), () => (folded.open = false));
  return folded;
}
