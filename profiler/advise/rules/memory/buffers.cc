#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/memory/program_memory.h"
#include "profiler/base/status.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

struct BufferThresholds {
  Threshold padding = {"padding", 0.1,
                       "padding of temporaries from this share of a program's peak on, 0 to 1, is "
                       "much",
                       1};
  Threshold gaps = {"gaps", 0.2,
                    "gaps between temporaries from this share of their room on, 0 to 1, are many",
                    1};
  Threshold bytes = {"bytes", 1e8, "padding, gaps or constants of fewer bytes do not matter"};
  Threshold full = {"full", 0.9,
                    "a program that takes this share of a device's memory or more, 0 to 1, is near "
                    "its capacity",
                    1};
  Threshold constants = {"constants", 0.2,
                         "constants of this share of a program's peak or more, 0 to 1, are large",
                         1};
};

std::string_view NameOfProgram(const Profile& profile, const ProgramMemory& memory) {
  return memory.module.valid() ? profile.strings[profile.modules[memory.module].name]
                               : std::string_view("the program");
}

struct PaddedBuffer {
  std::string_view name, shape;
  Value bytes, padding;
};

std::vector<PaddedBuffer> PaddedBuffers(const Profile& profile, const ProgramMemory& memory) {
  std::vector<PaddedBuffer> padded;
  for (const size_t number : memory.held) {
    const BufferRow& row = profile.buffers[number];
    if (row.kind != BufferKind::kTemporary || row.unpadded_bytes == kUnknown) continue;
    if (row.bytes <= row.unpadded_bytes) continue;
    padded.push_back({row.op.valid() ? profile.strings[profile.ops.row[row.op].name] : "",
                      row.shape.valid() ? profile.strings[row.shape] : "", row.bytes,
                      Value{row.bytes} - row.unpadded_bytes});
  }
  std::stable_sort(padded.begin(), padded.end(), [](const PaddedBuffer& a, const PaddedBuffer& b) {
    return a.padding > b.padding;
  });
  return padded;
}

Finding Padding(const Profile& profile, const ProgramMemory& memory) {
  const std::string_view name = NameOfProgram(profile, memory);
  Finding finding = Warning(
      "padded_buffers", std::string(name),
      fmt::format("{} of the {} peak of {} ({}) is padding: make the dimensions that are padded "
                  "multiples of the tile (8 x 128 on TPUs), or swap them",
                  ScaledText(memory.padding, Unit::kBytes), ScaledText(memory.peak(), Unit::kBytes),
                  name, Percent(Share(memory.padding, memory.peak()))),
      "buffers -where \"group == 'temporary'\" -order_by bytes -top 10");
  using C = ColumnOf<PaddedBuffer>;
  finding.evidence.push_back(EvidenceOf<PaddedBuffer>(
      {
          C::Number("padding_bytes", Unit::kBytes, "", "What of it has no values.",
                    &PaddedBuffer::padding),
          C::Number("bytes", Unit::kBytes, "", "Its size.", &PaddedBuffer::bytes),
          C::Text("shape", "", "Its type, dimensions and layout.", &PaddedBuffer::shape),
      },
      PaddedBuffers(profile, memory), &PaddedBuffer::name, "those with less padding",
      kLittleEvidence));
  return finding;
}

Report RoomOf(const Profile& profile, const ProgramMemory& memory) {
  using C = ColumnOf<ProgramMemory>;
  return EvidenceOf<ProgramMemory>(
      {
          C::Number("allocated_bytes", Unit::kBytes, "", "What it takes from the device.",
                    &ProgramMemory::allocated),
          C::Number("heap_bytes", Unit::kBytes, "", "The room for temporaries.",
                    &ProgramMemory::heap),
          C::Number("temporary_bytes", Unit::kBytes, "", "The most of them at once.",
                    &ProgramMemory::temporaries),
      },
      {memory}, [&](const ProgramMemory& one) { return NameOfProgram(profile, one); });
}

Finding HeapGaps(const Profile& profile, const ProgramMemory& memory) {
  const std::string_view name = NameOfProgram(profile, memory);
  Finding finding = Warning(
      "fragmented_heap", std::string(name),
      fmt::format("{} of the {} that {} reserves for temporaries ({}) stays free even at the peak: "
                  "buffers of unlike size leave gaps; fewer or smaller live ranges "
                  "(rematerialization, smaller chunks) close them",
                  ScaledText(memory.heap - memory.temporaries, Unit::kBytes),
                  ScaledText(memory.heap, Unit::kBytes), name, Percent(memory.fragmentation())),
      "buffers -where \"group == 'temporary'\" -order_by live_from -top 20");
  finding.evidence.push_back(RoomOf(profile, memory));
  return finding;
}

struct ConstantBuffer {
  std::string_view name, shape;
  Value bytes;
};

