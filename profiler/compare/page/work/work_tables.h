// The tables of `diff`: which there are, and where their rows come from.
#ifndef PROFILER_COMPARE_PAGE_WORK_WORK_TABLES_H_
#define PROFILER_COMPARE_PAGE_WORK_WORK_TABLES_H_

#include <array>
#include <cstddef>
#include <string_view>

#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"
#include "profiler/compare/page/tables/diff_table.h"
#include "profiler/compare/page/work/rows_to_pair.h"

namespace profiler {

inline constexpr DiffTableKind kPartsKind = {
    "parts",          "Parts of the step", "a part of the step", "part", "parts",
    /*adds_up=*/true, DiffRowColumns,      /*may_overlap=*/false};
inline constexpr DiffTableKind kIdleKind = {"idle",
                                            "Busy and idle time of accelerators",
                                            "what accelerators do",
                                            "row",
                                            "rows",
                                            /*adds_up=*/true,
                                            DiffRowColumns,
                                            /*may_overlap=*/false};
inline constexpr DiffTableKind kMemoryKind = {
    "memory",          "Peaks of memory", "a device and its allocator", "peak", "peaks",
    /*adds_up=*/false, DiffMemoryColumns};
inline constexpr DiffTableKind kMetricsKind = {
    "metrics", "System metrics",  "a metric",       "metric",
    "metrics", /*adds_up=*/false, DiffMetricColumns};

// A table of what was done in the steps.
struct WorkTable {
  DiffTableKind kind;
  const WorkInSteps& (*work)(const Side& side);
  WorkNames names;
  std::string_view missing;  // why a side has none
};

inline constexpr std::string_view kNoAccelerators = "recorded no work of accelerators";
inline constexpr WorkTable kOpsTable = {
    {"ops", "Ops", "an op", "op", "ops"},
    [](const Side& side) -> const WorkInSteps& { return side.ops.ops; },
    WorkNames::kOps,
    "recorded no ops in its steps"};
inline constexpr WorkTable kKernelsTable = {
    {"kernels", "Kernels", "a kernel", "kernel", "kernels"},
    [](const Side& side) -> const WorkInSteps& { return side.kernels; },
    WorkNames::kKernels,
    kNoAccelerators};
inline constexpr WorkTable kScopesTable = {
    {"scopes", "Scopes", "a scope, without those in it", "scope", "scopes"},
    [](const Side& side) -> const WorkInSteps& { return side.ops.scopes; },
    WorkNames::kPaths,
    "recorded no scopes of ops"};
inline constexpr WorkTable kLinesTable = {
    {"lines", "Lines of code, by the time of their ops and of Python", "a line of the user's code",
     "line", "lines"},
    [](const Side& side) -> const WorkInSteps& { return side.ops.lines; },
    WorkNames::kLines,
    "recorded no stacks"};
inline constexpr WorkTable kCollectivesTable = {
    {"collectives", "Collectives", "a kind of collective", "collective", "collectives"},
    [](const Side& side) -> const WorkInSteps& { return side.collectives; },
    WorkNames::kPaths,
    "recorded no collectives"};
inline constexpr WorkTable kLaunchesTable = {
    {"launches", "Calls that launch work", "a call on hosts", "call", "calls"},
    [](const Side& side) -> const WorkInSteps& { return side.launches; },
    WorkNames::kPaths,
    "recorded no launches"};

// All of them, in the order of the page; idle time comes between the ops and the others.
inline constexpr std::array<const WorkTable*, 6> kWorkTables = {
    &kOpsTable, &kKernelsTable, &kScopesTable, &kLinesTable, &kCollectivesTable, &kLaunchesTable};
inline constexpr size_t kOpsPlace = 0;

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_WORK_TABLES_H_
