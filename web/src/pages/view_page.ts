// The page of a view: its sentence, its options, its answer.

import { hasAnswer, isFile } from "../api";
import { viewInfo } from "../catalog";
import { el } from "../dom";
import { change } from "../route";
import { commandBar } from "../parts/command_bar";
import { optionForm } from "../parts/form";
import { reportView } from "../parts/report_view";
import type { Context, Page } from "./page";

// Of trees -order_by takes the measure, whatever part of it the column shows.
export function orderOf(column: string, isTree: boolean): string {
  return isTree ? column.replace(/^(total_|share_total_|share_)/, "") : column;
}

export function header(title: string, context: Context): HTMLElement {
  const summary = viewInfo(context.command.view)?.summary ?? "";
  return el("header", { class: "page-header" }, el("h1", {}, title),
    summary ? el("p", { class: "quiet" }, summary.charAt(0).toUpperCase() + summary.slice(1)) : null);
}

export async function renderView(host: HTMLElement, title: string, context: Context): Promise<void> {
  host.append(header(title, context));
  const form = optionForm(context.command, change);
  if (form) host.append(form);
  const answer = el("div", { class: "answer" });
  host.append(answer);
  const report = await context.ask(context.line);
  const isTree = report.columns?.some((column) => column.name === "parent") ?? false;
  const orderBy = context.command.options.order_by ?? "";
  const sorts = viewInfo(context.command.view)?.options.includes("order_by") && !isFile();
  answer.append(commandBar(context.line, report), reportView({
    report,
    details: context.details,
    orderBy: hasAnswer(context.line) ? orderBy : "",
    onSort: sorts ? (column) => change({ order_by: orderOf(column, isTree) }) : undefined,
  }));
}

export function viewPage(id: string, title: string, group: string): Page {
  return { id, title, group, render: (host, context) => renderView(host, title, context) };
}
