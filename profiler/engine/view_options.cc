#include "profiler/engine/view_options.h"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/views.h"

namespace profiler {
namespace {

// Words with a dash are options, except negative numbers.
bool IsOptionWord(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && !IsDigit(word[1]);
}

// An option of the view, and its value.
struct ViewOption {
  const OptionSpec* spec;
  std::string value;
};

// Fails if the option does not change the view's answer.
absl::Status CheckAllowed(const View& view, const OptionSpec& spec, const AskedBy& by) {
  if (spec.use == OptionUse::kEveryCommand || spec.use == OptionUse::kWindow ||
      spec.use == OptionUse::kBase || spec.use == OptionUse::kComparing ||
      spec.value_name == "FILE") {
    return absl::InvalidArgumentError(
        fmt::format("-{} is for the command, not for {} in it", spec.name, by.name));
  }
  if (spec.use == OptionUse::kColumns && !by.no_columns.empty()) {
    return absl::InvalidArgumentError(fmt::format("-{}: {}", spec.name, by.no_columns));
  }
  if (!Accepts(view, nullptr, spec)) {
    return absl::InvalidArgumentError(WhyRefused(view, nullptr, spec, AllViews()));
  }
  return absl::OkStatus();
}

absl::StatusOr<ViewOption> TakeViewOption(const View& view, const std::vector<std::string>& words,
                                          const AskedBy& by, size_t& next) {
  std::string_view name = words[next++];
  if (!name.starts_with('-')) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is not expected: only options of {} {}", name, view.name, by.no_options));
  }
  name.remove_prefix(name.starts_with("--") ? 2 : 1);
  std::optional<std::string> value;
  if (const size_t equals = name.find('='); equals != name.npos) {
    value = name.substr(equals + 1);
    name = name.substr(0, equals);
  }
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : AllOptions()) {
    if (spec.use != OptionUse::kEveryCommand && Accepts(view, nullptr, spec)) {
      names.push_back(spec.name);
    }
  }
  const OptionSpec* const spec = FindOption(name);
  if (spec == nullptr) {
    return absl::InvalidArgumentError(
        fmt::format("unknown option '-{}'{}", name, DidYouMean(name, names)));
  }
  PROFILER_RETURN_IF_ERROR(CheckAllowed(view, *spec, by));
  const bool is_bool = spec->type == OptionType::kBool;
  const bool follows = next < words.size() && !IsOptionWord(words[next]);
  if (!value && follows) value = words[next++];
  if (!value && !is_bool) {
    return absl::InvalidArgumentError(fmt::format("-{} misses its value", name));
  }
  return ViewOption{spec, value.value_or("true")};
}

}  // namespace

absl::Status ApplyViewOptions(const View& view, const std::vector<std::string>& words,
                              const AskedBy& by, Options& options) {
  for (size_t next = 0; next < words.size();) {
    PROFILER_ASSIGN_OR_RETURN(const ViewOption option, TakeViewOption(view, words, by, next));
    PROFILER_RETURN_IF_ERROR(option.spec->set(options, option.value));
  }
  return absl::OkStatus();
}

Query AllRowsOf(const View& view, const Query& command) {
  Query query;
  query.selection = command.selection;
  query.advice = command.advice;
  query.compat_tfprof = command.compat_tfprof;
  query.statistic = command.statistic;
  query.max_depth = std::numeric_limits<int32_t>::max();
  if (view.shape == Shape::kTable) query.top = std::numeric_limits<int32_t>::max();
  return query;
}

}  // namespace profiler
