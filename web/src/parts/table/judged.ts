// What the verdicts of a comparison are about: one measure, behind which the program has them.

import type { Column } from "../../report";

const kOfMeasure = /^(p|total_delta|total_ratio|delta|ratio)_/;

function judgedMeasure(columns: Column[]): string | undefined {
  const before = columns[columns.findIndex(({ name }) => name === "verdict") - 1]?.name ?? "";
  if (!kOfMeasure.test(before)) return undefined;
  const measure = before.replace(kOfMeasure, "");
  // Of trees the totals are judged.
  return columns.some(({ name }) => name === `total_${measure}`) && columns.some(({ name }) => name === "depth")
    ? `total_${measure}` : measure;
}

// Whether a change is what the verdicts are about. Of others nobody knows whether they are more than noise.
export function isJudged({ name }: Column, columns: Column[]): boolean {
  const measure = name.replace(/^(total_)?(base|delta|ratio)_(?=.)/, "$1"); // total_us of delta_total_us
  // Rows of one measure alone have no column of it beside delta_us.
  const isOnly = measure === name || !columns.some((column) => column.name === measure);
  return isOnly || measure === judgedMeasure(columns);
}
