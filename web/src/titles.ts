// What the columns of tables are called.

import type { Column } from "./report";

const kSuffixes: [RegExp, string][] = [
  [/_us$/, ""],
  [/_micros$/, ""],
  [/_per_second$|_per_s$/, "/s"],
];

const kTitles: Record<string, string> = {
  device_compute_16_us: "device, 16-bit", device_compute_32_us: "device, 32-bit",
  base_runs: "base calls", new_runs: "new calls", micros: "self", total_micros: "total", delta: "Δ",
  own_us: "own work", own_mean_us: "mean own work",
  own_against_middle: "own work against median", against_middle: "against median",
  wait_us: "waits for the last", exposed_wait_us: "waits without computing", exchange_us: "only exchanges",
  late_us: "comes late by", late_max_us: "late at most", last_share: "came last",
  behind_us: "behind median", live_from: "from event", live_to: "to event",
  found_by: "how the step was found", mark_us: "length of its mark", base_name: "renamed from", delta_us: "Δ", p_value: "p-value",
};

// What other views call something else, by what the column's own description says.
const kTitlesOf: [string, RegExp, string][] = [
  ["self_share", /\bof both\b|\bon devices and hosts\b/, "share of host and device"],
  ["self_share", /\bof its placement\b/, "share of its placement"],
  ["last", /\bcame last\b/, "times last"],
  ["late_us", /\badded up\b/, "late in all"],
  ["late_us", /\bin the mean\b/, "late per step"],
  ["wait_us", /\badded up\b/, "waits in all"],
  ["op_us", /^The gaps before that op\b/, "before it"],
  ["host_compute_us", /\bcontain what GPUs did\b/, "framework phases (host and GPU)"],
  ["busy_share", /\bas a part of span_us\b/, "busy share"],
  ["span_us", /^the time of the steps and between them\b/, "of"],
  ["ratio", /^(new \/ base|after \/ before)\b/, "change"],
  ["ratio", /^share divided by outside_share\b/, "against outside"],
  ["delta", /\bHodges-Lehmann\b/, "typical Δ"],
  ["delta_us", /\bHodges-Lehmann\b/, "typical Δ"],
];

// Units of what a ratio is of, which the ratio itself does not have.
const kUnitOfName: [RegExp, string][] = [[/_bytes$/, "B"], [/_us$/, "us"]];

// Whether a sum is of a ranked row and all after it: not the total of the row.
export function isFromHere(description: string): boolean {
  return /\branked after it\b/.test(description);
}

// A column's name as words. The unit stands beside it.
export function titleOf(column: Column): string {
  if (isFromHere(column.description)) {
    const own = column.name.replace(/^(share_)?total_/, "$1");
    return `${titleOf({ ...column, name: own, description: "" })} of this and all after`;
  }
  const isCorrected = /\bcorrected\b/.test(column.description);
  if (column.name === "p_value" && isCorrected) return "corrected p-value";
  if (column.name === "share" && /\bthe step's change\b/.test(column.description)) return "share of change";
  const own = kTitlesOf.find(([name, of]) => name === column.name && of.test(column.description));
  // Of a row of a tree and all below it: the base of total_micros, not the total of its base.
  const whole = /^total_(base|delta|ratio)_(.*)$/.exec(column.name);
  if (whole) return titleOf({ ...column, name: `${whole[1]}_total_${whole[2]}`, description: "" });
  let text = own?.[2] ?? kTitles[column.name] ?? column.name;
  const compared = /^(base|delta)_((?:\w+_)?micros)$/.exec(text);
  if (compared) return `${compared[1] === "base" ? "base" : "Δ"} ${titleOf({ ...column, name: compared[2], description: "" })}`;
  if (text.startsWith("delta_")) text = `Δ ${text.slice(6)}`;
  if (text.startsWith("ratio_")) {
    return `${titleOf({ ...column, name: text.slice(6), unit: kUnitOfName.find(([end]) =>
      end.test(text))?.[1] ?? null })} change`;
  }
  if (text.startsWith("p_") && column.unit === null && column.type === "number") {
    const isWhole = /\ball below it\b/.test(column.description);
    const of = `${isWhole ? "total_" : ""}${text.slice(2)}`;
    text = `${isCorrected ? "corrected " : ""}p-value of ${kTitles[of] ?? of}`;
  }
  for (const [suffix, word] of kSuffixes) text = text.replace(suffix, word);
  if (text.endsWith("_bytes") && text !== "_bytes" && column.unit === "B") text = text.slice(0, -6);
  return text.replace(/_/g, " ").replace(/\bflops\b/, "FLOP");
}

// A title for a column whose own is another column's, too.
function longerTitle(column: Column): string {
  const kind = column.unit === "us" ? "time" : column.unit === "B" ? "size" : "";
  return `${titleOf(column)} ${kind}`.trim();
}

// The titles of columns that stand together, of which none is called as another.
export function titlesOf(columns: Column[]): string[] {
  const titles = columns.map(titleOf);
  return columns.map((column, i) =>
    titles.indexOf(titles[i]) === titles.lastIndexOf(titles[i]) ? titles[i] : longerTitle(column));
}
