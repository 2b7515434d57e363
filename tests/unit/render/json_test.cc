
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/unit/common/rendered.h"
#include "tests/unit/render/render_test_report.h"

namespace profiler {
namespace {

using nlohmann::json;
using std::literals::operator""s;

const RenderContext kContext = {"scope -order_by micros", {"profile_1", "profile_2"}};

json Parsed(const Report& report) { return json::parse(Rendered("json", report, kContext)); }

// The text of the only value of a column.
std::string Written(Value value, Unit unit) {
  Report report;
  report.rows = {{"row", {"row"}}};
  report.columns.push_back(NumberColumn("x", Measure::kMicros, unit, {value}, {}));
  const std::string text = Rendered("json", report, kContext);
  const size_t begin = text.find(R"("x":)", text.find(R"("rows":)")) + 4;
  return text.substr(begin, text.find('}', begin) - begin);
}

TEST_CASE("JSON is one object on one line") {
  const std::string text = Rendered("json", TreeReport(), kContext);
  CHECK(text.find('\n') == text.size() - 1);
  CHECK(text.rfind(R"({"schema_version":1,"command":"scope -order_by micros","view":"scope",)",
                   0) == 0);
}

TEST_CASE("JSON holds a tree") {
  const json parsed = Parsed(TreeReport());
  const json& rows = parsed["rows"];
  REQUIRE(rows.size() == 3);
  CHECK(rows[0]["parent"].is_null());
  CHECK(rows[0]["accounted"] == false);
  CHECK(rows[0]["key"] == json::array());
  CHECK(rows[2]["name"] == "a/b");
  CHECK(rows[2]["key"] == json({"a", "b"}));
  CHECK(rows[2]["depth"] == 2);
  CHECK(rows[2]["parent"] == 1);
  CHECK(rows[2]["accounted"] == true);
  CHECK(rows[2]["op_types"] == json({"MatMul", "|odd\\"}));
}

TEST_CASE("What a row has not is null in JSON") {
  const json rows = Parsed(TreeReport())["rows"];
  CHECK(rows[0]["micros"].is_null());  // not accounted
  CHECK(rows[0]["total_micros"] == 1.750001);
  CHECK(rows[0]["bytes"].is_null());
  CHECK(rows[2]["bytes"].is_null());  // not recorded
  CHECK(rows[2]["total_bytes"].is_null());
}

TEST_CASE("JSON gives a ranked report its accumulated values and shares, but no tree") {
  const json parsed = Parsed(RankedReport());
  const json& row = parsed["rows"][0];
  CHECK(row["micros"] == 3);
  CHECK(row["total_micros"] == 4);
  CHECK(row["share_micros"] == 0.75);
  CHECK(row["share_total_micros"] == 1);
  CHECK_FALSE(row.contains("total_run_count"));
  CHECK_FALSE(row.contains("share_run_count"));
  CHECK_FALSE(row.contains("depth"));
  CHECK_FALSE(row.contains("parent"));
  const json uses = json::parse(R"([
    {"shapes": ["0:4x8", "1:8"], "run_count": 2, "defined_count": 1, "micros": 12.5},
    {"shapes": [], "run_count": 1, "defined_count": 1, "micros": null}])");
  CHECK(row["input_shapes"] == uses);
  CHECK(parsed["rows"][1]["input_shapes"] == json::array());
}

TEST_CASE("JSON lists every key of its rows as a column, once") {
  for (Report report : {TreeReport(), RankedReport()}) {
    const json parsed = Parsed(report);
    std::set<std::string> names;
    for (const json& column : parsed["columns"]) {
      CHECK(column.size() == 4);
      CHECK(column["type"].is_string());
      CHECK(column["description"].is_string());
      CHECK(names.insert(column["name"]).second);
    }
    for (const json& row : parsed["rows"]) {
      std::set<std::string> keys;
      for (const auto& [key, value] : row.items()) keys.insert(key);
      CHECK(keys == names);
    }

    report.rows.clear();
    for (ReportColumn& column : report.columns) {
      for (auto* values : {&column.own, &column.total}) values->clear();
      for (auto* values : {&column.share, &column.share_total}) values->clear();
      column.texts.clear();
      column.uses.clear();
    }
    std::set<std::string> names_without_rows;
    const json without_rows = Parsed(report);
    for (const json& column : without_rows["columns"]) names_without_rows.insert(column["name"]);
    CHECK(names_without_rows == names);
  }
}

TEST_CASE("JSON writes no key twice") {
  const std::string text = Rendered("json", TreeReport(), kContext);
  std::vector<std::set<std::string>> objects;
  const auto check = [&](int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) objects.emplace_back();
    if (event == json::parse_event_t::object_end) objects.pop_back();
    if (event == json::parse_event_t::key) CHECK(objects.back().insert(parsed).second);
    return true;
  };
  CHECK(json::parse(text, check).is_object());
}

