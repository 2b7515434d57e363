// The page of a view: its sentence, its options, its answer.

import { hasAnswer, isFile } from "../api";
import { isFlag, viewInfo } from "../catalog";
import { el } from "../dom";
import { capital } from "../format";
import { formatCommand, parseCommand } from "../command";
import type { Command } from "../command";
import { change, isReversed, kCarried, sortBy, startLines } from "../route";
import { commandBar } from "../parts/command_bar";
import { optionForm } from "../parts/form";
import { reportView } from "../parts/report_view";
import type { Show } from "../parts/report_view";
import type { Report, Section } from "../report";
import { begun, maybe } from "./beside";
import { askLooks } from "./looks";
import { holdsSteps } from "../parts/steps/step_chart";
import { groupColumn } from "../parts/table/groups";
import { measureOf } from "../parts/table/column_order";
import { noteLooks, unsorted } from "../parts/table/kept";
import { mainSection, rowsByNumber, textOf } from "../report";
import type { Context, Page } from "./page";

// Of trees -order_by takes the measure, whatever part of it the column shows.
export function orderOf(column: string, isTree: boolean): string {
  return isTree ? column.replace(/^(total_|share_total_|share_)/, "") : column;
}

const kOnlyNew = "This page is about the new profile alone, and shows no change since the base.";

// Whether the page's answer has the base, too.
function isCompared({ command }: Context): boolean {
  const info = viewInfo(command.view);
  return info === undefined || command.view === "diff" || info.options.includes("base");
}

export function header(title: string, context: Context, own = ""): HTMLElement {
  const summary = own || (viewInfo(context.command.view)?.summary ?? "");
  return el("header", { class: "page-header" }, el("h1", {}, title),
    summary ? el("p", { class: "quiet" }, capital(summary)) : null,
    context.hasBase && !isCompared(context) ? el("p", { class: "quiet only-new" }, kOnlyNew) : null);
}

// What the rows of an answer are, where that is not what the view says of itself.
const kOwnSummaries: Record<string, (report: Report) => string> = {
  hlo: ({ rows, sections }) => (rows ?? []).length === 0 || (sections ?? []).some((one) => one.rows.length > 0) ||
    (rows ?? []).some((row) => textOf(row, "module") !== "" || textOf(row, "program_id") !== "") ? ""
    : "Kernels, each with the op that launched it; no compiled (XLA) module was recorded",
};

// `shown` is what the answer is shown with besides.
export async function renderView(host: HTMLElement, title: string, context: Context,
  shown?: Promise<Partial<Show>>): Promise<void> {
  host.append(header(title, context));
  const form = optionForm(context.command, change);
  if (form) host.append(form);
  const answer = el("div", { class: "answer" });
  host.append(answer);
  const asked = begun(context.ask(context.line));
  const looks = begun(askLooks(context));
  const steps = begun(askSteps(context));
  const more = askMore(context);
  const report = await asked;
  await looks;
  const isTree = report.columns?.some((column) => column.name === "parent") ?? false;
  // The rows of a tree name their parents by their places.
  const sortHere = isTree ? "" : context.sortHere;
  const orderBy = sortHere || (context.command.options.order_by ?? "");
  const sorted = sortHere === "" ? report : sortedHere(report, sortHere);
  const sorts = viewInfo(context.command.view)?.options.includes("order_by") && !(isFile() && isTree);
  if (sortHere !== "") noteLooks(unsorted(context.route), report, "");
  const own = kOwnSummaries[context.route.page]?.(report) ?? "";
  if (own !== "") host.querySelector(".page-header p")?.replaceChildren(own);
  answer.append(commandBar(lineOf(context.command, sortHere), sorted), reportView({
    report: sorted,
    details: context.details,
    orderBy: hasAnswer(context.line) ? orderBy : "",
    isReversed: isReversed(),
    steps: await steps,
    onSort: sorts ? (column) => sortBy(orderOf(column, isTree), orderBy) : undefined,
    ...(await shown),
  }));
  const said = new Set(report.notes.map(({ text }) => text));
  for (const other of more) {
    const report = await other.report;
    // A note about both is said once.
    const notes = report.notes.filter(({ text }) => !said.has(text));
    host.append(commandBar(other.line, report),
      reportView({ report: { ...report, notes }, details: context.details, orderBy: "" }));
  }
}

// The command for what is shown, which is sorted by a column if one is named.
function lineOf(command: Command, orderBy: string): string {
  if (orderBy === "") return formatCommand(command);
  return formatCommand({ ...command, options: { ...command.options, order_by: orderBy } });
}

// In the order that the server's answer would have: rows stay in the groups that the command makes.
function sortedHere(report: Report, column: string): Report {
  const main = mainSection(report);
  if (!main) return report;
  const group = groupColumn(main, measureOf(main, main.columns, ""));
  return { ...report, rows: rowsByNumber(main, column, group) };
}

// The steps with what their time goes to, where other columns are chosen.
async function askSteps(context: Context): Promise<Section | undefined> {
  const { select, ...options } = context.command.options;
  if (select === undefined || !holdsSteps(viewInfo(context.command.view)?.columns ?? [])) return undefined;
  const report = await maybe(context, formatCommand({ ...context.command, options }), kCarried);
  return report && mainSection(report);
}

interface More {
  line: string;
  report: Promise<Report>;
}

// Other answers that belong on the page, with the page's carried options.
function askMore(context: Context): More[] {
  const lines = startLines(context.route.page).slice(1).map((start) => {
    const command = parseCommand(start, isFlag);
    for (const name of kCarried) {
      const value = context.command.options[name];
      if (value !== undefined) command.options[name] = value;
    }
    return formatCommand(command);
  });
  return lines.filter(hasAnswer).map((line) => ({ line, report: begun(context.ask(line)) }));
}

export function viewPage(id: string, title: string, group: string): Page {
  return { id, title, group, render: (host, context) => renderView(host, title, context) };
}
