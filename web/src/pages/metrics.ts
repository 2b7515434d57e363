// Metrics over time, with the phases of the job and the dips on the same axis.

import { AnswerError, hasAnswer, isFile } from "../api";
import { el } from "../dom";
import { spansCommand } from "./metric_spans";
import { formatCommand, parseCommand } from "../command";
import { isFlag, obeys } from "../catalog";
import { carriedOf, change, isReversed, sortBy, startLines } from "../route";
import { commandBar } from "../parts/command_bar";
import { optionForm } from "../parts/form";
import { reportView, sectionView } from "../parts/report_view";
import { kNoMarks } from "../parts/time_marks";
import type { TimeMarks } from "../parts/time_marks";
import { hasColumn, mainSection, numberOf, textOf } from "../report";
import type { Report, Section } from "../report";
import { header } from "./view_page";
import type { Context, Page } from "./page";

const kMostDipCommands = 3;
const kMostDips = 2000; // of each command

// An answer that the page may do without.
async function maybe(context: Context, line: string): Promise<Report | undefined> {
  const command = parseCommand(line, isFlag);
  for (const [option, value] of Object.entries(carriedOf(context.route))) {
    if (obeys(command.view, option)) command.options[option] = value;
  }
  const asked = formatCommand(command);
  if (!hasAnswer(asked)) return undefined;
  try {
    return await context.ask(asked);
  } catch (error) {
    if (error instanceof AnswerError) return undefined;
    throw error;
  }
}

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

async function render(host: HTMLElement, context: Context): Promise<void> {
  const [, phasesLine, dipsLine] = startLines("metrics");
  host.append(header("Metrics", context));
  const form = optionForm(context.command, change);
  if (form) host.append(form);
  const answer = el("div", { class: "answer" });
  host.append(answer);
  const report = await context.ask(context.line);
  const isTimed = (report.sections ?? []).some(({ rows }) => rows.length > 0);
  const finer = isTimed && !isFile() ? spansCommand(context.command, report) : undefined;
  const spans = finer ? await maybe(context, finer) : undefined;
  const phases = isTimed ? await maybe(context, phasesLine) : undefined;
  const commands = isTimed ? dipCommands(await maybe(context, dipsLine)) : [];
  const dips: Report[] = [];
  for (const command of commands) {
    const found = await maybe(context, command);
    if (found) dips.push(found);
  }
  const job = jobOf(phases);
  const orderBy = context.command.options.order_by ?? "";
  answer.append(commandBar(context.line, report), reportView({
    report,
    details: context.details,
    orderBy,
    isReversed: isReversed(),
    marks: isTimed ? marksOf(job, dips) : kNoMarks,
    spans: spans && mainSection(spans),
    onSort: isFile() ? undefined : (column) => sortBy(column, orderBy),
  }));
  if (phases && job) {
    answer.append(commandBar(phasesLine, phases),
      sectionView({ report: phases, details: context.details, orderBy: "" }, job));
  }
  commands.forEach((command, i) => {
    if (!dips[i]) return;
    answer.append(commandBar(command, dips[i]), el("h2", {}, "Dips"),
      reportView({ report: dips[i], details: context.details, orderBy: "" }));
  });
}

export const kMetricsPage: Page = { id: "metrics", title: "Metrics", group: "Memory, system", render };
