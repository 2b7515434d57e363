// The first page: findings, steps, and short tables with links to the pages that have all.

import { hasAnswer, isFile } from "../api";
import { el, name, replace } from "../dom";
import { isFlag, obeys } from "../catalog";
import { formatCommand, parseCommand } from "../command";
import { isNumeric, quantity } from "../format";
import { carriedOf, change, commandOf, href, hrefFromHere, hrefOfCommand, startLines } from "../route";
import { commandBar, copyButton } from "../parts/command_bar";
import { findingCard, verdictList } from "../parts/findings";
import { split } from "../parts/headline";
import { notesList, sentence } from "../parts/notes";
import { withPartNames } from "../parts/part_names";
import { sectionView } from "../parts/report_view";
import { isStepTable, stepChart } from "../parts/steps/step_chart";
import { mainSection, numberOf, sectionOf, textOf } from "../report";
import type { Report, Row, Section } from "../report";
import { begun, maybe } from "./beside";
import type { Context, Page } from "./page";

function fact(label: string, value: string, title?: string): HTMLElement {
  return el("div", { class: "fact", title }, el("dt", {}, label), el("dd", {}, name(value, 48)));
}

// Steps are counted on each host or rank; people count those that have a number of their own.
function stepsText(all: number, steps: Report | undefined, selected: string): string {
  const rows = (steps?.rows ?? []).filter((row) => Number.isFinite(numberOf(row, "number")));
  const distinct = new Set(rows.map((row) => numberOf(row, "number"))).size;
  const places = rows.length === all && distinct > 0 ? all / distinct : 1;
  const kind = ["rank", "host"].find((column) => new Set(rows.map((row) => textOf(row, column))).size === places);
  const text = places > 1 && kind ? `${distinct} on each of ${places} ${kind}s` : String(all);
  if (selected === "") return text;
  return `${/^\d+$/.test(selected) ? "step " : ""}${selected} (${text} recorded)`;
}

// What the rows of what was recorded are called; "" for what says nothing beside the others.
const kModels = "accelerator";
const kFactLabels: Record<string, string> = { files: "recordings", devices_cpu: "", device_models: kModels };
const kFormats: Record<string, string> = {
  chrome_trace: "Chrome trace", metric_table: "table of metrics", sagemaker_system: "SageMaker's metrics",
  sagemaker_timeline: "SageMaker's timeline", sagemaker_settings: "SageMaker's settings", xspace: "XSpace",
  tfprof_profile: "tfprof", tfprof_profile_text: "tfprof, as text", run_metadata: "RunMetadata", graph_def: "GraphDef",
  op_log: "OpLog", checkpoint_index: "checkpoint", python_stats: "Python's profiler", pyinstrument: "pyinstrument",
  torch_snapshot: "snapshot of memory", store: "store",
};

function formatsText(names: string): string {
  return names.split(", ").map((format) => kFormats[format] ?? format).join(", ");
}

// What was recorded, and the numbers that are asked for first.
function facts(report: Report, memory: Report | undefined, steps: Report | undefined,
  selected: string): HTMLElement {
  const recorded = (sectionOf(report, "environment")?.rows ?? [])
    .filter((row) => numberOf(row, "count") !== 0 && textOf(row, "name") !== kHeld);
  const labelOf = (row: Row) => kFactLabels[textOf(row, "name")] ?? textOf(row, "name").replace(/^devices_(.*)$/,
    (_, kind: string) => `${kind.toUpperCase()}s`);
  const items = recorded.filter((row) => labelOf(row) !== "").map((row) => {
    const label = labelOf(row);
    const unused = Number(/\b(\d+) more listed, unused$/.exec(textOf(row, "text"))?.[1] ?? 0);
    return fact(label, label === "recordings" ? `${textOf(row, "count")} · ${formatsText(textOf(row, "text"))}`
      : label === kModels ? textOf(row, "text")
      : label === "steps" ? stepsText(numberOf(row, "count"), steps, selected)
      : unused > 0 ? `${textOf(row, "count")} of ${numberOf(row, "count") + unused} used`
        : textOf(row, "count"), textOf(row, "text"));
  });
  const total = sectionOf(report, "step_time")?.rows[0];
  if (total) {
    items.push(fact("median step", quantity(numberOf(total, "median_us"), "us"),
      `mean ${quantity(numberOf(total, "average_us"), "us")}`));
  }
  const peaks = (memory?.rows ?? []).map((row) => numberOf(row, "peak_bytes")).filter(Number.isFinite);
  if (peaks.length > 0) {
    items.push(fact("memory peak", quantity(Math.max(...peaks), "B"), "of one allocator; see Memory"));
  }
  return el("dl", { class: "facts" }, ...items);
}

// What the row of a snapshot of memory says: how much was held, and by what.
const kHeld = "memory";

