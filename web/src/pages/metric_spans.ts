// The question for what charts of metrics draw: the mean and the range of each of many short spans.

import { formatCommand } from "../command";
import type { Command } from "../command";
import { hasColumn, numberOf } from "../report";
import type { Report } from "../report";

const kMostSpans = 480; // of a chart: about one for two pixels
const kMostRows = 60000; // of an answer
const kMillisecond = 1e3; // microseconds, of which -every takes whole ones
// Options that say which samples count. Those that choose and sort rows are not about spans.
const kKept = ["step", "source", "host", "rank", "device", "from", "to", "step_event", "by",
  "show_name_regexes", "hide_name_regexes"];

// The command, or nothing if the means of the answer itself are as fine.
export function spansCommand(command: Command, report: Report): string | undefined {
  const timed = (report.sections ?? []).find((section) => hasColumn(section, "begin_us") &&
    hasColumn(section, "end_us"));
  const rows = timed?.rows ?? [];
  if (rows.length === 0 || "every" in command.options) return undefined;
  const begin = Math.min(...rows.map((row) => numberOf(row, "begin_us")));
  const end = Math.max(...rows.map((row) => numberOf(row, "end_us")));
  const samples = Math.max(...(report.rows ?? []).map((row) => numberOf(row, "count") || 0));
  const spans = Math.min(kMostSpans, samples, Math.floor(kMostRows / rows.length));
  const every = Math.ceil((end - begin) / Math.max(1, spans) / kMillisecond);
  if (!(every > 0) || spans < 2) return undefined;
  const options: Record<string, string> = { every: `${every}ms` };
  for (const name of kKept) if (command.options[name]) options[name] = command.options[name];
  options.select = "name,node,dimension,begin_us,count,mean,min,max";
  return formatCommand({ view: command.view, options, query: "" });
}
