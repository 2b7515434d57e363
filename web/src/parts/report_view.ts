// Draws any Report: its sentences, pictures, table and sections. It knows shapes, not views.

import { el } from "../dom";
import { isAnnotation } from "../format";
import { isOutside, isTree, mainSection, reversedRows, rowsByText, withLast } from "../report";
import type { Report, Row, Section } from "../report";
import { currentRoute, goToRow, kRowParam } from "../route";
import { calledRow } from "./called_row";
import { Details } from "./details";
import { byWeight, evidenceOf, evidenceTitle, findings, holdsFindings, wordsOf } from "./findings";
import { meanings } from "./meanings";
import { withoutNothing, withoutUnused } from "./nothing";
import { aboutAlike, foldAlike } from "./alike";
import { aboutValues, emptyAnswer, hasShift, kAboutShift, notesList, sentence } from "./notes";
import { isSpans } from "./courses";
import { withPartNames } from "./part_names";
import { lineCharts } from "./line_chart";
import { picturesOf } from "./pictures";
import { neighbours } from "./neighbours";
import { Table } from "./table/table";
import { keptOf } from "./table/kept";
import { aboutOrder, byVerdict } from "./verdict_order";
import type { TimeMarks } from "./time_marks";

export interface Show {
  report: Report;
  details: Details;
  orderBy: string;
  isReversed?: boolean; // the main table's order
  onSort?: (column: string) => void;
  firstRules?: string[]; // whose findings come first
  shifted?: Section; // which says what a typical change is
  marks?: TimeMarks; // of charts over time
  steps?: Section; // what the chart of steps draws, where the answer has not all that it needs
  spans?: Section; // what these charts draw in place of their own means
}

const kOfRows = ["outside_steps_is_total"]; // notes that say something of one row, below the table

export function sectionTable(show: Show, section: Section, isMain: boolean): Table {
  const table: Table = new Table(section, {
    label: section.title || show.report.view,
    orderBy: isMain ? show.orderBy : "",
    question: show.report.command,
    isReversed: isMain && show.isReversed,
    onSort: isMain ? show.onSort : undefined,
    onPick: (row: Row) => showRow(show, section, row, table),
    fills: isMain,
    kept: isMain && show.onSort ? keptOf(section) : undefined,
  });
  if (isMain) showAddressed(show, section, table);
  return table;
}

// The row that the address has, or the call that it asks for, once the table is on the page.
function showAddressed(show: Show, section: Section, table: Table): void {
  show.details.follow = () => {
    if (!table.element.isConnected) return false;
    const row = addressedRow(section);
    if (row < 0) {
      show.details.close();
      return true;
    }
    table.showRow(row);
    showRow(show, section, section.rows[row], table, true);
    return true;
  };
  if (addressedRow(section) >= 0) {
    requestAnimationFrame(() => show.details.follow());
    return;
  }
  const called = calledRow(section, currentRoute().params, "total_micros");
  if (called !== undefined) requestAnimationFrame(() => showCalled(table, called));
}

// -1 if the address has none.
function addressedRow(section: Section): number {
  const key = currentRoute().params[kRowParam];
  return key === undefined ? -1 : section.rows.findIndex((one) => JSON.stringify(one.key) === key);
}

function showCalled(table: Table, row: number): void {
  table.showRow(row);
  table.element.querySelector("tr.active")?.scrollIntoView({ block: "center" });
}

// The row in full, with what stands around it in a tree.
function showRow(show: Show, section: Section, row: Row, table?: Table, isOfAddress = false): void {
  const isOfPage = section.id === show.report.view && Array.isArray(row.key);
  if (!isOfAddress) goToRow(isOfPage ? JSON.stringify(row.key) : null);
  const around = table?.tree ? neighbours(section, table.tree, row, table.measure, (index) => {
    table.showRow(index);
    showRow(show, section, section.rows[index], table);
  }) : [];
  show.details.show(section, show.report.view, row, around, table && ((by) => table.step(by)), isOfAddress);
}

function titleOf(section: Section): string {
  const isId = section.title === "" || section.title === section.id || !section.title.includes(" ");
  if (section.title === "") return evidenceTitle(section);
  return isId ? wordsOf(section.title || section.id) : section.title;
}

