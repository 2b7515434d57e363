#include "profiler/engine/files/device_peaks_file.h"

#include <fmt/format.h>

// As in compare/check/budget.cc.
#define TOML_EXCEPTIONS 0
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/compare/check/bare_text.h"
#include "profiler/engine/files/small_file.h"

namespace profiler {
namespace {

constexpr std::string_view kDeviceTables = "device", kModelKey = "model";

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

absl::Status PeaksError(std::string_view path, const toml::source_region& at,
                        std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("{}:{}: {}", path, at.begin.line, what));
}

absl::Status ReadPeak(std::string_view path, std::string_view key, const toml::node& node,
                      GivenPeaks& peaks) {
  for (const PeakKey& one : kPeakKeys) {
    if (one.name != key) continue;
    const double number = node.value<double>().value_or(0);
    if (!node.is_number() || !std::isfinite(number * one.unit) || number <= 0) {
      return PeaksError(path, node.source(), fmt::format("{} must be a number above 0", key));
    }
    peaks.*one.value = number * one.unit;
    return absl::OkStatus();
  }
  std::vector<std::string_view> keys = {kModelKey};
  for (const PeakKey& one : kPeakKeys) keys.push_back(one.name);
  return PeaksError(
      path, node.source(),
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
      return PeaksError(path, value.source(), "model must be a text in quotes, as \"H100\"");
    }
  }
  if (peaks.model.empty()) {
    return PeaksError(path, table.source(), "the device misses model: model = \"H100\"");
  }
  if (table.size() == 1) {
    return PeaksError(path, table.source(),
                      "the device has no peak: teraflops, memory_gigabytes or link_gigabytes");
  }
  return peaks;
}

}  // namespace

absl::StatusOr<std::vector<GivenPeaks>> ParseDevicePeaks(std::string_view toml,
                                                         std::string_view path) {
  if (const size_t at = FindBareNonAscii(toml); at != toml.npos) {
    const auto line = 1 + std::count(toml.begin(), toml.begin() + static_cast<ptrdiff_t>(at), '\n');
    return absl::InvalidArgumentError(fmt::format(
        "{}:{}: a character beyond ASCII must stand between quotes or in a comment", path, line));
  }
  const toml::parse_result file = toml::parse(toml);
  if (!file) {
    return PeaksError(path, file.error().source(), file.error().description());
  }
  for (const auto& [key, value] : file.table()) {
    if (key.str() == kDeviceTables) continue;
    return PeaksError(
        path, key.source(),
        fmt::format("'{}' is not expected: a file of peaks has [[device]] tables only", key.str()));
  }
  const toml::node* const node = file.table().get(kDeviceTables);
  if (node == nullptr || !node->is_array_of_tables()) {
    return absl::InvalidArgumentError(
        fmt::format("{} has no [[device]]: a device is [[device]], then lines model = \"H100\" and "
                    "teraflops = 989.4",
                    path));
  }
  std::vector<GivenPeaks> devices;
  for (const toml::node& table : *node->as_array()) {
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
