#include "profiler/advise/rules/memory/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/memory/memory_peak.h"
#include "profiler/analysis/memory/memory_in_use.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"
#include "profiler/report/format_value.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr size_t kShownTypes = 5;

// The execution that took most memory by itself.
struct GreatestExecution {
  OpId op;  // invalid: no memory was recorded
  int64_t peak_bytes = 0;
};

GreatestExecution FindGreatest(const Selected& selected) {
  const SelectedSteps& steps = selected.steps();
  const Places& places = selected.places();
  GreatestExecution greatest;
  selected.profile().snapshots.ForEachOf(
      [&](OpId op, StepId step, DeviceId device, int64_t peak_bytes) {
        if (peak_bytes <= greatest.peak_bytes || !op.valid()) return;
        if (!steps.Has(step) || !places.Has(step, device)) return;
        greatest = {op, peak_bytes};
      },
      &SnapshotRow::op, &SnapshotRow::step, &SnapshotRow::device, &SnapshotRow::peak_bytes);
  return greatest;
}

// Of all ops of a type, in a step.
struct TypeMemory {
  std::string_view type;
  Value peak = 0, residual = 0;
};

std::vector<TypeMemory> MemoryByType(const Profile& profile, const OpValues& values) {
  std::map<std::string_view, TypeMemory> by_type;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    if (values.LeavesOut(static_cast<int32_t>(i))) continue;
    const std::string_view type = profile.strings[profile.ops.row[OpId(i)].type];
    TypeMemory& memory = by_type[type];
    memory.type = type;
    memory.peak += OrZero(values.of[i][Measure::kPeakBytes]);
    memory.residual += OrZero(values.of[i][Measure::kResidualBytes]);
  }
  std::vector<TypeMemory> types;
  types.reserve(by_type.size());
  for (const auto& [type, memory] : by_type) types.push_back(memory);
  std::stable_sort(types.begin(), types.end(), [](const TypeMemory& a, const TypeMemory& b) {
    return a.residual > b.residual;
  });
  return types;
}

Report Evidence(std::vector<TypeMemory> types) {
  Report table;
  table.columns = {
      TableColumn("residual_bytes", ColumnType::kNumber, Unit::kBytes, "",
                  "What its ops still held when they ended."),
      TableColumn("peak_bytes", ColumnType::kNumber, Unit::kBytes, "",
                  "The most that each held at once, added up."),
  };
  std::erase_if(types, [](const TypeMemory& one) { return one.residual <= 0 && one.peak <= 0; });
  if (types.size() > kShownTypes) {
    table.hidden_rows = static_cast<int64_t>(types.size() - kShownTypes);
    table.hidden_reason = "those that held less";
    types.resize(kShownTypes);
  }
  for (const TypeMemory& one : types) {
    table.rows.push_back({std::string(one.type), {std::string(one.type)}, 0, -1, true});
    table.columns[0].own.push_back(one.residual);
    table.columns[1].own.push_back(one.peak);
  }
  return table;
}

// What snapshots tell: each op by itself, not what is held at one moment.
Finding ByOps(const Profile& profile, const GreatestExecution& greatest, const OpValues& values) {
  const std::vector<TypeMemory> types = MemoryByType(profile, values);
  Value held = 0;
  for (const TypeMemory& one : types) held += one.residual;
  Finding finding;
  finding.id = "held_by_ops";
  finding.text = fmt::format(
      "one execution of {} took the most memory by itself, {}; when ops ended they still held {} "
      "in a step",
      profile.strings[profile.ops.row[greatest.op].name],
      FormatValue(greatest.peak_bytes, Unit::kBytes), FormatValue(held, Unit::kBytes));
  if (held > 0) {
    finding.text += fmt::format(
        ", {:.0f}% of it {}",
        100 * static_cast<double>(types[0].residual) / static_cast<double>(held), types[0].type);
  }
  finding.command = "op -select peak_bytes,residual_bytes -order_by residual_bytes";
  finding.evidence = Evidence(types);
  return finding;
}

// Memory that belongs to a GPU's ops and lies on its host does not fill the GPU.
bool IsOnDevice(const Profile& profile, const LiveMemory& memory) {
  return profile.devices[memory.device].kind != DeviceKind::kGpu || !memory.allocator.valid() ||
         profile.strings[memory.allocator].find("GPU") != std::string_view::npos;
}

