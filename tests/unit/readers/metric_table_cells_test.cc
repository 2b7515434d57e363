// Times, numbers and fields of tables of metrics.
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/utc_offset.h"
#include "profiler/readers/metric_table/fields.h"
#include "profiler/readers/metric_table/number_cell.h"
#include "profiler/readers/metric_table/table_clock.h"

namespace profiler {
namespace {

using metric_table::NumberCell;
using metric_table::TableClock;
using metric_table::TableTime;

constexpr Int128 kSecond = 1'000'000'000'000;

Int128 At(const std::string& text, TableTime::Clock clock = TableTime::Clock::kUtc) {
  CAPTURE(text);
  const std::optional<TableTime> time = TableClock().Read(text);
  REQUIRE(time.has_value());
  CHECK(time->clock == clock);
  return time->ps;
}

TEST_CASE("metric table: times") {
  constexpr Int128 kAt = 1795314933 * kSecond;  // 2026-11-22T02:35:33Z
  const Int128 half = kSecond / 2;
  CHECK((At("1795314933") == kAt));
  CHECK((At("1795314933.5") == kAt + half));
  CHECK((At("1.795314933e9") == kAt));
  CHECK((At("1795314933500") == kAt + half));
  CHECK((At("1795314933500000") == kAt + half));
  CHECK((At("1795314933500000000") == kAt + half));
  CHECK((At("2026-11-22T02:35:33Z") == kAt));
  CHECK((At("2026-11-22 02:35:33 UTC") == kAt));
  CHECK((At("2026-11-22T03:35:33.5+01:00") == kAt + half));
  CHECK((At("2026-11-21T21:05:33,500-0530") == kAt + half));
  CHECK((At("2026/11/22 02:35:33.500", TableTime::Clock::kZoneless) == kAt + half));
  CHECK((At("11/22/26 02:35:33 AM", TableTime::Clock::kZoneless) == kAt));
  CHECK((At("22.11.2026 02:35:33", TableTime::Clock::kZoneless) == kAt));
  CHECK((At("20261122 02:35:33", TableTime::Clock::kZoneless) == kAt));
  CHECK((At("12.25", TableTime::Clock::kNone) == kSecond * 49 / 4));
  for (const char* bad :
       {"", "now", "02:35:33", "Nov-22 02:35:33", "2026-13-01 00:00:00", "-5", "2026-02-30",
        "2026-11-22 24:00:00", "2026-11-22 02:61:00", "1e40", "2026-11-22T02:35:33.",
        "2026-11-22x02:35:33", "20261322 02:35:33", "202611221 02:35:33", "nan"}) {
    CAPTURE(bad);
    CHECK_FALSE(TableClock().Read(bad).has_value());
  }
}

TEST_CASE("metric table: times of files that tell the day or the year once") {
  TableClock sar;
  REQUIRE(sar.SetDay("11/22/26"));
  const Int128 before = sar.Read("11:59:59 PM")->ps;
  CHECK((sar.Read("12:00:01 AM")->ps - before == 2 * kSecond));
  CHECK((sar.Read("12:00:02 AM")->ps - before == 3 * kSecond));
  REQUIRE(sar.SetDay("11/23/26"));  // a file of several days has each date
  CHECK((sar.Read("12:00:02 AM")->ps - before == 3 * kSecond));
  CHECK_FALSE(TableClock().SetDay("x86_64"));
  TableClock dool;
  REQUIRE(dool.SetStart("31 Dec 2026 23:59:59 UTC"));
  const TableTime last = *dool.Read("Dec-31 23:59:59");
  CHECK(last.clock == TableTime::Clock::kUtc);
  CHECK((dool.Read("Jan-01 00:00:01")->ps - last.ps == 2 * kSecond));
  CHECK((dool.Read("31-12 23:59:59")->ps == last.ps));  // dstat
  TableClock elsewhere;
  REQUIRE(elsewhere.SetStart("31 Dec 2026 23:59:59 CET"));
  CHECK(elsewhere.Read("Dec-31 23:59:59")->clock == TableTime::Clock::kZoneless);
}

TEST_CASE("metric table: offsets of zones") {
  CHECK(ParseUtcOffset("+02:00") == 7200);
  CHECK(ParseUtcOffset("-0530") == -19800);
  CHECK(ParseUtcOffset("+2") == 7200);
  CHECK(ParseUtcOffset("Z") == 0);
  for (const char* bad :
       {"", "CET", "2", "+", "+15:00", "+2:60", "+02:0", "+1:2:3", "+ab", "+12345"}) {
    CAPTURE(bad);
    CHECK_FALSE(ParseUtcOffset(bad).has_value());
  }
}

TEST_CASE("metric table: cells") {
  const auto is = [](const char* cell, NumberCell::What what) {
    CAPTURE(cell);
    CHECK(metric_table::ReadNumber(cell).what == what);
  };
  for (const char* unknown : {"", " ", "N/A", "[N/A]", "[Not Supported]", "[Not Found]", "[]",
                              "[Insufficient Permissions]", "-", "none", "null"}) {
    is(unknown, NumberCell::What::kUnknown);
  }
  for (const char* endless : {"nan", "NaN", "inf", "-inf", "Infinity", "1e999"}) {
    is(endless, NumberCell::What::kNoFinite);
  }
  for (const char* text : {"P0", "info", "nano", "00000000:01:00.0", "NVIDIA A100", "[GPU is lost]",
                           "[Unknown Error]"}) {
    is(text, NumberCell::What::kText);
  }
  CHECK(metric_table::ReadNumber(" 45 % ").value == 45);
  CHECK(metric_table::ReadNumber("1024 MiB").unit == "MiB");
  CHECK(metric_table::ReadNumber("-3,5").value == -3.5);
  // States, as nvidia-smi's reasons of a lower clock.
  for (const char* on : {"Active", "Enabled", "Yes"}) {
    is(on, NumberCell::What::kNumber);
    CHECK(metric_table::ReadNumber(on).value == 1);
  }
  for (const char* off : {"Not Active", "Disabled", "No"}) {
    is(off, NumberCell::What::kNumber);
    CHECK(metric_table::ReadNumber(off).value == 0);
  }
  CHECK(metric_table::Normal("GPU 0 - util. [%]") == "gpu_0_util");
  metric_table::FieldSplitter splitter;
  REQUIRE(splitter.Split(R"( "a ""b"", c" ,, d,"e")", ','));
  CHECK(splitter.fields() == std::vector<std::string_view>{"a \"b\", c", "", "d", "e"});
  CHECK_FALSE(splitter.Split("a,\"b", ','));
}

}  // namespace
}  // namespace profiler
