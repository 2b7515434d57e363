#include "profiler/catalog/by_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/views.h"
#include "profiler/query/options/option_kinds.h"

namespace profiler {
namespace {

// "kind and rank in collectives; rank and host in steps".
std::string ValuesByView() {
  std::vector<std::string> parts;
  for (const View& view : AllViews()) {
    if (view.by.empty()) continue;
    parts.push_back(
        fmt::format("{} in {}", JoinWords({view.by.begin(), view.by.end()}), view.name));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

OptionSpec ByOption() {
  std::vector<std::string_view> values;
  for (const View& view : AllViews()) {
    for (const std::string_view value : view.by) {
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
  }
  OptionSpec spec =
      ChoiceOption("by", std::move(values), fmt::format("What a row is: {}.", ValuesByView()),
                   [](Options& o) -> std::string& { return o.query.by; });
  spec.use = OptionUse::kMeaningOfRows;
  spec.set = [set = spec.set](Options& o, std::string_view v) {
    absl::Status status = set(o, v);
    if (status.ok()) return status;
    return absl::InvalidArgumentError(fmt::format("{} ({})", Message(status), ValuesByView()));
  };
  return spec;
}

}  // namespace profiler
