// Sentences about an answer: notes, what values are, which rows are hidden, links to more.

import { el, name } from "../dom";
import { viewInfo } from "../catalog";
import { capital, count, withMicro } from "../format";
import { hrefFromHere } from "../route";
import { isTree } from "../report";
import type { Note, Section } from "../report";

// A sentence with `commands` in backquotes as links.
export function sentence(text: string, isBegin = true): HTMLElement {
  const element = el("bdi");
  (isBegin ? capitalized(withMicro(text)) : withMicro(text)).split("`").forEach((part, i) => {
    const target = i % 2 === 1 ? linkable(part) : "";
    if (i % 2 === 0) element.append(...withWholeOptions(part));
    else element.append(target ? el("a", { href: target }, el("code", {}, part)) : el("code", {}, part));
  });
  return element;
}

// The same without links, as a title takes it.
export function plainSentence(text: string): string {
  return capitalized(withMicro(text)).replace(/`/g, "");
}

// Names of options, such as --nproc_per_node, are in one line.
function withWholeOptions(text: string): (Node | string)[] {
  return text.split(/(?<=^|[\s(])(--[a-z][\w-]*)/).map((part, i) =>
    i % 2 === 1 ? el("span", { class: "option" }, part) : part);
}

// The program's sentences begin in lower case, as those of a command line do.
function capitalized(text: string): string {
  return /^[a-z]+ [a-z\d]/.test(text) ? capital(text) : text;
}

// Not every text in backquotes is a command.
function linkable(text: string): string {
  const view = /^([a-z_]+)( -|$)/.exec(text)?.[1];
  return view !== undefined && viewInfo(view) ? hrefFromHere(text) : "";
}

export function notesList(notes: Note[]): HTMLElement | null {
  if (notes.length === 0) return null;
  return el("ul", { class: "notes" }, ...notes.map((note) =>
    el("li", { class: note.severity }, el("b", {}, note.severity === "warning" ? "Warning " : ""),
      sentence(note.text))));
}

export function aboutValues(section: Section, isReversed = false): HTMLElement | null {
  const parts = [];
  const hidden = section.hidden_rows;
  if (isReversed) parts.push("Rows are in reverse order.");
  if (hidden && hidden.count > 0) {
    parts.push(`${count(hidden.count, "more row")}: ${hidden.reason ?? "hidden"}.`);
  }
  if (section.nothing) {
    parts.push(`${count(section.nothing, "row")} ${isTree(section) ? "with 0 in every column" : "without events"} not shown.`);
  }
  if (section.values_are) parts.push(`${section.values_are}.`);
  return parts.length > 0 ? el("p", { class: "about" }, name(parts.join(" "), 600)) : null;
}

// Whether a section has a change that is not the difference of two of its values.
export function hasShift(section: Section): boolean {
  return section.columns.some(({ name, description }) => /^delta(_us)?$/.test(name) &&
    /Hodges-Lehmann/.test(description));
}

export const kAboutShift = "The typical Δ is the middle of all differences between a step (or run) of the base and " +
  "one of the new profile: where they vary much, it is not the new value minus the base.";

// An answer without rows says why.
export function emptyAnswer(section: Section, notes: Note[]): HTMLElement {
  const why = [...section.notes, ...notes];
  if (why.length === 0) return el("p", { class: "empty" }, "No rows.");
  return el("p", { class: "empty" }, sentence(why[0].text));
}
