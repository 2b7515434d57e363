#include "profiler/query/options/size_option.h"

#include "profiler/query/options/option_kinds.h"

namespace profiler {
namespace {

constexpr double kMost = 0x1p62;

constexpr OptionUnit kSizeUnits[] = {
    {"", 1},         {"B", 1},      {"kB", 1e3},     {"KB", 1e3},     {"MB", 1e6},
    {"GB", 1e9},     {"TB", 1e12},  {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30},
    {"TiB", 0x1p40}, {"K", 0x1p10}, {"M", 0x1p20},   {"G", 0x1p30},   {"T", 0x1p40}};

}  // namespace

std::optional<uint64_t> ParseSize(std::string_view text) {
  if (text.starts_with('-')) return std::nullopt;
  const std::optional<double> bytes = ParseWithUnit(text, kSizeUnits);
  if (!bytes || !(*bytes < kMost)) return std::nullopt;
  return static_cast<uint64_t>(*bytes);
}

}  // namespace profiler
