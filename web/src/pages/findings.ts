// Findings in full, those of Overview first and in its order.

import { begun, maybe } from "./beside";
import type { Context, Page } from "./page";
import { renderView } from "./view_page";
import { sectionOf, textOf } from "../report";
import { startLines } from "../route";

// The rules of the verdicts, the first thing to change first.
async function firstRules(context: Context): Promise<string[]> {
  const overview = await maybe(context, startLines("overview")[0]);
  const rows = (overview && sectionOf(overview, "verdicts")?.rows) ?? [];
  return [...new Set(rows.map((row) => textOf(row, "rule")))].filter((rule) => rule !== "");
}

async function render(host: HTMLElement, context: Context): Promise<void> {
  const title = "Findings";
  await renderView(host, title, context, begun(firstRules(context).then((rules) => ({ firstRules: rules }))));
  const rule = context.route.params._rule;
  if (rule) host.querySelector(`[data-section="${CSS.escape(rule)}"]`)?.scrollIntoView();
}

export const kFindingsPage: Page = { id: "advise", title: "Findings", group: "Start", render };
