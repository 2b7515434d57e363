// The pictures of a section, by its shape. A picture stands above the table of the same rows.

import { isFile } from "../api";
import { el, replace, runRemoved } from "../dom";
import { capital } from "../format";
import { change, currentRoute } from "../route";
import { mainSection } from "../report";
import type { Report, Row, Section } from "../report";
import { Icicle, measuresOf } from "./icicle/icicle";
import { isRoofline, roofline } from "./roofline";
import { isStepTable, stepChart } from "./steps/step_chart";
import { isShareOfBytes, treemap } from "./treemap";
import type { Table } from "./table/table";

const kFewest = 4; // rows of a tree that are worth a picture
const kMostFlat = 200; // rows of which none is below another, which would be slivers

function icicle(section: Section, table: Table, onPick: (row: Row) => void): HTMLElement | null {
  const tree = table.tree;
  const measures = measuresOf(section);
  if (!tree || measures.length === 0 || section.rows.length < kFewest) return null;
  if (section.rows.length > kMostFlat && section.rows.every(({ depth }) => Number(depth) <= 1)) return null;
  const holder = document.createElement("div");
  const show = (name: string) => {
    const measure = measures.find((column) => column.name === name) ?? measures[0];
    const picture = new Icicle(section, tree, measure, measures, (chosen) => {
      change({ _measure: chosen });
      show(chosen);
    }, (row, index) => {
      table.showRow(index);
      onPick(row);
    });
    holder.replaceChildren(picture.element);
  };
  show(currentRoute().params._measure ?? "");
  return holder;
}

// The same bytes by op, by line and by scope are one picture, which shows one of them at a time.
function bytesMap(report: Report, section: Section,
  onPick: (row: Row, of?: Section) => void): HTMLElement | null {
  const all = [mainSection(report), ...(report.sections ?? [])]
    .filter((other): other is Section => other !== undefined && isShareOfBytes(other));
  const isFirst = all[0]?.id === section.id || all[0]?.rows === section.rows;
  if (!isFirst) return null;
  const holder = document.createElement("div");
  const show = (id: string) => {
    const chosen = all.find((other) => other.id === id) ?? section;
    const choice = el("select", { "aria-label": "What the map is of" }, ...all.map((other) =>
      el("option", { value: other.id }, other.title || other.id)));
    choice.value = chosen.id;
    choice.addEventListener("change", () => {
      change({ _map: choice.value });
      show(choice.value);
      holder.querySelector("select")?.focus();
    });
    const title = all.length > 1 || chosen.title !== "" ? "" : report.view;
    const map = treemap(chosen, capital(title), (row) => onPick(row, chosen.rows === section.rows ? section : chosen));
    runRemoved(holder);
    replace(holder, all.length > 1 ? el("div", { class: "map-choice" }, choice) : null, map);
  };
  show(currentRoute().params._map ?? "");
  return holder;
}

// `shown` is the section with the rows that the table has, which may stand for others. `onPick` takes the section
// of the row, if it is another one. `steps` has all columns of the steps, if the section has only some.
export function picturesOf(report: Report, section: Section, shown: Section, table: Table,
  onPick: (row: Row, of?: Section) => void, steps = section): HTMLElement[] {
  const pictures = [
    table.tree ? icicle(section, table, onPick) : null,
    isStepTable(steps) ? stepChart(steps, currentRoute().params.step ?? "",
      isFile() ? undefined : (step) => change({ step })) : null,
    isRoofline(section) ? roofline(shown, report, onPick) : null,
    isShareOfBytes(section) ? bytesMap(report, section, onPick) : null,
  ];
  return pictures.filter((picture): picture is HTMLElement => picture !== null);
}