// The largest first.
std::vector<ConstantBuffer> ConstantsOf(const Profile& profile, const ProgramMemory& memory) {
  std::vector<ConstantBuffer> constants;
  for (const size_t number : memory.held) {
    const BufferRow& row = profile.buffers[number];
    if (row.kind != BufferKind::kConstant || row.bytes == kUnknown) continue;
    constants.push_back({row.op.valid() ? profile.strings[profile.ops.row[row.op].name] : "",
                         row.shape.valid() ? profile.strings[row.shape] : "", row.bytes});
  }
  return constants;
}

Finding LargeConstants(const Profile& profile, const ProgramMemory& memory,
                       const std::vector<ConstantBuffer>& constants, Value bytes) {
  const std::string_view name = NameOfProgram(profile, memory);
  const ConstantBuffer& largest = constants.front();
  const std::string of_shape = largest.shape.empty() ? "" : fmt::format(" ({})", largest.shape);
  Finding finding =
      Warning("large_constants", std::string(name),
              fmt::format("{} of the {} peak of {} ({}) are constants of the program, the largest "
                          "is {}{}: an array that a compiled function reads without getting it as "
                          "an argument becomes one; pass it as an argument",
                          ScaledText(bytes, Unit::kBytes), ScaledText(memory.peak(), Unit::kBytes),
                          name, Percent(Share(bytes, memory.peak())), largest.name, of_shape),
              "buffers -where \"group == 'constant'\" -order_by bytes -top 10");
  using C = ColumnOf<ConstantBuffer>;
  finding.evidence.push_back(EvidenceOf<ConstantBuffer>(
      {
          C::Number("bytes", Unit::kBytes, "", "Its size.", &ConstantBuffer::bytes),
          C::Text("shape", "", "Its type, dimensions and layout.", &ConstantBuffer::shape),
      },
      constants, &ConstantBuffer::name, "smaller ones", kLittleEvidence));
  return finding;
}

// The memory of the accelerator with the least of it; kAbsent if none is known.
Value LeastMemory(const Profile& profile) {
  Value least = kAbsent;
  for (const DeviceRow& device : profile.devices.values()) {
    if (!IsAccelerator(device.kind) || device.memory_bytes == kUnknown) continue;
    if (device.memory_bytes > 0) least = std::min<Value>(least, device.memory_bytes);
  }
  return least;
}

Finding NearCapacity(const Profile& profile, const ProgramMemory& memory, Value capacity) {
  const std::string_view name = NameOfProgram(profile, memory);
  Finding finding = Warning(
      "program_near_capacity", std::string(name),
      fmt::format("{} takes {} of a device's {} ({}): a larger batch or model will not fit; "
                  "`buffers` shows what is there at the peak",
                  name, ScaledText(memory.allocated(), Unit::kBytes),
                  ScaledText(capacity, Unit::kBytes), Percent(Share(memory.allocated(), capacity))),
      "buffers -order_by bytes -top 10");
  finding.evidence.push_back(RoomOf(profile, memory));
  return finding;
}

absl::StatusOr<Verdict> JudgeBuffers(const InputOf<BufferThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const Profile& profile = input.profile();
  const BufferThresholds& limits = input.thresholds;
  const Value capacity = LeastMemory(profile);
  Verdict verdict;
  for (const ProgramMemory& memory : MemoryOfPrograms(profile)) {
    if (memory.space != 0) continue;
    const auto is_much = [&](Value part) { return static_cast<double>(part) >= limits.bytes; };
    if (is_much(memory.padding) && Share(memory.padding, memory.peak()) >= limits.padding) {
      verdict.findings.push_back(Padding(profile, memory));
    }
    if (is_much(memory.heap - memory.temporaries) && memory.temporaries > 0 &&
        memory.fragmentation() >= limits.gaps) {
      verdict.findings.push_back(HeapGaps(profile, memory));
    }
    const std::vector<ConstantBuffer> constants = ConstantsOf(profile, memory);
    Value in_constants = 0;
    for (const ConstantBuffer& constant : constants) in_constants += constant.bytes;
    if (is_much(in_constants) && Share(in_constants, memory.peak()) >= limits.constants) {
      verdict.findings.push_back(LargeConstants(profile, memory, constants, in_constants));
    }
    if (capacity != kAbsent && Share(memory.allocated(), capacity) >= limits.full) {
      verdict.findings.push_back(NearCapacity(profile, memory, capacity));
    }
  }
  return verdict;
}

bool HasBuffers(const Profile& profile) { return profile.buffers.size() > 0; }

}  // namespace

extern const Rule kBufferChecker = RuleOf<BufferThresholds>{
    .name = "BufferChecker",
    .summary =
        "memory that compiled programs waste on padding, gaps and constants, or have little "
        "left of",
    .run = JudgeBuffers,
    .applies = HasBuffers,
};

}  // namespace profiler
