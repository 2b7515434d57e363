#include "profiler/advise/rules/memory/out_of_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/memory/run_of_memory.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

std::string Line(const Profile& profile, const RefusedMemory& refused) {
  if (!refused.op.valid()) return "";
  return SourceLine(profile, profile.ops.row[refused.op].frame);
}

Report Evidence(const Profile& profile, const MemoryUse& memory) {
  using C = ColumnOf<RefusedMemory>;
  return EvidenceOf<RefusedMemory>(
      {
          C::Number("refused_bytes", Unit::kBytes, "", "What was asked for.",
                    [](const RefusedMemory& one) -> Value { return one.bytes; }),
          C::Number("allocated_bytes", Unit::kBytes, "", "What was allocated then.",
                    &RefusedMemory::allocated),
          C::Number("reserved_bytes", Unit::kBytes, "",
                    "What the allocator had from the device then.", &RefusedMemory::reserved),
          C::Number("device_free_bytes", Unit::kBytes, "", "What the device had free then.",
                    &RefusedMemory::device_free),
      },
      memory.refused,
      [&](const RefusedMemory& one) {
        const std::string line = Line(profile, one);
        return line.empty() ? std::string(kUnknownOp) : line;
      },
      "later ones");
}

// Why it failed, and what to do.
std::string WhyRefused(const RefusedMemory& refused) {
  const Value held = refused.reserved != kAbsent && refused.allocated != kAbsent
                         ? refused.reserved - refused.allocated
                         : kAbsent;
  // PyTorch's allocator asks the device for whole segments, of 20 MiB and of multiples of 2 MiB.
  constexpr int64_t kSegment = 20 << 20;
  if (refused.device_free != kAbsent && refused.device_free - kSegment >= refused.bytes) {
    return fmt::format(
        "the device had {} free, so a limit of the process likely stopped it "
        "(set_per_process_memory_fraction): raise the limit, or hold less",
        ScaledText(refused.device_free, Unit::kBytes));
  }
  if (held != kAbsent && held >= refused.bytes) {
    return fmt::format(
        "{} of what the allocator had reserved were free, in pieces that were too small: allocate "
        "tensors of alike size, or set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
        ScaledText(held, Unit::kBytes));
  }
  return "hold less: a smaller batch, checkpointed activations, or what is listed as held at the "
         "peak";
}

}  // namespace

std::optional<Finding> OutOfMemoryFinding(const Profile& profile, const MemoryUse& memory) {
  if (memory.refused.empty()) return std::nullopt;
  const RefusedMemory& first = memory.refused.front();
  const std::string device(profile.strings[profile.devices[memory.device].name]);
  const std::string line = Line(profile, first);
  std::string text = fmt::format(
      "{} ran out of memory: {}{} could not be allocated{} while {} were allocated", device,
      memory.refused.size() == 1 ? "" : fmt::format("{} times; first, ", memory.refused.size()),
      ScaledText(first.bytes, Unit::kBytes), line.empty() ? "" : fmt::format(" at {}", line),
      ScaledText(first.allocated, Unit::kBytes));
  text += "; " + WhyRefused(first);
  Finding finding = Warning("out_of_memory", device, text, "memory");
  finding.severity = Severity::kError;
  finding.evidence.push_back(Evidence(profile, memory));
  SetPlaceOfMemory(profile, memory, finding);
  return finding;
}

}  // namespace profiler