function heldMemory(report: Report): HTMLElement | null {
  const row = (sectionOf(report, "environment")?.rows ?? []).find((one) => textOf(one, "name") === kHeld);
  return row ? el("p", { class: "summary" }, `Memory: ${textOf(row, "text")}`) : null;
}

// A snapshot of memory alone has no step and no op: its largest holders are what it says.
function heldBy(context: Context, report: Report, memory: Report | undefined): HTMLElement | null {
  const main = memory && mainSection(memory);
  const holders = [main, ...(memory?.sections ?? [])].filter((one): one is Section => one !== undefined &&
    one.rows.length > 0 && one.columns.some(({ name: of }) => of === "bytes"));
  if (!memory || heldMemory(report) === null || holders.length === 0) return null;
  return el("div", { class: "cards" }, ...holders.slice(0, kMostHolders)
    .map((section) => card(context, memory, section, "memory")));
}

// Rows of zeros, such as parts of a step that took nothing, say nothing.
function withoutZeros(section: Section): Section {
  const numbers = section.columns.filter(isNumeric);
  const isZero = (row: Row) => numbers.some(({ name: of }) => row[of] === 0) && numbers.every(({ name: of }) => !row[of]);
  const rows = section.rows.filter((row) => !isZero(row));
  return rows.length === 0 ? section : { ...section, rows };
}

function card(context: Context, report: Report, section: Section, more?: string): HTMLElement {
  const view = sectionView({ report, details: context.details, orderBy: "" }, section);
  view.classList.add("card");
  const needs = [...view.querySelectorAll("table")].map((table) => Number(table.dataset.least) || 0);
  view.style.flexBasis = `min(${Math.max(kCardWidth, ...needs) + kBorders}px, 100%)`;
  if (more && isHeld(more, context)) view.append(el("a", { class: "all", href: href(more, carriedOf(context.route)) }, "Show all"));
  return view;
}

// Whether a page can be shown with the options that go along to it.
function isHeld(page: string, context: Context): boolean {
  return hasAnswer(formatCommand(commandOf({ page, params: carriedOf(context.route) }, obeys)));
}

// `above` are the commands of the findings, which link to them.
function nextCommands(section: Section, above: Set<string>): HTMLElement {
  // A command that names its form is for a terminal.
  const targetOf = (command: string) =>
    "format" in parseCommand(command, isFlag).options ? "" : hrefFromHere(command);
  const item = (row: Row) => {
    const command = textOf(row, "name");
    const target = targetOf(command);
    const code = el("code", {}, command);
    return el("li", {}, target ? el("a", { href: target }, code) : code, target ? null : copyButton(command),
      el("span", { class: "quiet" }, name(textOf(row, "why"), 200)));
  };
  const [pages, terminal] = [true, false].map((isPage) =>
    section.rows.filter((row) => !above.has(textOf(row, "name")) && (targetOf(textOf(row, "name")) !== "") === isPage));
  return el("section", { class: "report-section card" }, el("h2", {}, "What to look at next"),
    el("ul", { class: "next" }, ...pages.map(item)),
    terminal.length > 0 ? el("h3", {}, "In a terminal") : null,
    terminal.length > 0 ? el("ul", { class: "next terminal" }, ...terminal.map(item)) : null);
}

// The first sentences about what changed since the base.
const kSaid = 2;
const kBadges: Record<string, string> = { slower: "Slower", faster: "Faster", same: "Same", unclear: "Unclear" };

function whatChanged(report: Report, context: Context): HTMLElement | null {
  const said = (report.summary ?? []).slice(0, kSaid);
  if (said.length === 0) return null;
  const verdict = textOf(sectionOf(report, "steps")?.rows[0] ?? {}, "verdict");
  const [first, rest] = split(withPartNames(said[0], report));
  return el("section", { class: "report-section what-changed" }, el("h2", {}, "Against the base"),
    el("ul", { class: "findings" }, findingCard(verdict, kBadges[verdict] ?? "Compared", first,
      [rest, ...said.slice(1).map((line) => withPartNames(line, report))]
        .map((text) => text ? el("p", {}, sentence(text)) : null),
      [el("a", { class: "more all", href: href("diff", carriedOf(context.route)) }, "What changed")])));
}

// A verdict names the rule that found it; the rule's finding names the command that bears it out.
async function linkEvidence(host: HTMLElement, context: Context): Promise<void> {
  const advice = await maybe(context, "advise");
  if (!advice) return;
  const commands = new Map<string, string>(); // by rule and finding
  const tables = new Set<string>(); // rules with evidence of their own
  for (const { id, rows, sections } of advice.sections ?? []) {
    if (sections?.some((evidence) => evidence.rows.length > 0)) tables.add(id);
    for (const row of rows) commands.set(keyOf([id, ...keysOf(row)]), textOf(row, "command"));
  }
  for (const link of host.querySelectorAll<HTMLAnchorElement>(".finding a.more")) {
    const [rule, ...finding] = JSON.parse(link.dataset.finding ?? "[]") as string[];
    const command = commands.get(keyOf([rule, ...finding]));
    if (command === undefined) continue; // of no rule
    const target = command === "" ? "" : hrefFromHere(command);
    const isHere = command !== "" && hrefOfCommand(command) === href("overview");
    if (target !== "" && !isHere) {
      link.href = target;
      link.title = command;
    } else if (isHere || !tables.has(rule)) {
      // It would lead to this page, or to the same sentence without more.
      link.remove();
    }
  }
}

