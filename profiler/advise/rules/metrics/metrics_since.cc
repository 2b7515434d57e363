#include "profiler/advise/rules/metrics/metrics_since.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/phases/metric_changes.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// "38%", "3.05 GB/s".
std::string LevelText(const MetricChange& change, double level) {
  if (change.unit == "percent") return fmt::format("{:.3g}%", level);
  if (!change.unit.starts_with("bytes")) return fmt::format("{:.3g}", level);
  return FormatBytesOf(static_cast<Value>(level)) +
         std::string(change.unit.substr(std::string_view("bytes").size()));
}

}  // namespace

std::string MetricsSinceText(const Selected& selected, const std::string& host, int64_t step) {
  constexpr double kFull = 90;  // percent
  constexpr size_t kMostMetrics = 3;
  const std::vector<MetricChange> changes = MetricsThatRose(selected, host, step);
  if (changes.empty()) return "";
  std::vector<std::string> texts;
  bool is_full = false, waits_for_io = false;
  for (const MetricChange& change : changes) {
    const bool is_memory = change.dimension == "MemoryUsedPercent";
    const bool is_io = change.dimension == kIoWait;
    is_full = is_full || (is_memory && change.after >= kFull);
    waits_for_io = waits_for_io || is_io;
    const std::string_view name = is_io                      ? "I/O wait"
                                  : is_memory                ? "memory in use"
                                  : change.kind == "network" ? "network traffic"
                                                             : change.dimension;
    texts.push_back(fmt::format("{} from {} to {}", name, LevelText(change, change.before),
                                LevelText(change, change.after)));
  }
  return fmt::format("On {} metrics rose then, {}: look at {}", host, Listed(texts, kMostMetrics),
                     is_full ? "what fills its memory, as it may swap"
                     : waits_for_io
                         ? "its disk or file system, such as a volume without burst credits"
                         : "what else runs there");
}

}  // namespace profiler
