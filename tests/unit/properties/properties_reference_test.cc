// The numbers of views, computed here a second time from the ProfileProto alone.
#include <algorithm>
#include <map>
#include <optional>

#include "tests/unit/common/made_profile.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/properties/generated_inputs.h"

namespace profiler {
namespace {

using tensorflow::tfprof::ExecProfile;
using tensorflow::tfprof::ProfileNode;
using tensorflow::tfprof::ProfileProto;

constexpr uint64_t kSeeds = Seeds(60);

using Numbers = std::map<std::string, Value>;  // by column

int64_t Micros(const google::protobuf::Map<std::string, tensorflow::tfprof::ExecTime>& lanes) {
  int64_t sum = 0;
  for (const auto& [lane, exec] : lanes) {
    for (const auto& time : exec.times()) sum += time.int64_values(1);
  }
  return sum;
}

Numbers Of(const ExecProfile& exec) {
  Numbers numbers;
  numbers["cpu_micros"] = Value{kUs} * Micros(exec.cpu_execs());
  numbers["accelerator_micros"] = Value{kUs} * Micros(exec.accelerator_execs());
  numbers["micros"] = numbers["cpu_micros"] + numbers["accelerator_micros"];
  numbers["run_count"] = exec.run_count();
  for (const auto& memory : exec.memory_execs()) {
    numbers["bytes"] += memory.requested_bytes();
    numbers["peak_bytes"] += memory.peak_bytes();
    numbers["residual_bytes"] += memory.residual_bytes();
    numbers["output_bytes"] += memory.output_bytes();
  }
  return numbers;
}

// For one step, or the mean over those in which the node ran.
Numbers Of(const ProfileNode& node, std::optional<int64_t> step) {
  Numbers numbers;
  int64_t steps = 0;
  for (const auto& [number, exec] : node.execs()) {
    if (step && number != *step) continue;
    for (const auto& [name, value] : Of(exec)) numbers[name] += value;
    ++steps;
  }
  if (steps > 1) {
    for (auto& [name, value] : numbers) value /= steps;
  }
  numbers["defined_count"] = 1;
  return numbers;
}

Value Known(Value value) { return value == kAbsent ? 0 : value; }

void CheckTotals(const Report& report, const Numbers& want) {
  for (const auto& [name, value] : want) {
    CAPTURE(name);
    if (name == "defined_count" && report.view == "scope") continue;  // levels count, too
    CHECK((Known(ColumnOf(report, name).grand_total) == value));
  }
}

void CheckRow(const Report& report, const std::string& row, const Numbers& want) {
  for (const auto& [name, value] : want) {
    CAPTURE(row, name);
    CHECK((Known(ColumnOf(report, name).own[RowOf(report, row)]) == value));
  }
}

Query Asked(std::optional<int64_t> step) {
  Query query;
  query.compat_tfprof = false;
  query.max_depth = 1000;
  for (const OpColumn& column : OpColumns()) {
    if (column.name != kTensorValueColumn) query.select.emplace_back(column.name);
  }
  if (step) query.selection.steps = *StepSelection::Parse(std::to_string(*step));
  return query;
}

bool HasStacks(const ProfileProto& raw) {
  return std::any_of(raw.nodes().begin(), raw.nodes().end(),
                     [](const auto& node) { return node.second.trace().traces_size() > 0; });
}

// The program's answers to the whole file, or to one of its steps.
void CheckViews(const ProfileProto& raw, const Profile& profile, std::optional<int64_t> step) {
  Numbers all;
  std::map<std::string, Numbers> by_type, by_name;
  for (const auto& [id, node] : raw.nodes()) {
    by_name[node.name()] = Of(node, step);
    for (const auto& [name, value] : by_name[node.name()]) {
      all[name] += value;
      by_type[node.op()][name] += value;
    }
  }
  for (const char* view : {"scope", "graph", "code", "op"}) {
    CAPTURE(view);
    const bool is_code = std::string_view(view) == "code";
    if (is_code && !HasStacks(raw)) continue;
    const Report report = Answer(view, profile, Asked(step));
    CheckTotals(report, all);
    if (is_code) continue;  // its rows are frames
    for (const auto& [name, numbers] : std::string_view(view) == "op" ? by_type : by_name) {
      CheckRow(report, name, numbers);
    }
  }
}

TEST_CASE("properties: scope, graph, code and op tell what the raw profile says") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const ProfileProto raw = ProfileProtoGenerator(seed).Make();
    const Profile profile = Opened({"profile_1", raw.SerializeAsString()}).profile;
    CheckViews(raw, profile, std::nullopt);
    for (const int64_t step : raw.steps()) {
      bool any = false;
      for (const auto& [id, node] : raw.nodes()) any |= node.execs().count(step) > 0;
      CAPTURE(step);
      if (any) CheckViews(raw, profile, step);
    }
  }
}

TEST_CASE("properties: a step's row tells what the raw profile says of the step") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const ProfileProto raw = ProfileProtoGenerator(seed).Make();
    const Profile profile = Opened({"profile_1", raw.SerializeAsString()}).profile;
    const Report steps = Answer("steps", profile);
    for (const int64_t step : raw.steps()) {
      Value cpu = 0, accelerator = 0, runs = 0, bytes = 0;
      for (const auto& [id, node] : raw.nodes()) {
        Numbers of = Of(node, step);
        cpu += of["cpu_micros"];
        accelerator += of["accelerator_micros"];
        runs += of["run_count"];
        bytes += of["bytes"];
      }
      const std::string name = std::to_string(step);
      CAPTURE(name);
      if (!HasRow(steps, name)) {
        CHECK((runs == 0));
        continue;
      }
      CHECK((Known(Cell(steps, name, "cpu_us")) * kUs == cpu));
      CHECK((Known(Cell(steps, name, "accelerator_us")) * kUs == accelerator));
      CHECK((Known(Cell(steps, name, "runs")) == runs));
      CHECK((Known(Cell(steps, name, "bytes")) == bytes));
    }
  }
}

}  // namespace
}  // namespace profiler
