#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/memory/allocator_peak.h"
#include "profiler/advise/rules/memory/loss_memory.h"
#include "profiler/advise/rules/memory/memory_growth.h"
#include "profiler/advise/rules/memory/memory_leak.h"
#include "profiler/advise/rules/memory/memory_peak.h"
#include "profiler/advise/rules/memory/out_of_memory.h"
#include "profiler/advise/rules/memory/regrown_tensor.h"
#include "profiler/analysis/memory/memory_in_use.h"
#include "profiler/analysis/memory/memory_use.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

struct MemoryThresholds {
  Threshold headroom = {"headroom", 0.1,
                        "free memory below this share of the device's, 0 to 1, is low", 1};
  Threshold kept_share = {"kept_share", 0.5,
                          "an allocation held for more than this share of a step is kept long"};
  Threshold kept_bytes = {"kept_bytes", 1e6, "the smallest allocation to report, in bytes"};
  Threshold growth_bytes = {
      "growth_bytes", 1e6,
      "memory that each step keeps grows from so many bytes a step on; without steps, what a line "
      "keeps of the whole recording"};
  Threshold growth_share = {"growth_share", 0.01,
                            "... or from this share of the peak on, if that is 100 kB or more", 1};
  Threshold fragmented = {"fragmented", 0.5,
                          "free memory is in pieces from this share outside the largest on, 0 to 1",
                          1};
  Threshold loss = {"loss", 0.3,
                    "tensors as large as the logits hold much from this share of the peak on, 0 to "
                    "1",
                    1};
};

// From how many bytes a step on memory grows.
double LeastGrowth(const MemoryThresholds& thresholds, const MemoryUse& memory) {
  constexpr double kLeastBytes = 1e5;
  const double of_peak = thresholds.growth_share * static_cast<double>(memory.peak);
  return std::min<double>(thresholds.growth_bytes, std::max(kLeastBytes, of_peak));
}

// The execution with the most memory of its own.
struct GreatestExecution {
  OpId op;  // invalid if no memory was recorded
  int64_t peak_bytes = 0;
};

GreatestExecution FindGreatest(const Selected& selected) {
  const SelectedSteps& steps = selected.steps();
  const SourceFilter& source_filter = selected.source_filter();
  GreatestExecution greatest;
  selected.profile().snapshots.ForEachOf(
      [&](OpId op, StepId step, DeviceId device, int64_t peak_bytes) {
        if (peak_bytes <= greatest.peak_bytes || !op.valid()) return;
        if (!steps.Has(step) || !source_filter.Has(step, device)) return;
        greatest = {op, peak_bytes};
      },
      &SnapshotRow::op, &SnapshotRow::step, &SnapshotRow::device, &SnapshotRow::peak_bytes);
  return greatest;
}

// The memory of the ops of one type in a step.
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
  std::erase_if(types, [](const TypeMemory& one) { return one.residual <= 0 && one.peak <= 0; });
  using C = ColumnOf<TypeMemory>;
  return EvidenceOf<TypeMemory>(
      {
          C::Number("residual_bytes", Unit::kBytes, "", "What its ops still held when they ended.",
                    &TypeMemory::residual),
          C::Number("peak_bytes", Unit::kBytes, "", "The most that each held at once, added up.",
                    &TypeMemory::peak),
      },
      types, &TypeMemory::type, "those that held less", kLittleEvidence);
}

// The finding from snapshots, which have the memory of each op, but not the memory in use at a
// time.
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
      ScaledText(greatest.peak_bytes, Unit::kBytes), ScaledText(held, Unit::kBytes));
  if (held > 0) {
    finding.text += fmt::format(
        ", {} of it {}", Percent(static_cast<double>(types[0].residual), static_cast<double>(held)),
        types[0].type);
  }
  finding.command = "op -select peak_bytes,residual_bytes -order_by residual_bytes";
  finding.evidence.push_back(Evidence(types));
  return finding;
}

// Whether the memory is on the device itself, because ops on a GPU may also use host memory.
bool IsOnDevice(const Profile& profile, const MemoryUse& memory) {
  return profile.devices[memory.device].kind != DeviceKind::kGpu || !memory.allocator.valid() ||
         profile.strings[memory.allocator].find("GPU") != std::string_view::npos;
}

struct Room {
  Value size, free;
  const MemoryInUse& most;
};

Report RoomEvidence(const Room& room) {
  using C = ColumnOf<Room>;
  return EvidenceOf<Room>(
      {
          C::Number("size_bytes", Unit::kBytes, "", "The device's memory.", &Room::size),
          C::Number("used_bytes", Unit::kBytes, "", "The most of it that was in use.",
                    [](const Room& one) { return one.most.used; }),
          C::Number("reserved_bytes", Unit::kBytes, "", "The most that its allocator had reserved.",
                    [](const Room& one) { return one.most.reserved; }),
          C::Number(
              "free_bytes", Unit::kBytes, "",
              "What its allocator had not reserved; where that is unknown, what was not in use.",
              &Room::free),
      },
      {room}, [](const Room&) { return "memory"; });
}

// Text such as "80.00MB of it were in use at most".
std::string Taken(const MemoryInUse& most) {
  if (most.reserved == kAbsent) {
    return fmt::format("{} of it were in use at most", ScaledText(most.used, Unit::kBytes));
  }
  return fmt::format("its allocator reserved {} of it at most",
                     ScaledText(most.reserved, Unit::kBytes)) +
         (most.used == kAbsent
              ? ""
              : fmt::format(", of which {} were in use", ScaledText(most.used, Unit::kBytes)));
}

