// One row in full: its values, what its columns mean, and the commands about it.

import { el, name, replace } from "../dom";
import { changeOf, exact, isNumeric, isRatio, quantity, unitOf } from "../format";
import { titleOf, titlesOf } from "../titles";
import { ask, askOnce, isFile } from "../api";
import { isFlag, obeys } from "../catalog";
import { emptyPages } from "../empty_pages";
import { commandOf, currentRoute, hrefFromHere, hrefOfCommand, leaveRow } from "../route";
import { formatCommand, nameRegex, parseCommand, quote, sqlText } from "../command";
import { hasColumn, holdsRows, isTree, mainSection, textOf } from "../report";
import { hrefWithCall } from "./called_row";
import { lineCharts } from "./line_chart";
import { stemOf } from "./table/families";
import { moveOf } from "./table/keys";
import { isZero } from "./table/repeated_columns";
import type { Column, Row, Section } from "../report";

interface Link {
  label: string;
  command: string;
  mayBeEmpty?: boolean; // of some rows it has nothing
  call?: string; // the op whose call is looked for among the rows
}

// A column whose value names something that a view has rows about.
const kNeighbours: [string, (value: string, row: Row) => Link][] = [
  ["op", (value) => ({ label: "The op", command: `ops -show_name_regexes ${quote(nameRegex(value))}` })],
  ["framework_op", (value) => ({
    label: "The framework op", command: `ops -show_name_regexes ${quote(nameRegex(value))}`,
  })],
  ["source", (value, row) => ({
    label: "Its line", call: textOf(row, "op") || textOf(row, "framework_op") || textOf(row, "name"),
    command: `code -max_depth 100 -order_by micros -top 20000 -start_name_regexes ` +
      quote(`.*${nameRegex(value.replace(/^.*\//, ""))}.*`),
  })],
  ["scope", (value) => ({
    label: "Its scope", command: `scope -max_depth 30 -order_by micros -start_name_regexes ` +
      quote(nameRegex(value)),
  })],
  ["number", (value) => ({ label: "Ops of this step", command: `ops -step ${value}` })],
  ["number", (value) => ({ label: "Overview of this step", command: `overview -step ${value}` })],
  ["module", (value) => ({ label: "Its buffers", command: `buffers -module ${quote(nameRegex(value))}` })],
];

// Rows of `scope` have an op's name as the end of their own.
const kInScope = "scope -max_depth 30 -order_by micros -show_name_regexes";

// Views whose rows name what other views have rows about, too.
const kSameName: Record<string, [string, string][]> = {
  ops: [["Its kernels", "kernels -where"], ["Its launches", "launches -show_name_regexes"], ["What feeds it", "graph -max_depth 12 -order_by micros " +
    "-start_name_regexes"], ["In its scope", kInScope]],
  top_ops: [["The op", "ops -show_name_regexes"], ["Its kernels", "kernels -where"]],
  hlo: [["Around it", "hlo -around"]],
  op: [["Ops of this type", "ops -where"]],
  scope: [["As ops", "ops -show_name_regexes"], ["Start here", "scope -max_depth 30 -order_by micros " +
    "-start_name_regexes"]],
  code: [["Start here", "code -max_depth 100 -order_by micros -start_name_regexes"]],
  graph: [["As an op", "ops -show_name_regexes"], ["Start here", "graph -max_depth 12 -order_by " +
    "micros -start_name_regexes"]],
};
const kConditions: Record<string, string> = { ops: "op", top_ops: "op", op: "type" };

// An op of a host whose own calls put nothing on a device.
function launchesNothing(section: Section, row: Row): boolean {
  return hasColumn(section, "device_direct_us") && row.placement === "host" && !row.device_direct_us;
}

function linksOf(section: Section, row: Row): Link[] {
  const links: Link[] = [];
  for (const [column, make] of kNeighbours) {
    if (hasColumn(section, column) && textOf(row, column) !== "") links.push(make(textOf(row, column), row));
  }
  const own = textOf(row, "name");
  for (const [label, start] of kSameName[section.id] ?? []) {
    if (/^(kernels|launches) /.test(start) && launchesNothing(section, row)) continue;
    const argument = start.endsWith("-where")
      ? `${kConditions[section.id]} == ${JSON.stringify(own)}`
      : start === kInScope ? `(.*/)?${nameRegex(own)}` : nameRegex(own);
    links.push({ label, command: `${start} ${quote(argument)}`, mayBeEmpty: start.endsWith("-where") });
  }
  return links;
}

// The question in SQL that has this row.
function sqlOf(section: Section, view: string, row: Row): string {
  const own = textOf(row, "name");
  if (section.id !== view || own === "") return "";
  const options = isTree(section) ? `'-max_depth 100'` : "";
  return `SELECT * FROM ${view}(${options}) WHERE name = ${sqlText(own)}`;
}

// Taken away again if its command has no rows: calls of runtimes have a type, and are no ops.
function linkItem({ label, command, call, mayBeEmpty }: Link): HTMLElement {
  const item = el("li", {}, el("a", { href: hrefWithCall(hrefFromHere(command), call), title: command }, label));
  if (mayBeEmpty && !isFile()) {
    void askOnce(`${command} -top 1`).then((report) => holdsRows(report) || item.remove(), () => undefined);
  }
  return item;
}

