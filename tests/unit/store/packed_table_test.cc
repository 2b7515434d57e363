#include "profiler/store/packed/packed_table.h"

#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "profiler/store/tables.h"

namespace profiler {
namespace {

using Table = PackedTable<ExecId, ExecRow>;

bool Same(const ExecRow& a, const ExecRow& b) {
  return a.cpu_time == b.cpu_time && a.accelerator_time == b.accelerator_time && a.op == b.op &&
         a.step == b.step && a.device == b.device && a.origin == b.origin && a.runs == b.runs &&
         a.first_start == b.first_start && a.last_end == b.last_end &&
         a.requested_bytes == b.requested_bytes && a.peak_bytes == b.peak_bytes &&
         a.residual_bytes == b.residual_bytes && a.output_bytes == b.output_bytes;
}

// Rows of all widths: equal, small, large, in whole microseconds, unknown, extreme.
std::vector<ExecRow> SomeRows(size_t count) {
  std::mt19937_64 random(1);
  std::vector<ExecRow> rows(count);
  for (size_t i = 0; i < count; ++i) {
    ExecRow& row = rows[i];
    row.op = OpId(static_cast<uint32_t>(i / 20));
    if (i % 7 != 0) row.step = StepId(static_cast<uint32_t>(i % 20));
    row.device = DeviceId();
    row.origin = i % 2 == 0 ? Origin::kRecorded : Origin::kDerived;
    row.cpu_time = static_cast<Int128>(static_cast<int64_t>(random())) * (i % 3 == 0 ? 1000 : 1);
    row.accelerator_time = -static_cast<Int128>(random() % 1000);
    row.runs = static_cast<int64_t>(random() % 300);
    row.first_start = static_cast<int64_t>(random() % 100'000'000) * 1'000'000;
    row.last_end = row.first_start + static_cast<int64_t>(random() % 1'000'000'000'000);
    if (i % 5 == 0) row.requested_bytes = static_cast<int64_t>(random());
    if (i >= kBlockRows) row.peak_bytes = 7;
    row.residual_bytes =
        i % 2 == 0 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min() + 1;
    row.output_bytes = i % 11 == 0 ? kUnknown : row.residual_bytes;
  }
  return rows;
}

Table TableOf(const std::vector<ExecRow>& rows) {
  Table table;
  for (const ExecRow& row : rows) table.push_back(row);
  return table;
}

TEST_CASE("A packed table gives back the rows that were put in") {
  for (const size_t count :
       {size_t{0}, size_t{1}, kBlockRows - 1, kBlockRows, kBlockRows + 1, 5 * kBlockRows + 3}) {
    INFO(count);
    const std::vector<ExecRow> rows = SomeRows(count);
    const Table table = TableOf(rows);
    REQUIRE(table.size() == count);
    CHECK(table.empty() == (count == 0));
    size_t at = 0;
    for (const ExecRow& row : table.values()) REQUIRE(Same(row, rows[at++]));
    CHECK(at == count);
    for (size_t i = 0; i < count; ++i) {
      REQUIRE(Same(table[ExecId(static_cast<uint32_t>(i))], rows[i]));
    }
    Table::Reader reader(table);
    for (size_t i = count; i-- > 0;) REQUIRE(Same(reader[i], rows[i]));
  }
}

TEST_CASE("Members of packed rows are told without the others") {
  const std::vector<ExecRow> rows = SomeRows(3 * kBlockRows + 9);
  size_t at = 0;
  TableOf(rows).ForEachOf(
      [&](StepId step, int64_t runs, OpId op) {
        REQUIRE(step == rows[at].step);
        REQUIRE(runs == rows[at].runs);
        REQUIRE(op == rows[at].op);
        ++at;
      },
      &ExecRow::step, &ExecRow::runs, &ExecRow::op);
  CHECK(at == rows.size());
  const Table table = TableOf(rows);
  for (size_t i = 0; i < rows.size(); ++i) {
    REQUIRE(table.Member<&ExecRow::step>(i) == rows[i].step);
    REQUIRE(table.Member<&ExecRow::accelerator_time>(i) == rows[i].accelerator_time);  // two cells
    REQUIRE(table.Member<&ExecRow::output_bytes>(i) == rows[i].output_bytes);
  }
}

TEST_CASE("Blocks of packed rows whose member is 0 everywhere are passed over") {
  std::vector<ExecRow> rows = SomeRows(4 * kBlockRows + 3);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i / kBlockRows != 2) rows[i].accelerator_time = 0;
  }
  rows[3 * kBlockRows].accelerator_time = Int128{1} << 64;  // of which the lower half is 0
  size_t count = 0;
  Int128 sum = 0, expected = 0;
  TableOf(rows).ForEachOfUnlessZero(
      [&](Int128 time, OpId op) {
        ++count;
        sum += time * static_cast<Int128>(op.row());
      },
      &ExecRow::accelerator_time, &ExecRow::op);
  for (const ExecRow& row : rows) {
    expected += row.accelerator_time * static_cast<Int128>(row.op.row());
  }
  CHECK(count == 2 * kBlockRows + 3);  // rows after the last whole block are in none
  CHECK((sum == expected));
}

TEST_CASE("A changed copy leaves the packed table that it was made of as it was") {
  const std::vector<ExecRow> rows = SomeRows(2 * kBlockRows + 1);
  const Table table = TableOf(rows);
  Table changed = table;
  changed.ChangeAll([](ExecRow& row) { row.step = StepId(3); });
  for (size_t i = 0; i < rows.size(); ++i) {
    ExecRow want = rows[i];
    REQUIRE(Same(table[i], want));
    want.step = StepId(3);
    REQUIRE(Same(changed[i], want));
  }
}

TEST_CASE("Packed tables of whole blocks are put one behind the other") {
  const std::vector<ExecRow> rows = SomeRows(3 * kBlockRows + 5);
  const auto middle = rows.begin() + 2 * kBlockRows;
  Table table = TableOf({rows.begin(), middle});
  table.Append(TableOf({middle, rows.end()}));
  REQUIRE(table.size() == rows.size());
  for (size_t i = 0; i < rows.size(); ++i) REQUIRE(Same(table[i], rows[i]));
}

}  // namespace
}  // namespace profiler