Report HeadroomEvidence(Value size, const MemoryInUse& most, Value free) {
  Report table;
  const auto add = [&](std::string name, Value bytes, std::string description) {
    table.columns.push_back(TableColumn(std::move(name), ColumnType::kNumber, Unit::kBytes, "",
                                        std::move(description)));
    table.columns.back().own.push_back(bytes);
  };
  table.rows.push_back({"memory", {"memory"}, 0, -1, true});
  add("size_bytes", size, "The device's memory.");
  add("used_bytes", most.used, "The most of it that was in use.");
  add("reserved_bytes", most.reserved, "The most of it that its allocator had taken.");
  add("free_bytes", free, "What stays free of it.");
  return table;
}

// "80.00MB of it were in use at most".
std::string Taken(const MemoryInUse& most) {
  if (most.reserved == kAbsent) {
    return fmt::format("{} of it were in use at most", FormatValue(most.used, Unit::kBytes));
  }
  return fmt::format("its allocator had taken {} of it at most",
                     FormatValue(most.reserved, Unit::kBytes)) +
         (most.used == kAbsent
              ? ""
              : fmt::format(", of which {} were in use", FormatValue(most.used, Unit::kBytes)));
}

Finding Headroom(const Profile& profile, DeviceId device, const MemoryInUse& most, double low) {
  const Value size = profile.devices[device].memory_bytes;
  const Value free = std::max<Value>(size - most.taken(), 0);
  const double share = static_cast<double>(free) / static_cast<double>(size);
  const bool is_low = share < low;
  Finding finding;
  finding.id = is_low ? "low_headroom" : "headroom";
  finding.subject = profile.strings[profile.devices[device].name];
  finding.severity = is_low ? FindingSeverity::kWarning : FindingSeverity::kInfo;
  finding.text =
      fmt::format("{} has {}, and {}: {} ({:.0f}%) stays free{}", finding.subject,
                  FormatValue(size, Unit::kBytes), Taken(most), FormatValue(free, Unit::kBytes),
                  100 * share, is_low ? ", so a little more work will not fit" : "");
  if (profile.has_memory()) {
    finding.command = "op -select peak_bytes,residual_bytes -order_by peak_bytes";
  }
  finding.evidence = HeadroomEvidence(size, most, free);
  return finding;
}

void Lack(std::string_view sentence, Verdict& verdict) {
  if (!verdict.lacks.empty()) verdict.lacks += "; ";
  verdict.lacks += sentence;
}

// Nobody misses the headroom of a host.
void AddHeadroom(const RuleInput& input, const std::vector<MemoryInUse>& most, Verdict& verdict) {
  for (uint32_t i = 0; i < most.size(); ++i) {
    if (most[i].taken() == kAbsent) continue;
    const DeviceRow& device = input.profile().devices[DeviceId(i)];
    if (device.memory_bytes != kUnknown && device.memory_bytes > 0) {
      verdict.findings.push_back(
          Headroom(input.profile(), DeviceId(i), most[i], input.threshold("headroom")));
    } else if (IsAccelerator(device.kind)) {
      Lack(fmt::format("{} had {} in use at most, and the size of its memory was not recorded, so "
                       "the headroom is not known",
                       input.profile().strings[device.name],
                       FormatValue(most[i].taken(), Unit::kBytes)),
           verdict);
    }
  }
}

}  // namespace

absl::StatusOr<Verdict> Memory(const RuleInput& input) {
  const Profile& profile = input.profile();
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const auto values,
                            GetOpValues(input.selected, input.query, input.context));
  const std::vector<LiveMemory> memories = LiveMemories(input.selected);
  std::vector<MemoryInUse> most = MostMemoryInUse(input.selected);

  Verdict verdict;
  for (const LiveMemory& memory : memories) {
    for (Finding& finding : PeakFindings(input, memory)) {
      verdict.findings.push_back(std::move(finding));
    }
    if (!IsOnDevice(profile, memory)) continue;
    Value& value = most[memory.device.row()].used;
    value = value == kAbsent ? memory.peak : std::max<Value>(value, memory.peak);
  }
  const GreatestExecution greatest = FindGreatest(input.selected);
  if (greatest.op.valid()) verdict.findings.push_back(ByOps(profile, greatest, *values));
  if (memories.empty()) {
    verdict.lacks =
        !greatest.op.valid()
            ? "no memory was recorded"
            : "when memory was freed was not recorded, so the peak of a step, what holds it and "
              "what is kept for long are not known";
  }
  AddHeadroom(input, most, verdict);
  return verdict;
}

}  // namespace profiler
