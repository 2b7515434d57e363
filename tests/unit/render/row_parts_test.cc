// Reports of many rows, whose text is rendered in parts.
#include "profiler/render/row_parts.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "profiler/catalog/renderers.h"
#include "profiler/render/render.h"
#include "tests/unit/render/render_test_report.h"

namespace profiler {
namespace {

Report LongTree() {
  constexpr int32_t kRows = 13'000;
  Report report = TreeReport();
  ReportColumn& micros = report.columns[0];
  ReportColumn& bytes = report.columns[1];
  for (auto row = static_cast<int32_t>(report.rows.size()); row < kRows; ++row) {
    const std::string name = "op_" + std::to_string(row);
    report.rows.push_back({name, {name}, 1 + row % 3, row % 3 == 0 ? 0 : row - 1, row % 5 != 0});
    for (ReportColumn* column : {&micros, &bytes}) {
      column->own.push_back(row % 7 == 0 ? kAbsent : row * 1'001);
      column->total.push_back(row * 2'003);
    }
    report.columns[2].texts.push_back({row % 2 == 0 ? "Add" : "Mul"});
  }
  return report;
}

// A tree with its own table and two sections.
Report Reports() {
  Report report = LongTree();
  report.shape = Shape::kTable;
  report.sections = {LongTree(), TreeReport()};
  for (Report& section : report.sections) section.shape = Shape::kTable;
  report.sections[0].view = "long";
  report.sections[1].view = "short";
  return report;
}

// Sections alone, one of them below another.
Report SectionsAlone() {
  Report report;
  report.shape = Shape::kTable;
  report.sections = Reports().sections;
  report.sections[0].sections = {report.sections[0]};
  report.sections[1].sections = {report.sections[0]};
  return report;
}

struct Answer {
  std::vector<std::string> spilled;
  std::string rest;

  std::string text() const {
    std::string all;
    for (const std::string& part : spilled) all += part;
    return all + rest;
  }
};

Answer Spilled(const Renderer& renderer, const Report& report, size_t threads) {
  Answer answer;
  RenderContext context;
  context.threads = threads;
  context.spill = [&](std::string_view text) {
    answer.spilled.emplace_back(text);
    return absl::OkStatus();
  };
  answer.rest = renderer.render(report, context);
  return answer;
}

TEST_CASE("Threads and who takes text early change nothing in it") {
  for (const Report& report : {LongTree(), TreeReport(), Reports(), SectionsAlone()}) {
    for (const Renderer& renderer : AllRenderers()) {
      CAPTURE(renderer.name, report.sections.size(), report.rows.size());
      const std::string want = renderer.render(report, {});
      for (const size_t threads : {1, 5}) {
        RenderContext context;
        context.threads = threads;
        CHECK((renderer.render(report, context) == want));
        CHECK((Spilled(renderer, report, threads).text() == want));
      }
    }
  }
}

TEST_CASE("Long text never stands in memory as a whole where somebody takes it") {
  const Report report = LongTree();
  for (const char* form : {"text", "json", "csv", "tsv", "markdown"}) {
    CAPTURE(form);
    const Answer answer = Spilled(*FindRenderer(form), report, 2);
    size_t longest = answer.rest.size();
    for (const std::string& part : answer.spilled) longest = std::max(longest, part.size());
    CHECK(longest < answer.text().size() / 3);
  }
}

TEST_CASE("Where the first rows are the longest no memory is taken for others as long") {
  RenderContext context;
  context.threads = 2;
  std::string out;
  AppendRowParts(
      4'000'000, context,
      [](size_t first, size_t, std::string& part) { part.append(first == 0 ? 1'000'000 : 1, 'x'); },
      out);
  CHECK(out.size() > 1'000'000);
  CHECK(out.capacity() < 100'000'000);
}

TEST_CASE("Where text cannot be taken no more is made") {
  for (const size_t threads : {1, 3}) {
    size_t asked = 0;
    RenderContext context;
    context.threads = threads;
    context.spill = [&](std::string_view) {
      return ++asked < 2 ? absl::OkStatus() : absl::UnavailableError("full");
    };
    std::string out = "head";
    AppendRowParts(
        1'000'000, context, [](size_t, size_t, std::string& part) { part += "rows"; }, out);
    CHECK(asked == 2);
    CHECK(out.empty());
  }
}

}  // namespace
}  // namespace profiler
