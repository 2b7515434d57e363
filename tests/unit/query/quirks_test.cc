// Each of tfprof's quirks that needs no run metadata: its effect on an answer, and the answer with
// -compat off.
#include "profiler/query/quirks.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/store/builder.h"
#include "tests/unit/query/quirk_answers.h"

namespace profiler {
namespace {

struct OpFacts {
  std::string name, type;
  std::vector<int64_t> micros;  // by step
  std::vector<int64_t> shape = {};
  std::string frame = "";
  std::vector<std::string> types = {};
  int64_t float_ops = kUnknown;
  int64_t bytes = 0;
  int runs = 1;  // in each step
};

Profile Make(const std::vector<OpFacts>& ops) {
  ProfileBuilder builder;
  SourceRow source;
  source.has_code_traces = true;
  source.resolution_ps = kUs;
  const SourceId id = builder.AddSource(source);
  TrackRow track;
  track.source = id;
  track.device = builder.Device("/device:cpu:0");
  track.kind = TrackKind::kLane;
  const TrackId lane = builder.Track(track);
  for (const OpFacts& facts : ops) {
    OpRow row;
    row.name = builder.Intern(facts.name);
    row.type = builder.Intern(facts.type);
    row.assigned_device = track.device;
    row.float_ops = facts.float_ops;
    if (!facts.frame.empty()) {
      FrameRow frame;
      frame.file = builder.Intern("f.py");
      frame.line = 1;
      frame.function = builder.Intern(facts.frame);
      row.frame = builder.Frame(frame);
    }
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    for (const std::string& type : facts.types) builder.AddType(op, builder.Intern(type));
    for (int64_t dim : facts.shape) builder.AddShapeDim(op, dim);
    for (size_t s = 0; s < facts.micros.size(); ++s) {
      const StepId step = builder.Step(id, static_cast<int64_t>(s));
      for (int run = 0; run < facts.runs; ++run) {
        builder.AddEvent(lane, {static_cast<int64_t>(s) * 1000 * kUs, facts.micros[s] * kUs, op,
                                step, StringId(), EventKind::kSlice, EventRow::kNoArgs});
      }
      SnapshotRow snapshot;
      snapshot.op = op;
      snapshot.step = step;
      snapshot.device = track.device;
      snapshot.requested_bytes = facts.bytes;
      builder.AddSnapshot(snapshot);
    }
  }
  return builder.Build();
}

TEST_CASE("wrap_64: sums that do not fit") {
  const Profile profile = Make({{"v", "VariableV2", {1}, {int64_t{1} << 32, int64_t{1} << 32}}});
  CHECK((ColumnOf(Run(profile, true, "op", {{"select", "params"}}), "params").own[0] == 0));
  CHECK(
      (ColumnOf(Run(profile, false, "op", {{"select", "params"}}), "params").own[0] == INT64_MAX));
}

TEST_CASE("whole_micros: means of times") {
  const Profile profile = Make({{"a", "A", {1, 2}}});
  CHECK((ColumnOf(Run(profile, true, "op", {}), "micros").own[0] == 1 * kUs));
  CHECK((ColumnOf(Run(profile, false, "op", {}), "micros").own[0] == 3 * kUs / 2));
}

TEST_CASE("params_of_placeholders") {
  const Profile profile = Make({{"x", "Placeholder", {1}, {5}},
                                {"w", "VariableV2", {1}, {7}},
                                {"r", "VarHandleOp", {1}, {11}}});
  const std::vector<std::pair<std::string, std::string>> options = {{"select", "params"}};
  CHECK((ColumnOf(Run(profile, true, "op", options), "params").grand_total == 23));
  CHECK((ColumnOf(Run(profile, false, "op", options), "params").grand_total == 18));
}

TEST_CASE("scope_hidden_self: an op that only stands above others") {
  const Profile profile = Make({{"a", "Outer", {100}}, {"a/b", "Inner", {1}}});
  const std::vector<std::pair<std::string, std::string>> options = {
      {"account_type_regexes", "Inner"}};
  const Report with = Run(profile, true, "scope", options);
  CHECK((ColumnOf(with, "micros").grand_total == 101 * kUs));
  CHECK(HasNote(with, Quirk::kScopeHiddenSelf));
  const Report without = Run(profile, false, "scope", options);
  CHECK((ColumnOf(without, "micros").grand_total == 1 * kUs));
  CHECK(without.notes.empty());
}

TEST_CASE("min_on_self: pure scopes fall to -min_params") {
  const Profile profile = Make({{"s/w", "VariableV2", {1}, {7}}});
  const std::vector<std::pair<std::string, std::string>> options = {{"min_params", "1"}};
  const Report with = Run(profile, true, "scope", options);
  CHECK(Names(with) == Texts{"_TFProfRoot", "s/w"});
  CHECK(HasNote(with, Quirk::kMinOnSelf));
  CHECK(Names(Run(profile, false, "scope", options)) == Texts{"_TFProfRoot", "s", "s/w"});
}

TEST_CASE("min_on_accumulated: a small row before others stays") {
  const Profile profile = Make({{"a", "A", {1}}, {"b", "B", {50}}});
  const std::vector<std::pair<std::string, std::string>> options = {{"min_micros", "20"}};
  const Report with = Run(profile, true, "op", options);
  CHECK(Names(with) == Texts{"A", "B"});
  CHECK(HasNote(with, Quirk::kMinOnAccumulated));
  const Report without = Run(profile, false, "op", options);
  CHECK(Names(without) == Texts{"B"});
  CHECK(without.hidden_rows == 1);
}

TEST_CASE("overlapping_types: an op that matches twice") {
  const Profile profile = Make({{"a", "A", {10}, {}, "f", {"hot"}}});
  const std::vector<std::pair<std::string, std::string>> options = {
      {"account_type_regexes", "A,hot"}, {"select", "micros,occurrence"}};
  for (const char* view : {"op", "code"}) {
    const Report with = Run(profile, true, view, options);
    CHECK((ColumnOf(with, "micros").grand_total == 20 * kUs));
    CHECK(HasNote(with, Quirk::kOverlappingTypes));
    CHECK((ColumnOf(Run(profile, false, view, options), "micros").grand_total == 10 * kUs));
  }
  CHECK((ColumnOf(Run(profile, true, "op", options), "run_count").own[0] == 1));
}

TEST_CASE("occurrence_unordered") {
  const Profile profile = Make({{"a", "A", {1}}, {"b", "B", {1, 1}}, {"b/c", "C", {1, 1}}});
  const std::vector<std::pair<std::string, std::string>> options = {{"order_by", "occurrence"}};
  CHECK(Names(Run(profile, true, "scope", options)) == Texts{"_TFProfRoot", "a", "b", "b/c"});
  CHECK(Names(Run(profile, false, "scope", options)) == Texts{"_TFProfRoot", "b", "b/c", "a"});
}

TEST_CASE("displayed_counts_root") {
  const Profile profile = Make({{"a", "A", {1}}});
  const std::vector<std::pair<std::string, std::string>> options = {
      {"account_displayed_op_only", "true"}, {"select", "occurrence"}};
  CHECK((ColumnOf(Run(profile, true, "scope", options), "defined_count").grand_total == 2));
  CHECK((ColumnOf(Run(profile, false, "scope", options), "defined_count").grand_total == 1));
}

TEST_CASE("bytes_share_zero") {
  const Profile profile =
      Make({{"a", "A", {1}, {}, "", {}, kUnknown, 0}, {"b", "B", {1}, {}, "", {}, kUnknown, 8}});
  const std::vector<std::pair<std::string, std::string>> options = {{"select", "bytes"}};
  const Report with = Run(profile, true, "op", options);
  CHECK(ColumnOf(with, "bytes").share_total[0] == 0);
  CHECK(HasNote(with, Quirk::kBytesShareZero));
  CHECK(ColumnOf(Run(profile, false, "op", options), "bytes").share_total[0] == 1);
}

TEST_CASE("code_drops_untraced: totals of the code view") {
  const Profile profile = Make(
      {{"a", "A", {10}, {}, "f"}, {"b", "B", {5}}, {"gradients/zz_grad/m", "M", {2}, {}, "f"}});
  const Report with = Run(profile, true, "code", {});
  CHECK((ColumnOf(with, "micros").grand_total == 10 * kUs));
  CHECK(std::any_of(with.notes.begin(), with.notes.end(),
                    [](const Note& note) { return note.id == "gradients_not_accounted"; }));
  CHECK(HasNote(with, Quirk::kCodeDropsUntraced));
  const Report without = Run(profile, false, "code", {});
  CHECK((ColumnOf(without, "micros").grand_total == 17 * kUs));
  CHECK(Names(without) == Texts{"_TFProfRoot", "<no trace>", "f.py:1:f"});
}

TEST_CASE("code_ignores_options: occurrence in the code view") {
  const Profile profile = Make({{"a", "A", {1, 1}, {}, "f"}, {"b", "B", {1}, {}, "g"}});
  const std::vector<std::pair<std::string, std::string>> options = {
      {"min_occurrence", "2"}, {"select", "occurrence"}, {"account_displayed_op_only", "true"}};
  const Report with = Run(profile, true, "code", options);
  CHECK(with.rows.size() == 3);
  CHECK(ColumnOf(with, "run_count").not_available);
  const Report without = Run(profile, false, "code", options);
  CHECK_FALSE(ColumnOf(without, "run_count").not_available);
  CHECK(Names(without) == Texts{"_TFProfRoot"});
  CHECK((ColumnOf(without, "defined_count").grand_total == 0));
}

TEST_CASE("cut_function_names") {
  const Profile profile = Make({{"a", "A", {1}, {}, "a_function_of_thirty_characters"}});
  CHECK(Names(Run(profile, true, "code", {}))[1] == "f.py:1:a_function_of_thi...");
  CHECK(Names(Run(profile, false, "code", {}))[1] == "f.py:1:a_function_of_thirty_characters");
}

TEST_CASE("occurrence_is_defined: what op ranks by") {
  const Profile profile = Make(
      {{"a", "A", {1}}, {"a2", "A", {1}}, {"b", "B", {1}, {}, "", {}, kUnknown, 0, /*runs=*/9}});
  const std::vector<std::pair<std::string, std::string>> ranked = {{"order_by", "occurrence"}};
  CHECK(Names(Run(profile, true, "op", ranked)) == Texts{"A", "B"});
  CHECK(Names(Run(profile, false, "op", ranked)) == Texts{"B", "A"});
  const std::vector<std::pair<std::string, std::string>> least = {{"min_occurrence", "2"}};
  CHECK(Names(Run(profile, true, "op", least)) == Texts{"A"});
  CHECK(Names(Run(profile, false, "op", least)) == Texts{"A", "B"});
}

TEST_CASE("graph_doc") {
  const Profile profile = Make({{"a", "A", {1}}});
  CHECK(Run(profile, true, "graph", {}).description.substr(0, 6) == "scope:");
  CHECK(Run(profile, false, "graph", {}).description.substr(0, 6) == "graph:");
}

TEST_CASE("every quirk has a name of its own and a sentence") {
  std::vector<std::string_view> ids;
  for (const QuirkInfo& info : AllQuirks()) {
    CHECK(&Info(info.quirk) == &info);
    CHECK_FALSE(info.text.empty());
    ids.push_back(info.id);
  }
  std::sort(ids.begin(), ids.end());
  CHECK(std::unique(ids.begin(), ids.end()) == ids.end());
}

}  // namespace
}  // namespace profiler