TEST_CASE("JSON names units") {
  const json columns = Parsed(RankedReport())["columns"];
  const auto of = [&](const std::string& name) {
    for (const json& column : columns) {
      if (column["name"] == name) return json({column["unit"], column["type"]});
    }
    return json();
  };
  CHECK(of("name") == json({nullptr, "string"}));
  CHECK(of("micros") == json({"us", "number"}));
  CHECK(of("total_micros") == json({"us", "number"}));
  CHECK(of("share_micros") == json({"1", "number"}));
  CHECK(of("run_count") == json({"1", "integer"}));
  CHECK(of("input_shapes") == json({nullptr, "input_shape_uses"}));
}

TEST_CASE("JSON numbers are exact") {
  CHECK(Written(0, Unit::kMicros) == "0");
  CHECK(Written(1, Unit::kMicros) == "0.000001");
  CHECK(Written(-1, Unit::kMicros) == "-0.000001");
  CHECK(Written(-50'000'000, Unit::kMicros) == "-50");
  CHECK(Written(1'230'000, Unit::kMicros) == "1.23");
  CHECK(Written(10'000'000, Unit::kMicros) == "10");
  CHECK(Written(100'000, Unit::kMicros) == "0.1");
  CHECK(Written(1000, Unit::kBytes) == "1000");
  CHECK(Written(std::numeric_limits<int64_t>::min(), Unit::kCount) == "-9223372036854775808");

  const Value beyond_64_bits = Value{std::numeric_limits<int64_t>::max()} * 1000 * 1000;
  CHECK(Written(beyond_64_bits, Unit::kBytes) == "9223372036854775807000000");
  CHECK(Written(beyond_64_bits, Unit::kMicros) == "9223372036854775807");
  CHECK(Written(-beyond_64_bits - 1, Unit::kMicros) == "-9223372036854775807.000001");
}

TEST_CASE("JSON has no NaN") {
  Report report = RankedReport();
  report.columns[0].share[0] = std::numeric_limits<double>::quiet_NaN();
  report.columns[0].share_total[0] = std::numeric_limits<double>::infinity();
  const json row = Parsed(report)["rows"][0];
  CHECK(row["share_micros"].is_null());
  CHECK(row["share_total_micros"].is_null());
}

TEST_CASE("JSON text survives whatever a name holds") {
  Report report = TreeReport();
  const std::string odd = "quote\" back\\slash\n\x01\x1b[31m nul\0 \xc3\xa9"s;
  report.rows[1].name = odd;
  report.rows[2].name = "cut \xe2\x82 lone \xff";
  report.rows[2].key = {"\xff"};
  const std::string text = Rendered("json", report, kContext);
  CHECK(std::count_if(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }) == 1);
  const json rows = json::parse(text)["rows"];
  CHECK(rows[1]["name"] == odd);
  CHECK(rows[2]["name"] == "cut \xef\xbf\xbd lone \xef\xbf\xbd");
  CHECK(rows[2]["key"] == json({"\xef\xbf\xbd"}));
}

TEST_CASE("JSON has no column for what a view cannot tell") {
  Report report = TreeReport();
  report.columns.push_back(NumberColumn("run_count", Measure::kOccurrence, Unit::kCount, {}, {}));
  report.columns.back().not_available = true;
  CHECK(Parsed(report)["columns"] == Parsed(TreeReport())["columns"]);
  CHECK_FALSE(Parsed(report)["totals"].contains("run_count"));
  report.rows.clear();
  CHECK(Rendered("json", report, kContext).find("run_count") == std::string::npos);
}

TEST_CASE("JSON says what is beside the rows") {
  Report report = TreeReport();
  report.hidden_rows = 7;
  report.hidden_reason = "below -max_depth 2";
  report.notes = {{"quirk", Severity::kInfo, "as tfprof"}, {"odd", Severity::kWarning, "look"}};
  const json parsed = Parsed(report);
  CHECK(parsed["totals"] == json::parse(R"({"micros": 1.750001, "bytes": null})"));
  CHECK(parsed["hidden_rows"] == json::parse(R"({"count": 7, "reason": "below -max_depth 2"})"));
  CHECK(parsed["inputs"] == json({"profile_1", "profile_2"}));
  CHECK(parsed["notes"][0]["severity"] == "info");
  CHECK(parsed["notes"][1] ==
        json::parse(R"({"id": "odd", "severity": "warning", "text": "look"})"));
  CHECK(Parsed(TreeReport())["hidden_rows"]["reason"].is_null());
}

TEST_CASE("A failed command is an object too") {
  const std::string text =
      FindRenderer("json")->render_error("invalid_argument", "no \"step\" 7", kContext);
  CHECK(text.back() == '\n');
  const json parsed = json::parse(text);
  CHECK(parsed["schema_version"] == 1);
  CHECK(parsed["command"] == "scope -order_by micros");
  CHECK(parsed["error"]["code"] == "invalid_argument");
  CHECK(parsed["error"]["message"] == "no \"step\" 7");
  CHECK(parsed["error"].contains("hint"));
}

}  // namespace
}  // namespace profiler
