#include "profiler/engine/files/device_peaks_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/compare/check/toml_tables.h"
#include "profiler/engine/files/small_file.h"

namespace profiler {
namespace {

constexpr TomlTables kDevices = {"device", "peaks",
                                 "a device is [[device]], then lines model = \"H100\" and "
                                 "teraflops = 989.4"};
constexpr std::string_view kModelKey = "model";

// The numbers of a device, and how much one of it is.
struct PeakKey {
  std::string_view name;
  double unit;
  double GivenPeaks::*value;
};
constexpr std::array<PeakKey, 3> kPeakKeys = {{
    {"teraflops", 1e12, &GivenPeaks::flops_per_second},
    {"memory_gigabytes", 1e9, &GivenPeaks::memory_bytes_per_second},
    {"link_gigabytes", 1e9, &GivenPeaks::link_bytes_per_second},
}};

absl::Status ReadPeak(std::string_view path, std::string_view key, const toml::node& node,
                      GivenPeaks& peaks) {
  for (const PeakKey& one : kPeakKeys) {
    if (one.name != key) continue;
    const double number = node.value<double>().value_or(0);
    if (!node.is_number() || !std::isfinite(number * one.unit) || number <= 0) {
      return TomlError(path, node.source(), fmt::format("{} must be a number above 0", key));
    }
    peaks.*one.value = number * one.unit;
    return absl::OkStatus();
  }
  std::vector<std::string_view> keys = {kModelKey};
  for (const PeakKey& one : kPeakKeys) keys.push_back(one.name);
  return TomlError(path, node.source(),
                   fmt::format("'{}' is no key of a device{} (keys: {})", key,
                               DidYouMean(key, {keys.begin(), keys.end()}), fmt::join(keys, ", ")));
}

absl::StatusOr<GivenPeaks> ReadDevice(std::string_view path, const toml::table& table) {
  GivenPeaks peaks;
  for (const auto& [key, value] : table) {
    if (key.str() != kModelKey) {
      PROFILER_RETURN_IF_ERROR(ReadPeak(path, key.str(), value, peaks));
      continue;
    }
    if (const auto* const text = value.as_string(); text != nullptr) peaks.model = text->get();
    if (peaks.model.empty()) {
      return TomlError(path, value.source(), "model must be a text in quotes, as \"H100\"");
    }
  }
  if (peaks.model.empty()) {
    return TomlError(path, table.source(), "the device misses model: model = \"H100\"");
  }
  if (table.size() == 1) {
    return TomlError(path, table.source(),
                     "the device has no peak: teraflops, memory_gigabytes or link_gigabytes");
  }
  return peaks;
}

}  // namespace

absl::StatusOr<std::vector<GivenPeaks>> ParseDevicePeaks(std::string_view toml,
                                                         std::string_view path) {
  PROFILER_ASSIGN_OR_RETURN(const toml::array tables, ReadTomlTables(toml, path, kDevices));
  std::vector<GivenPeaks> devices;
  for (const toml::node& table : tables) {
    PROFILER_ASSIGN_OR_RETURN(GivenPeaks peaks, ReadDevice(path, *table.as_table()));
    devices.push_back(std::move(peaks));
  }
  return devices;
}

absl::StatusOr<std::vector<GivenPeaks>> ReadDevicePeaks(const std::string& path) {
  if (path.empty()) return std::vector<GivenPeaks>();
  PROFILER_ASSIGN_OR_RETURN(const std::string text, ReadSmallFile(path, "the peaks"));
  return ParseDevicePeaks(text, path);
}

}  // namespace profiler
