#include "profiler/readers/common/recorder_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "profiler/base/int128.h"

namespace profiler::sagemaker {
namespace {

constexpr int64_t kNanosPerSecond = 1'000'000'000, kMicrosPerSecond = 1'000'000;
constexpr int64_t kFirstSecond = 1'000'000'000, kLastSecond = 4'000'000'000;  // 2001 to 2096

std::string RoleOf(const FileName& name) {
  return name.process.empty() ? name.recorder
                              : fmt::format("{} of process {}", name.recorder, name.process);
}

int64_t MicrosOf(const FileName& name) {
  if (name.end_us != kUnknown) return name.end_us;
  const bool fits = name.begin_s != kUnknown && name.begin_s <= kLastSecond;
  return fits ? name.begin_s * kMicrosPerSecond : kUnknown;
}

}  // namespace

bool IsWallClock(Int128 wall_ps) {
  return wall_ps >= kFirstSecond * kPicosPerSecond && wall_ps <= kLastSecond * kPicosPerSecond;
}

int64_t EpochOf(const std::vector<int64_t>& names_us) {
  std::vector<int64_t> seconds;
  for (const int64_t us : names_us) {
    const int64_t second = us == kUnknown ? 0 : us / kMicrosPerSecond;
    if (second >= kFirstSecond && second <= kLastSecond) seconds.push_back(second);
  }
  if (seconds.empty()) return kUnknown;
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle * kNanosPerSecond;
}

SourceId SourceOf(const FileName& name, std::string_view node, const Format& format,
                  ProfileBuilder& builder) {
  SourceRow row = NewSource(format, name.folder, builder);
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
  if (builder.shared_epoch_ns() == kUnknown) builder.ShareEpoch(EpochOf({MicrosOf(name)}));
  row.epoch_ns = builder.shared_epoch_ns();
  return builder.AddSource(row);
}

std::optional<int64_t> TimeIn(SourceId source, Int128 wall_ps, ProfileBuilder& builder) {
  if (builder.source(source).epoch_ns == kUnknown) {
    const Int128 seconds = wall_ps / kPicosPerSecond;
    if (seconds < 0 || seconds > std::numeric_limits<int64_t>::max() / kNanosPerSecond) {
      return std::nullopt;
    }
    builder.ShareEpoch(static_cast<int64_t>(seconds) * kNanosPerSecond);
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
