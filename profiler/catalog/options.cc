#include "profiler/catalog/options.h"

#include <utility>

#include "profiler/catalog/by_option.h"
#include "profiler/catalog/output_options.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

constexpr OptionSet kOutput = {[] { return std::vector<OptionSpec>{OutputOption()}; }};
constexpr OptionSet kBy = {[] { return std::vector<OptionSpec>{ByOption()}; }};
constexpr OptionSet kFormat = {[] { return std::vector<OptionSpec>{FormatOption()}; }};

const OptionSet* const kSets[] = {
    &kTfprofOptions, &kOutput,
    &kPlaceOptions,  &kRowOptions,
    &kPartOptions,   &kCompareOptions,
    &kViewOptions,   &kBy,
    &kMetricOptions, &kCollectiveOptions,
    &kDipOptions,    &kFormat,
    &kCompatOptions, &kAdviceOptions,
    &kCheckOptions,  &kTrendOptions,
    &kSqlOptions,    &kServeOptions,
    &kAnswerOptions, &kLimitOptions,
    &kInputOptions,  &kProgramOptions,
};

}  // namespace

const std::vector<OptionSpec>& AllOptions() {
  static const auto& options = *new auto([] {
    std::vector<OptionSpec> all;
    for (const OptionSet* set : kSets) {
      for (OptionSpec& spec : set->options()) all.push_back(std::move(spec));
    }
    return all;
  }());
  return options;
}

const OptionSpec* FindOption(std::string_view name) {
  for (const OptionSpec& spec : AllOptions()) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

}  // namespace profiler
