// All ranks: each step on each rank as a heat map, and how ranks compare.

import { isFile } from "../api";
import { change, isReversed, sortBy, startLines } from "../route";
import { el } from "../dom";
import { commandBar } from "../parts/command_bar";
import { optionForm } from "../parts/form";
import { heatmap } from "../parts/heatmap";
import type { Heat } from "../parts/heatmap";
import { reportView } from "../parts/report_view";
import { numberOf, textOf } from "../report";
import type { Report, Row } from "../report";
import { begun } from "./beside";
import { askLooks } from "./looks";
import { header } from "./view_page";
import type { Context, Page } from "./page";

// Where a step ran: its rank, else its host, else the file it was read from.
function placeOf(row: Row): string {
  const rank = textOf(row, "rank");
  if (rank !== "") return `rank ${rank}`;
  const key = Array.isArray(row.key) ? row.key.map(String) : [];
  return textOf(row, "host") || (key.length > 1 ? key[0].replace(/^.*\//, "") : "");
}

// What a step takes without communication that no other work hides: ranks wait for each other, so that
// a slow one makes the steps of all as long.
function ownTime(row: Row): number {
  return Math.max(0, numberOf(row, "total_us") - (numberOf(row, "collectives_us") || 0));
}

// The note of a job whose ranks may wait for each other, without a record of it.
const kUnknownWaits = "waits_not_recorded";

// `stragglers` are the ranks that others wait for.
function heatOf(report: Report, stragglers: Set<string>, hasWaits: boolean): Heat {
  const rows = (report.rows ?? []).filter((row) => Number.isFinite(numberOf(row, "number")));
  const places = [...new Set(rows.map(placeOf))];
  const steps = [...new Set(rows.map((row) => numberOf(row, "number")))].sort((a, b) => a - b);
  const placeAt = new Map(places.map((place, i) => [place, i]));
  const stepAt = new Map(steps.map((step, i) => [step, i]));
  const [values, totals] = [0, 1].map(() => new Float64Array(places.length * steps.length).fill(NaN));
  for (const row of rows) {
    const cell = (placeAt.get(placeOf(row)) ?? 0) * steps.length + (stepAt.get(numberOf(row, "number")) ?? 0);
    values[cell] = ownTime(row);
    totals[cell] = numberOf(row, "total_us");
  }
  const marked = places.map((place) => stragglers.has(place));
  return { places, steps: steps.map(String), values, totals, marked, unit: "us", hasWaits };
}

async function render(host: HTMLElement, context: Context): Promise<void> {
  host.append(header("Fleet", context, "How ranks compare, and each step on each of them"));
  const form = optionForm(context.command, change);
  if (form) host.append(form);
  const answer = el("div", { class: "answer" });
  host.append(answer);
  const asked = [context.line, startLines("fleet")[1]].map((line) => context.ask(line));
  const looks = begun(askLooks(context));
  const [ranks, steps] = await Promise.all(asked);
  await looks;
  answer.append(commandBar(context.line, ranks));
  const stragglers = (ranks.rows ?? []).filter((row) => row.straggler === true);
  const hasWaits = ranks.notes.some(({ id }) => id === kUnknownWaits);
  const heat = heatOf(steps, new Set(stragglers.map((row) => textOf(row, "name"))), hasWaits);
  if (heat.places.length > 1 && heat.steps.length > 0) {
    answer.append(heatmap(heat, hasWaits ? "Time of each step, by rank" : "Own work of each step, by rank",
      isFile() ? undefined : (step) => change({ step })));
  }
  const orderBy = context.command.options.order_by ?? "";
  answer.append(reportView({
    report: ranks,
    details: context.details,
    orderBy,
    isReversed: isReversed(),
    onSort: isFile() ? undefined : (column) => sortBy(column, orderBy),
  }));
}

export const kFleetPage: Page = { id: "fleet", title: "Fleet", group: "Many devices", render };
