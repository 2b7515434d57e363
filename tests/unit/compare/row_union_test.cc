#include "profiler/compare/views/row_union.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

namespace profiler {
namespace {

struct Node {
  std::string name;
  int32_t parent;
};

Report TreeOf(const std::vector<Node>& nodes) {
  Report report;
  report.shape = Shape::kTree;
  report.keys = Report::Keys::kPaths;
  for (const Node& node : nodes) {
    report.rows.push_back({node.name, {}, 0, node.parent, true});
  }
  return report;
}

Report TableOf(const std::vector<std::string>& names) {
  Report report;
  report.shape = Shape::kTable;
  for (const std::string& name : names)
    report.rows.push_back({name, {"device", name}, 0, -1, true});
  return report;
}

std::vector<std::pair<std::string, std::string>> Names(const Report& base, const Report& next,
                                                       bool pairs_renamed) {
  std::vector<std::pair<std::string, std::string>> names;
  const RowTime time = [](const Report&, size_t) { return 1.0; };
  for (const UnitedRow& row : UniteRows(base, next, pairs_renamed, time)) {
    const auto name = [](const Report& report, std::optional<size_t> of) {
      return of ? std::string(std::string_view(report.rows[*of].name)) : "";
    };
    names.emplace_back(name(base, row.base), name(next, row.next));
  }
  return names;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST_CASE("rows of tables pair by key, and the base's other rows come last") {
  CHECK(Names(TableOf({"a", "b", "c"}), TableOf({"c", "a", "d"}), true) ==
        Pairs{{"c", "c"}, {"a", "a"}, {"", "d"}, {"b", ""}});
}

TEST_CASE("renamed rows pair unless only keys may") {
  const Report base = TableOf({"fusion.1", "dot.2"}), next = TableOf({"fusion.31", "dot.2"});
  CHECK(Names(base, next, true) == Pairs{{"fusion.1", "fusion.31"}, {"dot.2", "dot.2"}});
  CHECK(Names(base, next, false) == Pairs{{"", "fusion.31"}, {"dot.2", "dot.2"}, {"fusion.1", ""}});
}

TEST_CASE("a number that another row has now does not pair rows of tables") {
  Report base = TableOf({"fusion.1", "fusion.2", "fusion.3"});
  Report next = TableOf({"fusion.2", "fusion.3", "fusion.4"});
  const RowTime time = [&](const Report& report, size_t row) {
    constexpr double kTimes[] = {100, 20, 3};
    return kTimes[row] + (&report == &next ? 0.1 : 0);
  };
  const auto names = [&](bool pairs_renamed) {
    Pairs pairs;
    for (const UnitedRow& row : UniteRows(base, next, pairs_renamed, time)) {
      pairs.emplace_back(row.base ? std::string(std::string_view(base.rows[*row.base].name)) : "",
                         row.next ? std::string(std::string_view(next.rows[*row.next].name)) : "");
    }
    return pairs;
  };
  CHECK(names(true) ==
        Pairs{{"fusion.1", "fusion.2"}, {"fusion.2", "fusion.3"}, {"fusion.3", "fusion.4"}});
  CHECK(names(false) == Pairs{{"fusion.2", "fusion.2"},
                              {"fusion.3", "fusion.3"},
                              {"", "fusion.4"},
                              {"fusion.1", ""}});
  // Of rows that share a name, the key says which is which.
  for (Report* const report : {&base, &next}) {
    report->rows[0].name = report->rows[1].name = "fusion.1";
    report->rows[0].key = {report == &base ? "a" : "b", "fusion.1"};
    report->rows[1].key = {report == &base ? "b" : "a", "fusion.1"};
  }
  const std::vector<UnitedRow> rows = UniteRows(base, next, true, time);
  CHECK(rows[0].base == 1);
  CHECK(rows[1].base == 0);
}

TEST_CASE("rows of trees pair below renamed parents") {
  const Report base = TreeOf({{"root", -1}, {"m.1", 0}, {"m.1/x", 1}, {"m.1/y", 1}});
  const Report next = TreeOf({{"root", -1}, {"m.7", 0}, {"m.7/x", 1}, {"m.7/z", 1}});
  CHECK(Names(base, next, true) ==
        Pairs{{"root", "root"}, {"m.1", "m.7"}, {"m.1/x", "m.7/x"}, {"", "m.7/z"}, {"m.1/y", ""}});
}

TEST_CASE("parents come before what is below them, at any depth") {
  std::vector<Node> chain = {{"root", -1}};
  std::string name;
  for (int32_t i = 0; i < 1000; ++i) {
    name += (i == 0 ? "a" : "/a");
    chain.push_back({name, i});
  }
  const Report tree = TreeOf(chain);
  const std::vector<UnitedRow> rows =
      UniteRows(tree, tree, true, [](const Report&, size_t) { return 1.0; });
  REQUIRE(rows.size() == 1001);
  for (size_t i = 1; i < rows.size(); ++i) {
    CHECK(rows[i].parent == static_cast<int32_t>(i) - 1);
    CHECK(rows[i].base == rows[i].next);
  }
}

}  // namespace
}  // namespace profiler