// A section with its pictures above its table.
export function sectionView(show: Show, section: Section, isMain = false,
  heading: "h2" | "h3" = "h2"): HTMLElement {
  const element = el("section", { class: "report-section", "data-section": section.id });
  if (!isMain) element.append(el(heading, {}, sentence(titleOf(section))));
  const notes = isMain ? [] : section.notes;
  if (section.rows.length === 0) {
    element.append(emptyAnswer(section, isMain ? show.report.notes : []));
  } else if (holdsFindings(section)) {
    element.append(findings(section, (table) => sectionView(show, table, false, "h3")));
  } else {
    const folded = isMain ? foldAlike(section) : section;
    const table = sectionTable(show, folded, isMain);
    const pick = (row: Row, of = section) => showRow(show, of, row, of === section ? table : undefined);
    const alike = aboutAlike(section, folded);
    const pictures = picturesOf(show.report, section, folded, table, pick, isMain ? show.steps : undefined);
    if (table.tree && pictures.length > 0) {
      element.append(el("div", { class: "tree-and-picture" }, ...pictures, table.element));
    } else {
      element.append(...pictures, ...alike ? [alike] : [], table.element);
    }
    if (notes.length > 0) element.append(notesList(notes) as HTMLElement);
  }
  const about = aboutValues(section, isMain && show.isReversed);
  if (about && section.rows.length > 0) element.append(about);
  const order = aboutOrder(section);
  if (order !== "") element.append(el("p", { class: "about" }, order));
  if (section === show.shifted) element.append(el("p", { class: "about" }, kAboutShift));
  const ofRows = isMain && section.rows.some(isOutside) ? notesList(show.report.notes.filter(({ id }) => kOfRows.includes(id))) : null;
  ofRows?.classList.add("of-rows");
  if (ofRows) element.append(ofRows);
  const meaning = isMain && section.rows.length > 0 ? meanings(section) : null;
  if (meaning) element.append(meaning);
  for (const inner of holdsFindings(section) ? [] : evidenceOf(section)) {
    element.append(sectionView(show, inner, false, "h3"));
  }
  return element;
}

// Sections that found nothing, as a single line.
function quietSections(sections: Section[]): HTMLElement | null {
  if (sections.length === 0) return null;
  return el("details", { class: "quiet-sections" },
    el("summary", {}, `${sections.length} without findings or rows`),
    el("ul", {}, ...sections.map((section) => el("li", {}, el("b", {}, titleOf(section)),
      section.notes.length > 0 ? " – " : "",
      section.notes.length > 0 ? sentence(section.notes[0].text) : null))));
}

export function reportView(asked: Show): HTMLElement {
  const { report } = asked;
  const element = el("div", { class: "report" });
  for (const line of report.summary ?? []) element.append(el("p", { class: "summary" }, sentence(withPartNames(line, report))));
  const whole = mainSection(report);
  const main = whole && withoutNothing(whole);
  const sections = (report.sections ?? []).map(withoutUnused).map(byVerdict);
  const all = [main, ...sections];
  const show = { ...asked, shifted: all.find((section) => section && section.rows.length > 0 && hasShift(section)) };
  // Commands sort texts by their bytes.
  const text = main?.columns.find(({ name, type }) => name === show.orderBy && type === "string");
  if (main && text) main.rows = rowsByText(main, text.name, Boolean(show.isReversed));
  else if (main && show.isReversed) main.rows = reversedRows(main);
  // What a user marked, such as steps, crowds out the ops that it spans.
  if (main && isTree(main)) main.rows = withLast(main, isAnnotation);
  const isEmpty = main !== undefined && main.rows.length === 0;
  const said = isEmpty ? report.notes.slice(1) : report.notes;
  const notes = notesList(said.filter(({ id }) => !kOfRows.includes(id)));
  if (notes) element.append(notes);
  // What went over time is seen first, its table stands with the other sections.
  const series = sections.filter((section) => section.columns.some(({ type }) => type === "series"));
  if (main && isSpans(main)) series.push(main);
  element.append(...series.map((section) => lineCharts(section, show.marks, { main, spans: show.spans }))
    .filter((chart): chart is HTMLElement => chart !== null));
  if (main) element.append(sectionView(show, main, true));
  const filled = byWeight(sections.filter((section) => section.rows.length > 0), show.firstRules);
  for (const section of filled) element.append(sectionView(show, section));
  const quiet = quietSections(sections.filter((section) => section.rows.length === 0));
  if (quiet) element.append(quiet);
  return element;
}
