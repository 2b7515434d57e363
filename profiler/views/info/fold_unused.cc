#include "profiler/views/info/fold_unused.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/views/common/repeated_devices.h"

namespace profiler {

void FoldUnused(const Profile& profile, const std::vector<char>& ran, Report& report) {
  const std::vector<bool> is_repeated = RepeatedDevices(profile, HostNames(profile), ran);
  std::vector<size_t> unused;
  size_t repeated = 0;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    if (ran[row] != 0) continue;
    if (is_repeated[row]) {
      ++repeated;
    } else {
      unused.push_back(row);
    }
  }
  const size_t folded = unused.size() + repeated;
  if (folded < 2 || folded == report.rows.size()) return;
  std::vector<std::string> texts;
  if (!unused.empty()) {
    texts.push_back(fmt::format(
        "{} more device{} ran nothing: {}{}", unused.size(), unused.size() == 1 ? "" : "s",
        report.rows[unused.front()].name,
        unused.size() == 1 ? "" : fmt::format(" to {}", report.rows[unused.back()].name)));
  }
  if (repeated > 0) {
    texts.push_back(
        fmt::format("{} more row{} list{} these devices again, as each file lists all devices of "
                    "its host",
                    repeated, repeated == 1 ? "" : "s", repeated == 1 ? "s" : ""));
  }
  for (size_t row = 0; row < report.rows.size(); ++row) {
    if (ran[row] == 0) report.rows[row].is_folded = true;
  }
  report.folded = fmt::format("{}; -format json lists them", fmt::join(texts, "; "));
}

}  // namespace profiler
