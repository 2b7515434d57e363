// Metrics over time, with the phases of the job and the dips on the same axis.

import { heldCommand, isFile } from "../api";
import { el } from "../dom";
import { spansCommand } from "./metric_spans";
import { formatCommand, parseCommand } from "../command";
import { count } from "../format";
import { isFlag } from "../catalog";
import { change, hrefOfCommand, isReversed, sortBy, startLines } from "../route";
import { commandBar } from "../parts/command_bar";
import { optionForm } from "../parts/form";
import { reportView, sectionView } from "../parts/report_view";
import { kNoMarks } from "../parts/time_marks";
import type { TimeMarks } from "../parts/time_marks";
import { hasColumn, mainSection, numberOf, textOf } from "../report";
import type { Report, Section } from "../report";
import { begun, maybe } from "./beside";
import { askLooks } from "./looks";
import { header } from "./view_page";
import type { Context, Page } from "./page";

const kSpans = "metrics -every "; // of the question that web/files/finer_metrics.h makes for a file
const kMostDipCommands = 3;
const kDipsListed = 8; // of a command, in its table
const kMostDips = 2000; // of each command

function isSpans(section: Section): boolean {
  return hasColumn(section, "begin_us") && hasColumn(section, "duration_us");
}

// What the job was at, from its begin to its end.
function jobOf(phases: Report | undefined): Section | undefined {
  return (phases?.sections ?? []).find((section) => isSpans(section) && section.rows.length > 0);
}

// The commands that list the dips which a rule found.
function dipCommands(advice: Report | undefined): string[] {
  const commands = (advice?.sections ?? []).flatMap(({ rows }) =>
    rows.map((row) => textOf(row, "command")));
  return [...new Set(commands)].filter((command) => /^dips /.test(command)).slice(0, kMostDipCommands)
    .map((line) => {
      const command = parseCommand(line, isFlag);
      delete command.options.format;
      command.options.top = String(kMostDips);
      return formatCommand(command);
    });
}

function marksOf(job: Section | undefined, dips: Report[]): TimeMarks {
  const spans = dips.map(mainSection).filter((section): section is Section =>
    section !== undefined && isSpans(section));
  const spanOf = (row: Section["rows"][0]) => ({ begin: numberOf(row, "begin_us"),
    end: numberOf(row, "begin_us") + numberOf(row, "duration_us") });
  return {
    phases: (job?.rows ?? []).map((row) => ({ ...spanOf(row), label: textOf(row, "name").replace(/_/g, " ") })),
    dips: spans.flatMap(({ rows }) => rows.map((row) => ({ ...spanOf(row),
      of: ["dimension", "node"].map((column) => textOf(row, column)).join(" · ") }))),
  };
}

// The chart shows all, so the table has a few.
function firstDips(report: Report): Report {
  return report.rows ? { ...report, rows: report.rows.slice(0, kDipsListed) } : report;
}

function moreDips(command: string, { rows }: Report): HTMLElement | string {
  const more = (rows?.length ?? 0) - kDipsListed;
  if (more <= 0) return "";
  const target = hrefOfCommand(command);
  const text = `${count(more, "more dip")}`;
  return el("p", { class: "about" }, target ? el("a", { href: target }, text) : text,
    " like these; the charts mark all of them");
}

async function render(host: HTMLElement, context: Context): Promise<void> {
  const [, phasesLine, dipsLine] = startLines("metrics");
  host.append(header("Metrics", context));
  const form = optionForm(context.command, change);
  if (form) host.append(form);
  const answer = el("div", { class: "answer" });
  host.append(answer);
  const asked = begun(context.ask(context.line));
  const looks = begun(askLooks(context));
  const report = await asked;
  await looks;
  const isTimed = (report.sections ?? []).some(({ rows }) => rows.length > 0);
  const finer = !isTimed ? undefined
    : isFile() ? heldCommand(kSpans) : spansCommand(context.command, report);
  const [spans, phases, advice] = await Promise.all([finer ? maybe(context, finer) : undefined,
    ...[phasesLine, dipsLine].map((line) => isTimed ? maybe(context, line) : undefined)]);
  const commands = dipCommands(advice);
  const found = await Promise.all(commands.map((command) => maybe(context, command)));
  const dips = commands.map((command, i) => ({ command, report: found[i] }))
    .filter((one): one is { command: string; report: Report } => one.report !== undefined);
  const job = jobOf(phases);
  const orderBy = context.command.options.order_by ?? "";
  answer.append(commandBar(context.line, report), reportView({
    report,
    details: context.details,
    orderBy,
    isReversed: isReversed(),
    marks: isTimed ? marksOf(job, dips.map(({ report: of }) => of)) : kNoMarks,
    spans: spans && mainSection(spans),
    onSort: isFile() ? undefined : (column) => sortBy(column, orderBy),
  }));
  if (phases && job) {
    answer.append(commandBar(phasesLine, phases),
      sectionView({ report: phases, details: context.details, orderBy: "" }, job));
  }
  for (const { command, report: of } of dips) {
    answer.append(commandBar(command, of), el("h2", {}, "Dips"),
      reportView({ report: firstDips(of), details: context.details, orderBy: "" }), moreDips(command, of));
  }
}

export const kMetricsPage: Page = { id: "metrics", title: "Metrics", group: "Memory, system", render };
