#include "profiler/readers/sagemaker/sources.h"

#include <fmt/format.h>

#include <limits>
#include <string>

namespace profiler::sagemaker {
namespace {

constexpr int64_t kNanosPerSecond = 1'000'000'000;
constexpr Int128 kPicosPerSecond = 1'000'000'000'000;
constexpr int64_t kFirstSecond = 1'000'000'000, kLastSecond = 4'000'000'000;  // 2001 to 2096

std::string RoleOf(const FileName& name) {
  return name.process.empty() ? name.recorder
                              : fmt::format("{} of process {}", name.recorder, name.process);
}

// When the file was written, by its name: lines may be damaged, and the first one is no better than
// others.
int64_t EpochOf(const FileName& name) {
  constexpr int64_t kMicrosPerSecond = 1'000'000;
  const int64_t seconds = name.end_us == kUnknown ? name.begin_s : name.end_us / kMicrosPerSecond;
  return seconds < kFirstSecond || seconds > kLastSecond ? kUnknown : seconds * kNanosPerSecond;
}

void SetEpoch(int64_t epoch_ns, ProfileBuilder& builder) {
  for (uint32_t i = 0; i < builder.source_count(); ++i) {
    builder.source(SourceId(i)).epoch_ns = epoch_ns;
  }
}

}  // namespace

bool IsWallClock(Int128 wall_ps) {
  return wall_ps >= kFirstSecond * kPicosPerSecond && wall_ps <= kLastSecond * kPicosPerSecond;
}

SourceId SourceOf(const FileName& name, std::string_view node, std::string_view format,
                  ProfileBuilder& builder) {
  SourceRow row;
  row.path = builder.Intern(name.folder);
  row.format = builder.Intern(format);
  row.host = builder.Intern(node);
  row.role = builder.Intern(RoleOf(name));
  row.resolution_ps = 1'000'000;
  for (uint32_t i = 0; i < builder.source_count(); ++i) {
    const SourceRow& other = builder.source(SourceId(i));
    if (other.path == row.path && other.format == row.format && other.host == row.host &&
        other.role == row.role) {
      return SourceId(i);
    }
  }
  for (uint32_t i = 0; i < builder.source_count() && row.epoch_ns == kUnknown; ++i) {
    row.epoch_ns = builder.source(SourceId(i)).epoch_ns;
  }
  const bool is_first = row.epoch_ns == kUnknown;
  const SourceId id = builder.AddSource(row);
  if (is_first) SetEpoch(EpochOf(name), builder);
  return id;
}

std::optional<int64_t> TimeIn(SourceId source, Int128 wall_ps, ProfileBuilder& builder) {
  if (builder.source(source).epoch_ns == kUnknown) {
    const Int128 seconds = wall_ps / kPicosPerSecond;
    if (seconds < 0 || seconds > std::numeric_limits<int64_t>::max() / kNanosPerSecond) {
      return std::nullopt;
    }
    SetEpoch(static_cast<int64_t>(seconds) * kNanosPerSecond, builder);
  }
  const Int128 time = wall_ps - static_cast<Int128>(builder.source(source).epoch_ns) * 1000;
  if (time > std::numeric_limits<int64_t>::max() || time <= kUnknown) return std::nullopt;
  return static_cast<int64_t>(time);
}

DeviceId DeviceOf(std::string_view node, DeviceKind kind, int64_t ordinal,
                  ProfileBuilder& builder) {
  const std::string_view kind_name = kind == DeviceKind::kGpu ? "gpu" : "cpu";
  const std::string name = node.empty() ? fmt::format("{}{}", kind_name, ordinal)
                                        : fmt::format("{}/{}{}", node, kind_name, ordinal);
  const DeviceId id = builder.Device(name);
  const StringId host = builder.Intern(node);
  DeviceRow& device = builder.device(id);
  device.kind = kind;
  device.ordinal = ordinal;
  device.host = host;
  return id;
}

}  // namespace profiler::sagemaker
