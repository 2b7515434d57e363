// All pages, in the order of the navigation.

import { kAskPage } from "./ask";
import { kFindingsPage } from "./findings";
import { kFleetPage } from "./fleet";
import { kMetricsPage } from "./metrics";
import { kOverviewPage } from "./overview";
import type { Page } from "./page";
import { kSqlPage } from "./sql";
import { viewPage } from "./view_page";

export const kPages: Page[] = [
  kOverviewPage,
  kFindingsPage,
  viewPage("steps", "Steps", "Start"),
  viewPage("ops", "Ops", "Where time goes"),
  viewPage("op", "Op types", "Where time goes"),
  viewPage("kernels", "Kernels", "Where time goes"),
  viewPage("code", "Lines", "Where time goes"),
  viewPage("scope", "Scopes", "Where time goes"),
  viewPage("graph", "Graph", "Where time goes"),
  viewPage("hlo", "Instructions", "Where time goes"),
  viewPage("op_profile", "Op profile", "Accelerators"),
  viewPage("roofline", "Roofline", "Accelerators"),
  viewPage("utilization", "Utilization", "Accelerators"),
  viewPage("idle", "Idle time", "Accelerators"),
  viewPage("launches", "Launches", "Accelerators"),
  viewPage("collectives", "Collectives", "Many devices"),
  kFleetPage,
  viewPage("memory", "Memory", "Memory, system"),
  viewPage("buffers", "Buffers", "Memory, system"),
  viewPage("input", "Input", "Memory, system"),
  kMetricsPage,
  viewPage("phases", "Phases", "Memory, system"),
  kSqlPage,
  viewPage("info", "What was read", "Data"),
  kAskPage,
];

// Only where the profile is compared with another.
export const kDiffPage: Page = viewPage("diff", "What changed", "Start");
