#include "profiler/views/overview/overview_run.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/common/kind_names.h"

namespace profiler {
namespace {

constexpr size_t kMostNames = 4;

// Formats a list of names, e.g. "a, b and 3 more".
std::string Listed(const std::set<std::string_view>& names) {
  std::vector<std::string_view> shown;
  for (std::string_view name : names) {
    if (shown.size() < kMostNames) shown.push_back(name);
  }
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (names.size() > shown.size()) {
    text += fmt::format(" and {} more", names.size() - shown.size());
  }
  return text;
}

class Environment {
 public:
  explicit Environment(const Profile& profile) : profile_(profile) {}

  std::vector<EnvironmentRow> Take() && {
    std::set<std::string_view> formats, hosts;
    const HostNames names(profile_);
    for (uint32_t s = 0; s < profile_.sources.size(); ++s) {
      formats.insert(profile_.strings[profile_.sources[SourceId(s)].format]);
      hosts.insert(names.Of(SourceId(s)));
    }
    std::map<std::string_view, std::set<std::string_view>> devices;
    std::set<std::string_view> models;
    for (const DeviceRow& device : profile_.devices.values()) {
      hosts.insert(names.Shown(device.host));
      devices[Name(device.kind)].insert(profile_.strings[device.name]);
      models.insert(profile_.strings[device.model]);
      ++device_counts_[Name(device.kind)];
    }
    hosts.erase("");  // unknown
    Add("files", profile_.sources.size(), Listed(formats));
    Add("hosts", hosts.size(), Listed(hosts));
    for (const auto& [kind, of_kind] : devices) {
      Add(fmt::format("devices_{}", kind), device_counts_[kind], Listed(of_kind));
    }
    models.erase("");
    if (!models.empty()) Add("models", models.size(), Listed(models));
    AddSteps();
    return std::move(rows_);
  }

 private:
  void Add(std::string_view name, size_t count, const std::string& text) {
    rows_.push_back({std::string(name), static_cast<Value>(count), text});
  }

  void AddSteps() {
    std::map<std::string_view, size_t> found;
    size_t partial = 0;
    for (const StepRow& step : profile_.steps.values()) {
      if (step.found_by == StepFoundBy::kWhole) continue;
      ++found[Name(step.found_by)];
      partial += step.partial ? 1 : 0;
    }
    size_t all = 0;
    std::vector<std::string> texts;
    for (const auto& [name, count] : found) {
      all += count;
      texts.push_back(fmt::format("{} {}", count, name));
    }
    if (partial > 0) texts.push_back(fmt::format("{} partial", partial));
    Add("steps", all, fmt::format("{}", fmt::join(texts, ", ")));
  }

  const Profile& profile_;
  std::map<std::string_view, size_t> device_counts_;  // by kind, as names may repeat on hosts
  std::vector<EnvironmentRow> rows_;
};

const std::vector<ColumnOf<EnvironmentRow>>& EnvironmentColumns() {
  using C = ColumnOf<EnvironmentRow>;
  static const std::vector<C> kColumns = {
      C::Number("count", Unit::kCount, "count", "how many", &EnvironmentRow::count),
      C::Text("text", "what", "which, or how found", &EnvironmentRow::text),
  };
  return kColumns;
}

}  // namespace

std::vector<EnvironmentRow> EnvironmentOf(const Profile& profile) {
  return Environment(profile).Take();
}

Report EnvironmentTable(const std::vector<EnvironmentRow>& rows) {
  Report report = StartTable("environment", "What was recorded (`info` tells more)",
                             "what is counted", Headers(EnvironmentColumns()));
  for (const EnvironmentRow& row : rows) AppendRow(EnvironmentColumns(), row.name, row, report);
  return report;
}

}  // namespace profiler
