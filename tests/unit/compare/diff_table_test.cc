// The order of the rows of a table of `diff`, and which have a share of the step's change.
#include "profiler/compare/page/tables/diff_table.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string_view>
#include <vector>

namespace profiler {
namespace {

DiffRow Changed(std::string_view name, double base, double next) {
  DiffRow row;
  row.name = name;
  row.change.base = base;
  row.change.next = next;
  row.change.delta = next - base;
  row.change.verdict = next > base ? Verdict::kSlower : Verdict::kFaster;
  return row;
}

// The shares of the rows, with that of `<unexplained>`; empty if no row has one.
std::vector<double> SharesOf(std::vector<DiffRow> rows, bool may_overlap = true) {
  const DiffTableKind kind = {"kernels",        "Kernels",      "a kernel", "kernel", "kernels",
                              /*adds_up=*/true, DiffRowColumns, may_overlap};
  const Change step = Changed("step", 100, 120).change;
  const auto table = DiffTable(kind, step, Query(), rows);
  REQUIRE(table.ok());
  for (const ReportColumn& column : table->columns) {
    if (column.name != "share") continue;
    const bool is_any = std::any_of(column.reals.begin(), column.reals.end(),
                                    [](double share) { return !std::isnan(share); });
    return is_any ? column.reals : std::vector<double>();
  }
  return {};
}

Change Unclear(double delta) {
  Change change = Changed("", 100, 100 + delta).change;
  change.verdict = Verdict::kUnclear;
  return change;
}

}  // namespace

TEST_CASE(
    "Rows that changed stand first unless that is next to nothing beside the largest change") {
  const std::vector<Change> changes = {
      Changed("", 1, 1.5).change, Unclear(0.7), Unclear(100),
      Changed("", 50, 48).change, Unclear(-20), Changed("", 1, 4).change};
  CHECK(OrderByChange(changes) == std::vector<size_t>{5, 3, 2, 4, 0, 1});
}

TEST_CASE("Rows of unknown changes stand last") {
  CHECK(OrderByChange({Unclear(kAbsentReal), Unclear(0), Unclear(-2)}) ==
        std::vector<size_t>{2, 0, 1});
}

TEST_CASE("Rows that take no more than the step have shares of its change") {
  CHECK(SharesOf({Changed("a", 50, 65)}) == std::vector<double>{0.75, 0.25});
}

TEST_CASE("What changed by far more than the step has no share of its change") {
  const std::vector<double> shares = SharesOf({Changed("a", 10, 55)});
  CHECK(shares.empty());  // 225 %, and -125 % is unexplained
  CHECK(SharesOf({Changed("a", 10, 40)}) == std::vector<double>{1.5, -0.5});
}

TEST_CASE("Rows that run beside each other have no shares of the step's change") {
  const std::vector<DiffRow> rows = {Changed("nccl", 70, 75), Changed("gemm", 70, 75)};
  CHECK(SharesOf(rows).empty());
  CHECK(SharesOf(rows, /*may_overlap=*/false) == std::vector<double>{0.25, 0.25, 0.5});
}

}  // namespace profiler
