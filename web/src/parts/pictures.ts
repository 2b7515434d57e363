// The pictures of a section, by its shape. A picture stands above the table of the same rows.

import { isFile } from "../api";
import { change, currentRoute } from "../route";
import { mainSection } from "../report";
import type { Report, Row, Section } from "../report";
import { Icicle, measuresOf } from "./icicle";
import { isRoofline, roofline } from "./roofline";
import { isStepTable, stepChart } from "./step_chart";
import { isShareOfBytes, treemap } from "./treemap";
import type { Table } from "./table";

const kFewest = 4; // rows of a tree that are worth a picture

function icicle(section: Section, table: Table, onPick: (row: Row) => void): HTMLElement | null {
  const tree = table.tree;
  const measures = measuresOf(section);
  if (!tree || measures.length === 0 || section.rows.length < kFewest) return null;
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

// The same bytes by op, by line and by scope are one picture, not three.
function isDrawn(report: Report, section: Section): boolean {
  const all = [mainSection(report), ...(report.sections ?? [])];
  const first = all.find((other) => other !== undefined && isShareOfBytes(other));
  return first !== undefined && first.id !== section.id && first.rows !== section.rows;
}

export function picturesOf(report: Report, section: Section, table: Table,
  onPick: (row: Row) => void): HTMLElement[] {
  const pictures = [
    table.tree ? icicle(section, table, onPick) : null,
    isStepTable(section) ? stepChart(section, currentRoute().params.step ?? "",
      isFile() ? undefined : (step) => change({ step })) : null,
    isRoofline(section) ? roofline(section, report, onPick) : null,
    isShareOfBytes(section) && !isDrawn(report, section) ? treemap(section, onPick) : null,
  ];
  return pictures.filter((picture): picture is HTMLElement => picture !== null);
}
