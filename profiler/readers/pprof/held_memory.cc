#include "profiler/readers/pprof/held_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "profiler/base/status.h"
#include "profiler/base/text/utf8.h"

namespace profiler::pprof {
namespace {

// Beyond, a sample's allocations are one row, as a count may be any number.
constexpr int64_t kMostPieces = 1 << 20;
constexpr std::string_view kHost = "/host:CPU";

// Allocated since the program started ("alloc_space") is not held.
bool IsHeld(std::string_view type) { return type == "inuse_space" || type == "space"; }

// The name in XSpace of a device that JAX calls "gpu:0".
std::string DeviceName(std::string_view label) {
  const size_t colon = label.rfind(':');
  const std::string_view platform = label.substr(0, colon);
  std::string_view digits = colon == label.npos ? "" : label.substr(colon + 1);
  int64_t ordinal = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  if (label.empty() || (platform == "cpu" && is_number)) return std::string(kHost);
  if (!is_number) return ValidUtf8(LettersWithin(label, kMostOfName));
  if (platform == "tpu") return fmt::format("/device:TPU:{}", ordinal);
  if (platform == "gpu" || platform == "cuda" || platform == "rocm") {
    return fmt::format("/device:GPU:{}", ordinal);
  }
  return ValidUtf8(LettersWithin(label, kMostOfName));
}

}  // namespace

HeldMemory::HeldMemory(const ProfileTables& tables, SourceId source, ProfileBuilder& builder)
    : source_(source), builder_(builder) {
  const std::vector<SampleType>& types = tables.sample_types();
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i].unit != "bytes" || !IsHeld(types[i].type)) continue;
    bytes_type_ = i;
    if (i > 0 && types[i - 1].unit == "count") count_type_ = i - 1;
  }
}

void HeldMemory::Add(FrameId frame, const std::vector<int64_t>& values, const Labels& labels) {
  if (!bytes_type_ || *bytes_type_ >= values.size()) return;
  const int64_t bytes = values[*bytes_type_];
  if (bytes <= 0) return;  // a difference of two profiles may be negative
  StringId kind;
  if (!labels.kind.empty()) {
    kind = builder_.Intern(ValidUtf8(LettersWithin(labels.kind, kMostOfName)));
  }
  Held held{OpOf(frame, kind), DeviceOf(labels.device), kind, bytes};
  if (count_type_) held.pieces = std::clamp<int64_t>(values[*count_type_], 1, bytes);
  pieces_ = std::min(pieces_ + std::min(held.pieces, kMostPieces), kMostPieces + 1);
  held_.push_back(held);
}

absl::Status HeldMemory::Finish(RunContext& context) {
  std::map<DeviceId, int64_t> totals;
  for (const Held& held : held_) {
    int64_t& total = totals[held.device];
    if (__builtin_add_overflow(total, held.bytes, &total)) total = INT64_MAX;
  }
  uint32_t count = 0;
  for (const Held& held : held_) {
    if (++count % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    AddRows(held, totals[held.device]);
  }
  return absl::OkStatus();
}

void HeldMemory::AddRows(const Held& held, int64_t total) {
  AllocationRow row;
  row.op = held.op;
  row.device = held.device;
  row.source = source_;
  row.time = 0;
  row.held_before = true;
  row.region = held.kind;
  row.total_allocated = total;
  const int64_t pieces = pieces_ > kMostPieces ? 1 : held.pieces;
  int64_t left = held.bytes;
  for (int64_t i = 0; i < pieces; ++i) {
    row.address = next_address_++;
    row.delta = left / (pieces - i);
    left -= row.delta;
    builder_.AddAllocation(row);
  }
}

OpId HeldMemory::OpOf(FrameId frame, StringId kind) {
  const auto [it, is_new] = ops_.try_emplace({frame, kind});
  if (!is_new) return it->second;
  OpRow row;
  row.kind = OpKind::kRuntime;
  row.frame = frame;
  row.name = frame.valid() ? builder_.frame(frame).function : builder_.Intern("<no stack>");
  row.type = row.scope = kind;
  it->second = builder_.AddOp(row);
  if (kind.valid()) builder_.AddType(it->second, kind);
  return it->second;
}

DeviceId HeldMemory::DeviceOf(std::string_view label) {
  const auto [it, is_new] = devices_.try_emplace(label);
  if (is_new) {
    const std::string name = DeviceName(label);
    it->second = builder_.Device(name);
    if (name == kHost) builder_.device(it->second).kind = DeviceKind::kCpu;
  }
  return it->second;
}

}  // namespace profiler::pprof
