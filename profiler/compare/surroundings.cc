#include "profiler/compare/surroundings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/base/int128.h"
#include "profiler/compare/formats.h"
#include "profiler/compare/page/shape_use.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// The distinct values of a fact, separated by commas.
template <typename Table, typename Fact>
std::string AllOf(const Table& table, const Fact& fact) {
  std::set<std::string> values;
  for (const auto& row : table) {
    if (std::string value(fact(row)); !value.empty()) values.insert(std::move(value));
  }
  return fmt::format("{}", fmt::join(values, ", "));
}

template <typename Fact>
std::string OfAccelerators(const Profile& profile, const Fact& fact) {
  return AllOf(profile.devices.values(), [&](const DeviceRow& device) {
    return IsAccelerator(device.kind) ? std::string(fact(device)) : std::string();
  });
}

// Metrics beside a profile are no part of the run.
template <typename Fact>
std::string OfSources(const Profile& profile, const Fact& fact) {
  return AllOf(profile.sources.values(), [&](const SourceRow& source) {
    return source.is_beside_profile ? std::string() : std::string(fact(source));
  });
}

// The names of the ops with the most time, the heaviest first, of those whose inputs are known:
// calls of the runtime and Python's functions have none.
std::vector<std::string_view> HeaviestOps(const Profile& profile, size_t most) {
  std::vector<Int128> time_of_op(profile.op_count());
  profile.execs().row.ForEachOf(
      [&](OpId op, const auto& on_host, const auto& on_devices) {
        time_of_op[op.row()] += Int128{on_host} + on_devices;
      },
      &ExecRow::op, &ExecRow::cpu_time, &ExecRow::accelerator_time);
  std::map<StringId, Int128> time_of;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    if (!op.input_shapes.valid() && profile.ops.inputs[OpId(i)].empty()) continue;
    // Builds number instructions: one name may be another one's.
    if (op.kind != OpKind::kHloInstruction && time_of_op[i] > 0) time_of[op.name] += time_of_op[i];
  }
  std::vector<std::pair<Int128, StringId>> sorted;
  sorted.reserve(time_of.size());
  for (const auto& [name, time] : time_of) sorted.emplace_back(-time, name);
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string_view> names;
  for (size_t i = 0; i < std::min(most, sorted.size()); ++i) {
    names.push_back(profile.strings[sorted[i].second]);
  }
  return names;
}

void AddIfUnlike(std::string_view id, const std::string& base, const std::string& next,
                 std::string_view sentence, std::vector<Note>& notes) {
  if (base.empty() || next.empty() || base == next) return;
  notes.push_back(
      {std::string(id), Severity::kWarning,
       fmt::format(fmt::runtime(sentence), fmt::arg("base", base), fmt::arg("next", next))});
}

}  // namespace

std::string CountText(size_t number) { return number == 0 ? "" : std::to_string(number); }

std::string AcceleratorModels(const Profile& profile) {
  return OfAccelerators(profile,
                        [&](const DeviceRow& device) { return profile.strings[device.model]; });
}

std::string AcceleratorMemory(const Profile& profile) {
  return OfAccelerators(profile, [](const DeviceRow& device) {
    return device.memory_bytes == kUnknown ? "" : ScaledText(device.memory_bytes, Unit::kBytes);
  });
}

std::string ComputeCapabilities(const Profile& profile) {
  return OfAccelerators(
      profile, [&](const DeviceRow& device) { return profile.strings[device.compute_capability]; });
}

std::string RecordedHosts(const Profile& profile) {
  return OfSources(profile, [&](const SourceRow& source) { return RecordedHost(profile, source); });
}

std::string WorldSizes(const Profile& profile) {
  return OfSources(profile, [](const SourceRow& source) {
    return source.world_size == kUnknown ? "" : std::to_string(source.world_size);
  });
}

std::string RecordedRanks(const Profile& profile) {
  std::set<int64_t> ranks;
  for (const SourceRow& source : profile.sources.values()) {
    if (source.rank != kUnknown) ranks.insert(source.rank);
  }
  return CountText(ranks.size());
}

std::string StepsFoundBy(const Profile& profile) {
  return AllOf(profile.steps.values(), [](const StepRow& step) -> std::string_view {
    switch (step.found_by) {
      case StepFoundBy::kRecorded:
        return "recorded";
      case StepFoundBy::kMarker:
        return "marked";
      case StepFoundBy::kInferred:
        return "inferred";
      case StepFoundBy::kWhole:
        return "";
    }
    return "";
  });
}

std::vector<Note> UnlikeSurroundings(const Profile& base, const Profile& next) {
  constexpr size_t kOpsWithInputs = 3;
  std::vector<Note> notes;
  AddIfUnlike(
      "other_framework", std::string(NameOfFramework(base)), std::string(NameOfFramework(next)),
      "The base is a profile of {base}, the new one of {next}: they name work differently", notes);
  AddIfUnlike("other_accelerators", AcceleratorModels(base), AcceleratorModels(next),
              "The base ran on {base}, the new profile on {next}: times of different accelerators "
              "are compared",
              notes);
  AddIfUnlike("other_ranks", WorldSizes(base), WorldSizes(next),
              "The base is of a job of {base} ranks, the new profile of one of {next}: a rank has "
              "another part of the work, and collectives take another time",
              notes);
  for (const std::string_view op : HeaviestOps(next, kOpsWithInputs)) {
    const ShapeDifference inputs = CompareFewShapes(base, next, op);
    const size_t before = notes.size();
    AddIfUnlike("other_inputs", inputs.base, inputs.next,
                fmt::format("Inputs of {} are {{base}} in the base, and {{next}} in the new "
                            "profile: times of different work are compared",
                            op.find_first_of("{}") == op.npos ? op : "the heaviest op"),
                notes);
    if (notes.size() > before) break;
  }
  return notes;
}

}  // namespace profiler