const kLongestName = 2000; // letters, as of the functions of templates

// The title and the tree show these.
const kNotShown = ["name", "key", "depth", "parent", "accounted"];

function isRecorded(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

// Whether a value of a row that only one of two profiles has was recorded there, or is of no other.
function isOfOneProfile(section: Section, row: Row, column: string): boolean {
  const stem = stemOf(column);
  const isBoth = hasColumn(section, stem) && hasColumn(section, `base_${stem}`);
  if (row.verdict === "removed") return !isBoth || isRecorded(row[`base_${stem}`]);
  return row.verdict === "added" && isBoth && isRecorded(row[stem]);
}

function valueText(column: Column, row: Row): string {
  const value = row[column.name];
  if (value === null || value === undefined) return "–";
  if (typeof value === "number" && isRatio(column)) return changeOf(value);
  if (typeof value === "number" && isNumeric(column)) {
    return quantity(value, unitOf(column), column.type === "integer");
  }
  if (Array.isArray(value) && column.type === "series") return `${value.length} values`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export class Details {
  readonly element = el("aside", { class: "details", "aria-label": "The row in full", hidden: true });
  private shown: Row | undefined;
  private before: HTMLElement | null = null;
  private onStep: ((by: number) => void) | undefined;
  // Shows the row that the address has now, or none; false if the table is no longer on the page.
  follow: () => boolean = () => false;

  constructor() {
    this.element.addEventListener("keydown", (event) => {
      const by = moveOf(event.key, 1);
      if (event.key === "Escape") this.dismiss();
      else if (/^Arrow/.test(event.key) && by !== undefined && this.onStep) this.onStep(by);
      else return;
      event.preventDefault();
    });
  }

  // `around` are lists of other rows; `onStep` shows the next row, or that before. The focus stays where it is if the
  // address had the row.
  show(section: Section, view: string, row: Row, around: (HTMLElement | null)[] = [],
    onStep?: (by: number) => void, isOfAddress = false): void {
    this.shown = row;
    this.onStep = onStep;
    if (this.element.hidden) this.before = document.activeElement as HTMLElement | null;
    const columns = section.columns.filter(({ name }) => !kNotShown.includes(name));
    const titles = titlesOf(columns);
    const isNothing = (column: Column) => section.rows.length > 1 && isNumeric(column) && isZero(section.rows, column.name);
    const values = columns.filter((column) => isRecorded(row[column.name]) && !isNothing(column));
    const zeros = columns.filter((column) => row[column.name] === 0 && isNothing(column));
    const without = columns.filter(({ name }) => !isRecorded(row[name]));
    const absent = without.filter(({ name }) => isOfOneProfile(section, row, name));
    const unknown = without.filter((column) => !absent.includes(column));
    const listed = (why: string, names: Column[]) => names.length > 0
      ? el("p", { class: "quiet unknown" }, `${why}: ${names.map(titleOf).join(", ")}`) : null;
    const close = el("button", { class: "close", click: () => this.dismiss() }, "Close");
    const links = linksOf(section, row).filter(({ command }) => hrefOfCommand(command) !== "" &&
      !emptyPages.has(parseCommand(command, isFlag).view));
    const query = sqlOf(section, view, row);
    if (query !== "" && !isFile()) links.push({ label: "In SQL", command: `sql ${quote(query)}` });
    replace(this.element,
      el("header", {}, el("h2", {}, name(textOf(row, "name") || "Row", kLongestName)), close),
      el("ul", { class: "links" }, ...links.map(linkItem)),
      el("dl", {}, ...values.flatMap((column) => [
        el("dt", { title: column.description }, titles[columns.indexOf(column)]),
        el("dd", { title: exact(row[column.name], column.unit).slice(0, 2000) },
          name(valueText(column, row), 300)),
      ])),
      listed(row.verdict === "removed" ? "None in the new profile" : "None in the base", absent),
      listed("0 in all rows", zeros), listed("Not recorded", unknown),
      ...around);
    this.element.hidden = false;
    if (!isOfAddress) close.focus();
    void this.appendSteps(section, view, row);
  }

  // How the row went from step to step, of views that can say so.
  private async appendSteps(section: Section, view: string, row: Row): Promise<void> {
    if (isFile() || section.id !== view || !obeys(view, "stat")) return;
    const command = commandOf(currentRoute(), obeys);
    command.options.stat = "per_step";
    command.options.show_name_regexes = nameRegex(textOf(row, "name"));
    const key = JSON.stringify(row.key);
    try {
      const main = mainSection(await ask(formatCommand(command)));
      const own = main?.rows.find((other) => JSON.stringify(other.key) === key);
      const isStill = this.shown === row;
      const column = main?.columns.find(({ type }) => type === "series");
      if (!main || !own || !column || !isStill) return;
      const chart = lineCharts({ ...main, columns: [column], rows: [own] });
      if (chart) this.element.append(chart);
    } catch {
      // One step, or no steps at all: the values above are all there is.
    }
  }

  // The user is done with the row, which the address has no longer.
  private dismiss(): void {
    this.close();
    leaveRow();
  }

  close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.before?.focus();
  }
}