Finding Headroom(const Profile& profile, DeviceId device, const MemoryInUse& most, double low) {
  const Value size = profile.devices[device].memory_bytes;
  const Value free = std::max<Value>(size - most.taken(), 0);
  // Memory that the allocator took and no op uses is there for further ops: TensorFlow's and JAX's
  // allocators take most of a device at once, and PyTorch's keeps what was freed.
  const Value used = most.used == kAbsent ? most.taken() : most.used;
  const bool is_low = ShareOf(std::max<Value>(size - used, 0), size) < low;
  Finding finding;
  finding.id = is_low ? "low_headroom" : "headroom";
  finding.subject = profile.strings[profile.devices[device].name];
  finding.severity = WarningIf(is_low);
  finding.text =
      fmt::format("{} has {}, and {}: {} ({:.0f}%) stays free{}", finding.subject,
                  ScaledText(size, Unit::kBytes), Taken(most), ScaledText(free, Unit::kBytes),
                  100 * ShareOf(free, size), is_low ? ", so a little more work will not fit" : "");
  finding.text += ReservedText(profile, most);
  if (profile.has_memory()) {
    finding.command = "op -select peak_bytes,residual_bytes -order_by peak_bytes";
  }
  finding.evidence.push_back(RoomEvidence({size, free, most}));
  SetPlace(profile, device, finding);
  return finding;
}

void Lack(std::string_view sentence, Verdict& verdict) {
  if (!verdict.lacks.empty()) verdict.lacks += "; ";
  verdict.lacks += sentence;
}

// Adds the headroom. Only for accelerators, unknown headroom is mentioned.
void AddHeadroom(const InputOf<MemoryThresholds>& input, const std::vector<MemoryInUse>& most,
                 Verdict& verdict) {
  for (uint32_t i = 0; i < most.size(); ++i) {
    if (most[i].taken() == kAbsent) continue;
    const DeviceRow& device = input.profile().devices[DeviceId(i)];
    if (device.memory_bytes != kUnknown && device.memory_bytes > 0) {
      verdict.findings.push_back(
          Headroom(input.profile(), DeviceId(i), most[i], input.thresholds.headroom));
    } else if (IsAccelerator(device.kind)) {
      Lack(fmt::format("{} had {} in use at most; its memory size was not recorded, so the "
                       "headroom is unknown",
                       input.profile().strings[device.name],
                       ScaledText(most[i].taken(), Unit::kBytes)),
           verdict);
    }
  }
}

absl::StatusOr<Verdict> JudgeMemory(const InputOf<MemoryThresholds>& input) {
  const Profile& profile = input.profile();
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const auto values,
                            GetOpValues(input.selected, input.query, input.context));
  PROFILER_ASSIGN_OR_RETURN(MemoryUses found,
                            FindMemoryUses(input.selected, input.context, MemoryPieces::kAll));
  // Without changes only the memory in use is known, and not what holds it.
  std::vector<MemoryUse>& memories = found.uses;
  std::erase_if(memories, [](const MemoryUse& use) { return !use.has_changes; });
  std::vector<MemoryInUse> most = MostMemoryInUse(input.selected);

  Verdict verdict;
  for (const MemoryUse& memory : memories) {
    if (std::optional<Finding> refused = OutOfMemoryFinding(profile, memory)) {
      verdict.findings.push_back(*std::move(refused));
    }
    for (Finding& finding :
         PeakFindings(profile, memory, input.thresholds.kept_share, input.thresholds.kept_bytes)) {
      verdict.findings.push_back(std::move(finding));
    }
    if (std::optional<Finding> loss = LossMemoryFinding(
            profile, memory,
            {input.thresholds.loss, input.thresholds.headroom, input.thresholds.kept_bytes})) {
      verdict.findings.push_back(*std::move(loss));
    }
    const double least_growth = LeastGrowth(input.thresholds, memory);
    if (std::optional<Finding> growth = GrowthFinding(input.selected, memory, least_growth)) {
      verdict.findings.push_back(*std::move(growth));
    }
    if (std::optional<Finding> larger =
            RegrownTensorFinding(input.selected, memory, least_growth)) {
      verdict.findings.push_back(*std::move(larger));
    }
    if (std::optional<Finding> leak = LeakFinding(profile, memory, input.thresholds.growth_bytes)) {
      verdict.findings.push_back(*std::move(leak));
    }
    if (!IsOnDevice(profile, memory)) continue;
    if (std::optional<Finding> peak = AllocatorFinding(profile, memory, input.thresholds.headroom,
                                                       input.thresholds.fragmented)) {
      verdict.findings.push_back(*std::move(peak));
    }
    MemoryInUse& in_use = most[memory.device.row()];
    if (memory.is_moment) {  // no peak
      in_use = MemoryInUse();
      continue;
    }
    Value& value = in_use.used;
    // The peak leaves out what was allocated before the recording.
    if (value == kAbsent && in_use.reserved != kAbsent) continue;
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

}  // namespace

extern const Rule kMemoryChecker = RuleOf<MemoryThresholds>{
    .name = "MemoryChecker",
    .summary = "what holds the memory at its peak, what is kept for long, what stays free",
    .run = JudgeMemory,
};

}  // namespace profiler
