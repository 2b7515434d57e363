// Rows sum to totals, in every view with totals and in every format.
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/render/render.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/properties/generated_inputs.h"

namespace profiler {
namespace {

using nlohmann::json;

constexpr uint64_t kSeeds = Seeds(40);

Query AllNumbers(bool compat_tfprof) {
  Query query;
  query.compat_tfprof = compat_tfprof;
  query.max_depth = 1000;
  if (compat_tfprof) query.min.fill(-1'000'000'000);  // otherwise negative values are hidden
  query.select.clear();
  for (size_t m = 0; m < kMeasureCount; ++m) query.select.emplace_back(static_cast<Measure>(m));
  return query;
}

void ForEachGenerated(const std::function<void(const Profile&)>& check) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (const GeneratedInput& input : GeneratedInputs(seed)) {
      CAPTURE(seed, input.name);
      check(Opened(input).profile);
    }
  }
}

Value Known(Value value) { return value == kAbsent ? 0 : value; }

// The row of what ran outside of steps: a total, which no mean per step includes.
bool IsApart(const Row& row, bool has_means) { return has_means && row.name == "<outside steps>"; }

// A row's total is its own value and its children's totals.
void CheckTree(const Report& report, bool has_means) {
  for (const ReportColumn& column : report.columns) {
    if (column.type != ColumnType::kNumber || column.total.empty()) continue;
    CAPTURE(column.name);
    std::vector<Value> sum(report.rows.size());
    Value all = 0;
    for (size_t row = 0; row < sum.size(); ++row) {
      const Value own = report.rows[row].accounted ? Known(column.own[row]) : 0;
      sum[row] += own;
      if (IsApart(report.rows[row], has_means)) continue;
      all += own;
      const int32_t parent = report.rows[row].parent;
      if (parent >= 0) sum[static_cast<size_t>(parent)] += Known(column.total[row]);
    }
    for (size_t row = 0; row < sum.size(); ++row) {
      CAPTURE(report.rows[row].name);
      CHECK((Known(column.total[row]) == sum[row]));
    }
    CHECK((Known(column.grand_total) == all));
  }
}

// The total of a rank includes all later ones; shares are of the grand total.
void CheckRanks(const Report& report, bool has_means) {
  for (const ReportColumn& column : report.columns) {
    if (column.type != ColumnType::kNumber || column.total.empty()) continue;
    CAPTURE(column.name);
    Value behind = 0;
    for (size_t row = report.rows.size(); row-- > 0;) {
      if (IsApart(report.rows[row], has_means)) {
        CHECK(row + 1 == report.rows.size());
        CHECK((column.total[row] == column.own[row]));
        continue;
      }
      behind += Known(column.own[row]);
      CHECK((Known(column.total[row]) == behind));
      if (column.share.empty() || column.own[row] == kAbsent) continue;
      const auto all = static_cast<double>(column.grand_total);
      if (all <= 0) continue;
      CHECK(column.share[row] == Approx(static_cast<double>(column.own[row]) / all).margin(1e-9));
      if (column.unit == Unit::kBytes) continue;  // Quirk::kBytesShareZero
      CHECK(column.share_total[row] == Approx(static_cast<double>(behind) / all).margin(1e-9));
    }
    CHECK((Known(column.grand_total) == behind));
  }
}

TEST_CASE("properties: rows sum to totals in scope, graph, code and op") {
  ForEachGenerated([](const Profile& profile) {
    for (const bool compat : {true, false}) {
      for (const char* view : {"scope", "graph", "code", "op"}) {
        RunContext context;
        const auto report = Ask(profile, view, AllNumbers(compat), context);
        if (!report.ok()) continue;  // `code` without stacks
        CAPTURE(view, compat);
        (report->shape == Shape::kRanked ? CheckRanks : CheckTree)(*report, !compat);
      }
    }
  });
}

// The cells of rows; generated names need quotes only for commas.
std::vector<std::vector<std::string>> Cells(const std::string& text, char separator) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        rows.back().emplace_back();
      } else if (c != '\r') {
        rows.back().back() += c;
      }
    }
  }
  return rows;
}

double SumOf(const std::vector<std::vector<std::string>>& table, const std::string& column) {
  size_t at = 0;
  while (at < table[0].size() && table[0][at] != column) ++at;
  REQUIRE(at < table[0].size());
  double sum = 0;
  for (size_t row = 1; row < table.size(); ++row) {
    if (!table[row][at].empty()) sum += std::stod(table[row][at]);
  }
  return sum;
}

TEST_CASE("properties: rows sum to totals in JSON, CSV and TSV") {
  ForEachGenerated([](const Profile& profile) {
    for (const char* view : {"scope", "graph", "op"}) {
      Query query = AllNumbers(false);
      query.statistic = Statistic::kSum;  // so that what ran outside of steps counts
      const Report report = Answer(view, profile, query);
      const json document = json::parse(FindRenderer("json")->render(report, {}));
      const auto csv = Cells(FindRenderer("csv")->render(report, {}), ',');
      const auto tsv = Cells(FindRenderer("tsv")->render(report, {}), '\t');
      for (const ReportColumn& column : report.columns) {
        CAPTURE(view, column.name);
        const json total = document["totals"].value(column.name, json());
        if (column.own.empty() || total.is_null()) continue;
        double sum = 0;
        for (const json& row : document["rows"]) {
          if (row.value("accounted", true) && row[column.name].is_number()) {
            sum += row[column.name].get<double>();
          }
        }
        CHECK(sum == Approx(total.get<double>()));
        CHECK(SumOf(csv, column.name) == Approx(total.get<double>()));
        CHECK(SumOf(tsv, column.name) == Approx(total.get<double>()));
      }
    }
  });
}

}  // namespace
}  // namespace profiler
