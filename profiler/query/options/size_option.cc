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

OptionSpec MaxMemoryOption() {
  OptionSpec spec;
  spec.name = "max_memory";
  spec.group = OptionGroup::kReport;
  spec.value_name = "SIZE";
  spec.help = "Stop before the program makes more memory than that: 512MB, 2GiB; 0: no limit.";
  spec.details =
      "Inputs that are likely to need more are refused before they are read, with how much that "
      "would be (docs/performance.md has how much a byte of each format takes). What goes beyond "
      "while reading or answering is stopped, and nothing of it is written. Counted is what the "
      "program makes itself, not pages of its input files, which the kernel takes back at will.";
  spec.set = [](Options& o, std::string_view v) {
    const std::optional<uint64_t> size = ParseSize(v);
    if (!size) return BadValue("max_memory", v, ": give bytes, or a size as 512MB or 2GiB");
    o.max_memory = *size;
    o.max_memory_text = v;
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.max_memory_text; };
  return spec;
}

}  // namespace profiler
