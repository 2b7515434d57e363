// How a page's table looks, whatever it is sorted by: its columns stay where and as they are. That is how
// it looks in the command's own order, so that the address alone says it.

import { mainSection } from "../../report";
import type { Report, Section } from "../../report";
import { currentRoute } from "../../route";
import type { Route } from "../../route";
import { chooseColumns } from "./columns";
import type { Kept, Lead } from "./columns";

const kMostKept = 8;
const kSorting = ["order_by", "_reversed"];
// What says which columns an answer has. Other rows may need other units, but their columns stay.
const kOfColumns = ["by", "stat", "select"];

const units = new Map<string, Kept>(); // by page and options, without those that sort
const leading = new Map<string, Lead>(); // by page and options that say which columns there are

function withParams(route: Route, isOf: (name: string) => boolean): Route {
  return { page: route.page, params: Object.fromEntries(Object.entries(route.params).filter(([name]) => isOf(name))) };
}

export function unsorted(route: Route): Route {
  return withParams(route, (name) => !kSorting.includes(name));
}

function atStart(route: Route): Route {
  return withParams(route, (name) => kOfColumns.includes(name));
}

function keyOf({ page, params }: Route): string {
  return JSON.stringify([page, Object.entries(params).filter(([name]) => !name.startsWith("_")).sort()]);
}

function keptFor(route: Route, section: Section): Kept {
  const key = keyOf(unsorted(route));
  const kept: Kept = units.get(key) ?? { formats: new Map() };
  units.set(key, kept);
  if (units.size > kMostKept) units.delete(units.keys().next().value as string);
  const columns = keyOf(atStart(route));
  const lead = leading.get(columns);
  if (lead && (lead.measure === "" || section.columns.some(({ name }) => name === lead.measure))) kept.lead ??= lead;
  kept.leads = (own) => leading.has(columns) || leading.set(columns, own);
  return kept;
}

export function keptOf(section: Section): Kept {
  return keptFor(currentRoute(), section);
}

// The addresses whose answers say how the table of this one looks, if that is not known.
export function unknownLooks(route: Route): Route[] {
  const [own, plain, start] = [route, unsorted(route), atStart(route)];
  const missing = leading.has(keyOf(start)) ? [] : [start];
  if (!units.has(keyOf(plain)) && keyOf(plain) !== keyOf(start)) missing.push(plain);
  const isOwn = keyOf(own) === keyOf(plain);
  return missing.filter((other) => keyOf(other) !== keyOf(own) || !isOwn);
}

// Notes how the table of an answer looks that is not shown itself.
export function noteLooks(route: Route, report: Report, orderBy: string): void {
  const main = mainSection(report);
  if (main && main.rows.length > 0) chooseColumns(main, orderBy, false, keptFor(route, main));
}