function keysOf(row: Row): string[] {
  return Array.isArray(row.key) ? row.key.map(String) : [];
}

function keyOf(keys: string[]): string {
  return JSON.stringify(keys);
}

const kMostHolders = 2; // tables of them
const kPagesOf: Record<string, string> = {
  step_time: "steps", top_ops: "ops", devices: "utilization", system: "metrics", environment: "info",
};
const kCardWidth = 540; // pixels, at least
const kBorders = 6;
const kDrawn = ["verdicts", "next", "environment"];

// Answers come one by one, and what each says has its place before: findings stand above the steps,
// whose chart is there long before the findings of a large profile are.
function places(): Record<"changes" | "findings" | "steps" | "others" | "rest", HTMLElement> {
  const place = () => el("div", { class: "place" });
  return { changes: place(), findings: place(), steps: place(), others: place(), rest: place() };
}

const kMostFirst = 4; // findings that stand above the steps, if there are no more
const kFirst = 3; // else

// The first findings stand above the steps, the others below, so that the picture is in sight.
function showFindings(verdicts: Section | undefined, place: Record<"findings" | "others", HTMLElement>,
  notes: HTMLElement | null, isCompared: boolean): void {
  const rows = verdicts?.rows ?? [];
  const first = rows.length > kMostFirst ? kFirst : kMostFirst;
  const list = (title: string, shown: Row[], isHeard: boolean) => verdicts && shown.length > 0
    ? el("section", {}, el("h2", isHeard && !isCompared ? { class: "heard" } : {}, title), verdictList({ ...verdicts, rows: shown })) : null;
  replace(place.findings, list(isCompared ? "Findings in the new profile" : "Findings", rows.slice(0, first), true), notes);
  replace(place.others, list("More findings", rows.slice(first), false));
}

function stepsView(steps: Report | undefined, context: Context): HTMLElement | null {
  const main = steps && mainSection(steps);
  const chart = main && isStepTable(main) ? stepChart(main, context.route.params.step ?? "",
    isFile() ? undefined : (step) => change({ step })) : null;
  return chart && el("section", { class: "report-section", "data-section": "steps" },
    el("h2", {}, "Steps, and what their time goes to"),
    el("p", { class: "quiet hint" }, isFile() ? "" : "Select a step to make every page about it. ",
      hasAnswer(startLines("steps")[0]) ? el("a", { href: href("steps") }, "Table of steps") : null), chart);
}

async function render(host: HTMLElement, context: Context): Promise<void> {
  const [, stepsLine, memoryLine] = startLines("overview");
  const asked = begun(context.ask(context.line));
  // The chart of steps shows all of them, whichever is selected.
  const steps = begun(maybe(context, stepsLine, ["step"]));
  const memory = begun(maybe(context, memoryLine));
  const changes = context.hasBase ? begun(maybe(context, startLines("diff")[0])) : undefined;
  const top = el("div", { class: "overview-top" });
  const place = places();
  replace(place.findings, el("p", { class: "quiet asked" }, "Looking for findings …"));
  host.append(el("header", { class: "page-header" }, el("h1", {}, "Overview")), top, place.changes,
    place.findings, place.steps, place.others, place.rest);
  const drawn = begun(Promise.all([
    steps.then((report) => replace(place.steps, stepsView(report, context))),
    changes?.then((report) => replace(place.changes, report ? whatChanged(report, context) : null)),
  ]));
  const report = await asked.catch((error) => {
    replace(place.findings);
    throw error;
  });
  const verdicts = sectionOf(report, "verdicts");
  showFindings(verdicts, place, notesList(report.notes), context.hasBase);
  const sections = (report.sections ?? []).filter(({ id, rows }) =>
    !kDrawn.includes(id) && rows.length > 0);
  const next = sectionOf(report, "next");
  replace(place.rest, el("div", { class: "cards" }, ...sections.map((section) => card(context, report,
    withoutZeros(section), kPagesOf[section.id])),
  next ? nextCommands(next, new Set((verdicts?.rows ?? []).map((row) => textOf(row, "command")))) : null), commandBar(context.line, report));
  const [held, all] = [await memory, await steps];
  replace(top, facts(report, held, all, context.route.params.step ?? ""), heldMemory(report),
    heldBy(context, report, held));
  await drawn;
  // The page is of use before: until then the links lead to the finding in `advise`.
  if (verdicts) void begun(linkEvidence(host, context));
}

export const kOverviewPage: Page = { id: "overview", title: "Overview", group: "Start", render };
