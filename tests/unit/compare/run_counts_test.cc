#include "profiler/compare/page/sentences/run_counts.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

namespace profiler {
namespace {

DiffRow RowOfRuns(std::string_view name, double base_runs, double base, double new_runs,
                  double next) {
  DiffRow row;
  row.name = name;
  if (base_runs > 0) {
    row.base_runs = base_runs;
    row.change.base = base;
  }
  if (new_runs > 0) {
    row.new_runs = new_runs;
    row.change.next = next;
  }
  row.change.delta = next - base;
  row.change.verdict = next > base ? Verdict::kSlower : Verdict::kFaster;
  if (base_runs == 0) row.change.verdict = Verdict::kAdded;
  if (new_runs == 0) row.change.verdict = Verdict::kRemoved;
  return row;
}

PageTables TablesOfStep(double base, double next) {
  PageTables tables;
  tables.step = RowOfRuns("step", 1, base, 1, next).change;
  return tables;
}

}  // namespace

TEST_CASE("Collectives that run more often are named once, by their kind") {
  PageTables tables = TablesOfStep(100'000, 108'000);
  tables.collectives = {RowOfRuns("all_reduce", 6, 16'000, 24, 62'000)};
  DiffRow op = RowOfRuns("record_param_comms", 6, 16'000, 24, 62'000);
  op.is_collective = true;
  tables.ops = {op, RowOfRuns("aten::mm", 10, 20'000, 20, 40'000)};
  CHECK(CollectiveCountsSentence(tables) ==
        "Collectives that run more or less often: all_reduce 24 times a step (6 before)");
  CHECK(OpCountsSentence(tables) ==
        "Ops that run more or less often: aten::mm 20 times a step (10 before)");
  tables.collectives.clear();
  CHECK(OpCountsSentence(tables).find("record_param_comms") != std::string::npos);
}

TEST_CASE("As many collectives are no sentence, however long they take") {
  PageTables tables = TablesOfStep(100'000, 140'000);
  tables.collectives = {RowOfRuns("all_reduce", 6, 16'000, 6, 62'000)};
  CHECK(CollectiveCountsSentence(tables).empty());
}

TEST_CASE("Waits of hosts that are gone are named where steps became faster") {
  PageTables tables = TablesOfStep(21'000, 17'600);
  tables.device_waits = {RowOfRuns("cudaStreamSynchronize", 64, 11'843, 0, 0),
                         RowOfRuns("cudaDeviceSynchronize", 0.1, 987, 0.1, 2'736)};
  tables.launches = {RowOfRuns("cudaLaunchKernel", 654, 2'760, 654, 9'658),
                     RowOfRuns("cudaMemcpyAsync", 65, 275, 1, 4.2)};
  CHECK(CallCountsSentence(tables) ==
        "Calls on hosts that run more or less often: cudaStreamSynchronize 0 times a step "
        "(64 before) and cudaMemcpyAsync 1 time a step (65 before)");
  // The op that called them is named, too.
  tables.ops = {RowOfRuns("aten::nonzero", 64, 700, 64, 579),
                RowOfRuns("aten::item", 64, 90, 0, 0)};
  tables.launches.clear();
  CHECK(CallCountsSentence(tables) ==
        "Calls on hosts that run more or less often: cudaStreamSynchronize 0 times a step "
        "(64 before) and aten::item 0 times a step (64 before)");
  // Fewer of them make no step slower, and what noise hides has no reason.
  tables.step = TablesOfStep(17'600, 21'000).step;
  CHECK(CallCountsSentence(tables).empty());
  tables.step.verdict = Verdict::kUnclear;
  CHECK(CallCountsSentence(tables).empty());
}

TEST_CASE("Calls of some steps alone are no reason of the typical one") {
  PageTables tables = TablesOfStep(20'000, 21'000);
  tables.device_waits = {RowOfRuns("cudaDeviceSynchronize", 0.1, 500, 0.9, 4'500)};
  CHECK(CallCountsSentence(tables).empty());
}

TEST_CASE("Counts that differ between ranks are said to be means") {
  PageTables tables = TablesOfStep(20'000, 30'000);
  tables.device_waits = {RowOfRuns("cudaStreamSynchronize", 1, 500, 5.625, 9'500)};
  CHECK(CallCountsSentence(tables, 16) ==
        "Calls on hosts that run more or less often, in the mean over 16 ranks: "
        "cudaStreamSynchronize 5.625 times a step (1 before)");
  tables.device_waits = {RowOfRuns("cudaStreamSynchronize", 1, 500, 5, 9'500)};
  CHECK(CallCountsSentence(tables, 16) ==
        "Calls on hosts that run more or less often: cudaStreamSynchronize 5 times a step "
        "(1 before)");
}

}  // namespace profiler
