// Any question in SQL: the query with completion, its rows, and a chart of them.

import { AnswerError, isFile } from "../api";
import { tables } from "../catalog";
import type { TableInfo } from "../catalog";
import { quote } from "../command";
import { el, replace } from "../dom";
import { isNumeric } from "../format";
import { barChart } from "../parts/bar_chart";
import { commandBar } from "../parts/command_bar";
import { failure } from "../parts/failure";
import { reportView } from "../parts/report_view";
import { holdsRows, mainSection } from "../report";
import type { Report } from "../report";
import type { Context, Page } from "./page";

// What users marked around code has no share: its time is that of the ops in it.
const kStart = "SELECT type, placement, SUM(self_us) AS self_us, SUM(occurrences) AS occurrences " +
  "FROM ops_view() WHERE self_share IS NOT NULL GROUP BY type, placement ORDER BY self_us DESC LIMIT 20";
const kMetrics = "SELECT name, dimension, mean, p95, max FROM metrics_view() ORDER BY mean DESC LIMIT 20";
const kWords = ["SELECT", "FROM", "WHERE", "GROUP BY", "ORDER BY", "LIMIT", "JOIN", "COUNT(*)",
  "SUM(", "AVG(", "MIN(", "MAX(", "DISTINCT", "HAVING", "LIKE", "BETWEEN", "WITH", "DESC"];

// Views are functions, whose argument is their options.
function callOf(table: TableInfo): string {
  return table.is_function ? `${table.name}()` : table.name;
}

function candidates(before: string): string[] {
  const column = /([A-Za-z_]+)\.([A-Za-z_]*)$/.exec(before);
  if (column) {
    const table = tables().find(({ name }) => name === column[1]);
    const start = column[2].toLowerCase();
    return (table?.columns ?? []).map(({ name }) => name).filter((name) => name.startsWith(start));
  }
  const word = /([A-Za-z_]+)$/.exec(before)?.[1] ?? "";
  if (word.length < 1) return [];
  const names = [...tables().map(callOf), ...kWords, ...tables().flatMap(({ columns }) => columns.map(({ name }) => name))];
  const low = word.toLowerCase();
  return [...new Set(names)].filter((name) => name.toLowerCase().startsWith(low) &&
    name.toLowerCase() !== low);
}

const kMostCandidates = 8;

class Editor {
  readonly element: HTMLElement;
  private readonly input = el("textarea", { id: "query", rows: 4, spellcheck: "false",
    autocomplete: "off", "aria-describedby": "query-help" });
  private readonly list = el("ul", { class: "completions", "aria-label": "Completions" });

  constructor(query: string, private readonly run: (query: string) => void) {
    this.input.value = query;
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.input.addEventListener("input", () => this.complete());
    this.element = el("form", { class: "query", submit: (event) => {
      event.preventDefault();
      this.run(this.input.value.trim());
    } }, el("label", { for: "query" }, "Query"), this.input, this.list,
    el("div", { class: "tools" }, el("button", { type: "submit", class: "primary" }, "Run"),
      el("span", { id: "query-help", class: "quiet" },
        "Ctrl+Enter runs it. Tab completes names while some are shown.")));
  }

  private complete(): void {
    const before = this.input.value.slice(0, this.input.selectionStart);
    const words = candidates(before).slice(0, kMostCandidates);
    replace(this.list, ...words.map((word) => el("li", {},
      el("button", { type: "button", tabindex: -1, click: () => this.insert(word) }, word))));
  }

  private insert(word: string): void {
    const at = this.input.selectionStart;
    const begin = at - (/[A-Za-z_]*$/.exec(this.input.value.slice(0, at))?.[0].length ?? 0);
    this.input.setRangeText(word, begin, at, "end");
    replace(this.list);
    this.input.focus();
  }

  private onKey(event: KeyboardEvent): void {
    const first = this.list.querySelector("button")?.textContent;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      this.run(this.input.value.trim());
    } else if (event.key === "Tab" && first && !event.shiftKey) {
      this.insert(first);
    } else if (event.key === "Escape") {
      replace(this.list);
      return;
    } else {
      return;
    }
    event.preventDefault();
  }
}

const kMostNear = 4;

