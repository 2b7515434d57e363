#include "profiler/open/memory_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "profiler/base/process_memory.h"
#include "profiler/io/gzip.h"
#include "profiler/io/input.h"
#include "profiler/open/formats.h"

namespace profiler {
namespace {

double NeedOf(std::string_view name) {
  const Format* const format = FindFormat(name);
  return format == nullptr ? 1 : format->memory_per_byte;
}

// The size of the last member, modulo 2^32, from the end of a gzip file.
size_t UnpackedSize(std::string_view gzip) {
  uint32_t size = 0;
  if (gzip.size() < sizeof(size)) return 0;
  std::memcpy(&size, gzip.data() + gzip.size() - sizeof(size), sizeof(size));
  return std::clamp<size_t>(size, gzip.size(), MostInflated(gzip.size()));
}

struct Estimate {
  double bytes = 0;
  std::string_view format;
};

Estimate EstimateOf(std::string_view bytes, std::string_view named) {
  const auto format_of = [named](std::string_view beginning) -> std::string_view {
    if (!named.empty()) return named;
    const Format* const format = SurestFormat(beginning);
    return format == nullptr ? "" : format->name;
  };
  const std::string_view format = format_of(bytes);
  if (!format.empty() || !IsGzip(bytes)) {
    return {NeedOf(format) * static_cast<double>(bytes.size()), format};
  }
  const std::string_view inside = format_of(InflateBeginning(bytes));
  const auto size = static_cast<double>(UnpackedSize(bytes));
  // The inflated bytes are in memory in addition to the columns.
  return {(1 + NeedOf(inside)) * size, inside};
}

}  // namespace

absl::Status CheckMemoryFor(const std::vector<std::string>& files, const std::string& input_format,
                            uint64_t max_memory) {
  double all = 0;
  Estimate most;
  std::string most_file;
  for (const std::string& file : files) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) continue;  // a pipe can be read only once
    const absl::StatusOr<Input> input = Input::Map(file);
    if (!input.ok()) continue;
    const Estimate estimate = EstimateOf(input->bytes(), input_format);
    all += estimate.bytes;
    if (estimate.bytes <= most.bytes) continue;
    most = estimate;
    most_file = file;
  }
  if (all <= static_cast<double>(max_memory)) return absl::OkStatus();
  return absl::ResourceExhaustedError(fmt::format(
      "reading is likely to take {:.1f} MB of memory, more than the {:.1f} MB of -max_memory; most "
      "of it '{}', {:.1f} MB{}: read fewer files, or give a higher -max_memory",
      Megabytes(all), Megabytes(static_cast<double>(max_memory)), most_file, Megabytes(most.bytes),
      most.format.empty() ? "" : fmt::format(" as {}", most.format)));
}

}  // namespace profiler
