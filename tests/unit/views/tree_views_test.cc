// The caches of the scope, graph, code and op views, and values that are computed only if shown.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "profiler/analysis/trees/tree_parts.h"
#include "profiler/catalog/views.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/common/rendered.h"

namespace profiler {
namespace {

constexpr char kCpu[] = "/job:w/replica:0/task:0/device:cpu:0";
constexpr char kGpu[] = "/job:w/replica:0/task:0/device:gpu:0";

Report AnswerOn(size_t threads, const std::string& view, const Profile& profile,
                const Query& query) {
  RunContext context;
  context.SetThreads(threads);
  auto report = Ask(profile, view, query, context);
  REQUIRE(report.ok());
  return *std::move(report);
}

std::vector<std::string> NamesOf(const Report& report) {
  std::vector<std::string> names;
  for (const Row& row : report.rows) names.emplace_back(row.name);
  return names;
}

// With -1 for what is not known, which equals itself.
std::vector<std::vector<double>> KnownSeries(const ReportColumn& column) {
  std::vector<std::vector<double>> all = column.series;
  for (std::vector<double>& series : all) {
    for (double& value : series) value = std::isnan(value) ? -1 : value;
  }
  return all;
}

// Two steps; `net/a` ran on both devices in the first, `net/b` in the second.
Profile SmallProfile() {
  MadeProfile made;
  const SourceId source = made.Source("one");
  const StepId first = made.builder.Step(source, 1), second = made.builder.Step(source, 2);
  const TrackId cpu = made.Track(source, kCpu), gpu = made.Stream(source, kGpu);
  const OpId a = made.Op("net/a"), b = made.Op("net/b"), alone = made.Op("alone");
  made.Event(cpu, 0, 10, a, first);
  made.Event(gpu, 10, 5, a, first);
  made.Event(cpu, 20, 3, b, second);
  made.Event(cpu, 30, 10, alone, second);
  made.Memory(a, first, kCpu, 100);
  return made.builder.Build();
}

TEST_CASE(
    "-stat per_step adds series of the measures that are asked for, and changes no other value") {
  const Profile profile = SmallProfile();
  for (const char* const view : {"scope", "graph", "op"}) {
    CAPTURE(view);
    Query query;
    query.compat_tfprof = false;
    query.statistic = Statistic::kPerStep;
    const Report all = AnswerOn(1, view, profile, query);
    query.series_of = {Measure::kMicros};
    const Report one = AnswerOn(1, view, profile, query);
    query.series_of.emplace();
    const Report none = AnswerOn(1, view, profile, query);
    size_t without_series = 0;
    for (const ReportColumn& column : none.columns) {
      if (column.type != ColumnType::kNumber || column.measure == Measure::kOccurrence) continue;
      ++without_series;
      CHECK(StepSeriesOf(none, column) == nullptr);
      const ReportColumn* const series = StepSeriesOf(one, column);
      CHECK((series != nullptr) == (column.measure == Measure::kMicros));
      REQUIRE(StepSeriesOf(all, column) != nullptr);
      if (series != nullptr) CHECK(KnownSeries(*series) == KnownSeries(*StepSeriesOf(all, column)));
    }
    CHECK(without_series == 3);
    CHECK(NamesOf(none) == NamesOf(all));
  }
}

TEST_CASE("answers to other selections in between change no answer") {
  const Profile profile = SmallProfile();
  std::vector<Query> queries(6);
  queries[1].selection.steps = StepSelection::Parse("2").value();
  queries[2].selection.devices = *RegexSet::Compile({".*gpu.*"});
  queries[3].selection.account_types = *RegexSet::Compile({"net/a"});
  queries[4].select = {Measure::kBytes};
  queries[5].compat_tfprof = false;
  Asker ask(profile);
  RunContext context;
  for (int round = 0; round < 2; ++round) {
    for (const char* const view : {"scope", "graph", "op"}) {
      for (const Query& query : queries) {
        const Report kept = ask(view, query, context).value();
        const Report fresh = Answer(view, profile, query);
        CHECK(NamesOf(kept) == NamesOf(fresh));
        REQUIRE(kept.columns.size() == fresh.columns.size());
        for (size_t c = 0; c < kept.columns.size(); ++c) {
          CHECK(kept.columns[c].own == fresh.columns[c].own);
          CHECK(kept.columns[c].total == fresh.columns[c].total);
        }
      }
    }
  }
}

TEST_CASE("what is not selected still hides rows by its minimum, and sorts them") {
  const Profile profile = SmallProfile();
  Query query;
  query.select = {Measure::kMicros};
  query.min[static_cast<size_t>(Measure::kBytes)] = 1;
  CHECK(NamesOf(Answer("scope", profile, query)) ==
        std::vector<std::string>{"_TFProfRoot", "net", "net/a"});
  query.min = {};
  query.select = {Measure::kBytes};
  query.order_by = Measure::kCpuMicros;
  const Report op = Answer("op", profile, query);
  CHECK(NamesOf(op) == std::vector<std::string>{"alone", "net/a", "net/b"});
}

TEST_CASE("the key of a scope's row is its path, and that of a graph's row its name") {
  const Profile profile = SmallProfile();
  const Report scope = Answer("scope", profile), graph = Answer("graph", profile);
  CHECK(KeyOf(scope, 0).empty());
  CHECK(KeyOf(scope, RowOf(scope, "net/a")) == std::vector<std::string>{"net", "a"});
  CHECK(KeyOf(graph, 0).empty());
  CHECK(KeyOf(graph, RowOf(graph, "net/a")) == std::vector<std::string>{"net/a"});
  // A hidden row between two shown ones is part of the path all the same.
  Query query;
  query.hide_names = *RegexSet::Compile({"net"});
  const Report hidden = Answer("scope", profile, query);
  CHECK(KeyOf(hidden, RowOf(hidden, "net/a")) == std::vector<std::string>{"net", "a"});
}

TEST_CASE("scopes that share the beginning of a name are apart") {
  MadeProfile made;
  made.Source("one");
  for (const char* const name : {"a/bc/d", "a/b/d", "a/bc", "a", "ab/c", "a/", "", "/a", "a//b"}) {
    made.Op(name);
  }
  Query query;
  query.max_depth = 100;
  const Profile profile = made.builder.Build();
  const Report scope = Answer("scope", profile, query);
  CHECK(NamesOf(scope) == std::vector<std::string>{"_TFProfRoot", "", "/a", "a", "a/", "a//b",
                                                   "a/b", "a/b/d", "a/bc", "a/bc/d", "ab", "ab/c"});
}

TEST_CASE("sorting keeps the order of equals, of few and of many") {
  std::mt19937 random(1);
  for (const int count : {0, 1, 2, 5, 16, 17, 100}) {
    std::vector<std::pair<int, int>> items;
    for (int i = 0; i < count; ++i) items.emplace_back(random() % 4, i);
    SortFew(items.begin(), items.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
    CHECK(std::is_sorted(items.begin(), items.end()));
  }
}

TEST_CASE("values of ops are the same on any number of threads") {
  MadeProfile made;
  const SourceId source = made.Source("one");
  const TrackId cpu = made.Track(source, kCpu), gpu = made.Stream(source, kGpu);
  constexpr int kOps = 1500, kSteps = 60;
  std::vector<OpId> ops;
  for (int i = 0; i < kOps; ++i) ops.push_back(made.Op("op" + std::to_string(i)));
  int64_t at = 0;
  for (int step = 0; step <= kSteps; ++step) {
    const StepId id = step < kSteps ? made.builder.Step(source, step) : StepId();
    for (int i = 0; i < kOps; ++i, ++at) {
      made.Event(cpu, 10 * at, 1 + i % 9, ops[i], id);
      made.Event(gpu, 10 * at, 1 + i % 7, ops[i], id);
    }
  }
  const Profile profile = made.builder.Build();
  REQUIRE(profile.execs().row.size() > (1 << 17));  // enough for several parts
  Query query;
  query.max_depth = kOps;
  for (const bool compat : {true, false}) {
    query.compat_tfprof = compat;
    const Report of_one = AnswerOn(1, "op", profile, query);
    const Report of_many = AnswerOn(4, "op", profile, query);
    CHECK(of_one.rows.size() == kOps + 1);  // one for what ran outside of steps
    CHECK(NamesOf(of_one) == NamesOf(of_many));
    for (size_t c = 0; c < of_one.columns.size(); ++c) {
      CHECK(of_one.columns[c].own == of_many.columns[c].own);
    }
  }
}

// Enough ops for several threads, each with its own line, and a gradient for every tenth.
Profile ManyOps() {
  MadeProfile made;
  SourceRow row;
  row.path = made.builder.Intern("one");
  row.resolution_ps = 1;
  row.has_code_traces = true;
  const SourceId source = made.builder.AddSource(row);
  const StepId step = made.builder.Step(source, 1);
  const TrackId cpu = made.Track(source, kCpu), gpu = made.Stream(source, kGpu);
  const auto frame = [&](FrameId parent, int64_t line) {
    FrameRow of;
    of.parent = parent;
    of.file = made.builder.Intern("model.py");
    of.function = made.builder.Intern("f" + std::to_string(line % 7));
    of.line = line;
    return made.builder.Frame(of);
  };
  const auto add = [&](const std::string& name, FrameId at, int i) {
    OpRow op;
    op.name = made.builder.Intern(name);
    op.type = made.builder.Intern("type" + std::to_string(i % 5));
    op.frame = at;
    const OpId id = made.builder.AddOp(op);
    made.builder.AddType(id, op.type);
    made.Event(i % 3 == 0 ? gpu : cpu, 100 * i, 1 + i * 7 % 90, id, step);
  };
  const FrameId top = frame(FrameId(), 1);
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = "net" + std::to_string(i % 60) + "/op" + std::to_string(i);
    const FrameId at = frame(frame(top, 10 + i % 90), 1000 + i);
    add(name, at, i);
    if (i % 10 == 0) add("gradients/" + name + "_grad/mul", at, i + 1);
  }
  return made.builder.Build();
}

TEST_CASE("trees and their text are the same on any number of threads") {
  const Profile profile = ManyOps();
  Query query;
  query.max_depth = 100;
  query.select = {Measure::kMicros, Measure::kOccurrence, kOpTypesColumn, kDeviceColumn};
  query.order_by = Measure::kMicros;
  RenderContext drawn_by_one, drawn_by_many;
  drawn_by_many.threads = 4;
  for (const char* const view : {"scope", "code", "graph"}) {
    const Report of_one = AnswerOn(1, view, profile, query);
    const Report of_many = AnswerOn(4, view, profile, query);
    REQUIRE(of_one.rows.size() > 20'000);
    const std::string text = Rendered("text", of_one, drawn_by_one);
    CHECK(text == Rendered("text", of_many, drawn_by_many));
    CHECK(Rendered("json", of_one, {}) == Rendered("json", of_many, {}));
  }
}

}  // namespace
}  // namespace profiler