function definition(table: TableInfo): HTMLElement[] {
  return [el("dt", { title: table.description }, el("code", {}, callOf(table))),
    el("dd", {}, table.columns.map(({ name }) => name).join(", "))];
}

function schema(): HTMLElement {
  return el("details", { class: "schema" }, el("summary", {}, "Tables and columns"),
    el("dl", {}, ...tables().flatMap(definition)));
}

// The tables that a query names, with their columns.
function nearColumns(query: string): HTMLElement | null {
  const words = new Set(query.match(/[A-Za-z_]+/g) ?? []);
  const named = tables().filter(({ name }) => words.has(name)).slice(0, kMostNear);
  if (named.length === 0) return null;
  return el("section", { class: "schema" }, el("h2", {}, "What the query can ask of its tables"),
    el("dl", {}, ...named.flatMap(definition)));
}

// The column that a query's column is by another name: self_us of `SUM(self_us) AS t`.
function ownName(name: string, query: string): string {
  if (!/^\w+$/.test(name)) return name;
  const alias = new RegExp(String.raw`(?:SELECT|DISTINCT|,)\s*(?:(?:SUM|MIN|MAX|AVG)\s*\(\s*)?(?:\w+\.)?` +
    String.raw`([a-z]\w*)\s*\)?\s+AS\s+"?${name}"?(?!\w)`, "i").exec(query);
  return alias ? alias[1] : name;
}

// Columns of queries have no units, but those that are a view's have its meaning.
function withUnits(report: Report, query: string): Report {
  const words = new Set(query.match(/[A-Za-z_]+/g) ?? []);
  const asked = tables().filter(({ name }) => words.has(name)).flatMap(({ columns }) => columns);
  const columns = report.columns?.map((column) => {
    if (column.unit !== null || !isNumeric(column)) return column;
    const own = ownName(column.name, query);
    const units = new Set(asked.filter(({ name }) => name === own).map(({ unit }) => unit));
    const [unit] = units.size === 1 ? units : [null];
    return { ...column, unit: unit ?? (/_us$/.test(own) ? "us" : null) };
  });
  return { ...report, columns };
}

function lineOf(query: string): string {
  return `sql ${quote(query.replace(/\s*\n\s*/g, " "))}`;
}

// Where no op was recorded a first query is about metrics.
async function startQuery(context: Context): Promise<string> {
  for (const query of isFile() ? [] : [kStart, kMetrics]) {
    const report = await context.ask(lineOf(query)).catch((error) => {
      if (error instanceof AnswerError) return undefined;
      throw error;
    });
    if (report && holdsRows(report)) return query;
  }
  return kStart;
}

const kMostLabels = 2; // columns of texts, beside a bar

async function render(host: HTMLElement, context: Context): Promise<void> {
  const query = context.route.params._q || await startQuery(context);
  host.append(el("header", { class: "page-header" }, el("h1", {}, "SQL"),
    el("p", { class: "quiet" }, "Any question, over the profile's tables and views")));
  if (!isFile()) {
    // The query is a question, so Back goes to the one before: not through change().
    host.append(new Editor(query, (text) => {
      location.hash = `#/sql?${new URLSearchParams({ _q: text }).toString()}`;
    }).element, schema());
  }
  const line = lineOf(query);
  let report: Report;
  try {
    report = await context.ask(line);
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    // The query may be of another profile: what can be asked of this one stands below.
    host.append(el("div", { class: "answer" }, failure(error), commandBar(line), nearColumns(query)));
    return;
  }
  report = withUnits(report, query);
  const answer = el("div", { class: "answer" }, commandBar(line, report));
  const main = mainSection(report);
  const labels = main?.columns.filter((column) => column.type === "string") ?? [];
  const value = main?.columns.find((column) => isNumeric(column) && column.unit === "us") ??
    main?.columns.find(isNumeric);
  if (main && labels.length > 0 && value && main.rows.length > 1) {
    answer.append(barChart(main, labels.slice(0, kMostLabels), value));
  }
  answer.append(reportView({ report, details: context.details, orderBy: "" }));
  host.append(answer);
}

export const kSqlPage: Page = { id: "sql", title: "SQL", group: "Data", render };

