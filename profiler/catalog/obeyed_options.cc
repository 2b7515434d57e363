#include "profiler/catalog/obeyed_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/catalog/exporters.h"
#include "profiler/catalog/views.h"

namespace profiler {
namespace {

// Whether only exporters obey options of this use.
bool IsOfExporters(OptionUse use) {
  return use == OptionUse::kMergedSteps || use == OptionUse::kRawArguments;
}

// Names of the commands for which `takes` holds.
template <typename Takes>
std::vector<std::string_view> NamesOf(const std::vector<View>& commands, const Takes& takes) {
  std::vector<std::string_view> names;
  for (const View& command : commands) {
    if (takes(command)) names.push_back(command.name);
  }
  return names;
}

std::string Do(const std::vector<std::string_view>& names) {
  return fmt::format("{} {}", JoinWords(names), names.size() == 1 ? "does" : "do");
}

}  // namespace

bool Obeys(const View& view, const Exporter* exporter, const OptionSpec& spec) {
  if (spec.use == OptionUse::kEveryCommand) return true;
  if (exporter == nullptr) return view.obeys.Has(spec.use);
  if (!exporter->obeys.Has(spec.use)) return false;
  // An exporter without kinds of rows writes the profile, not the view's rows. One that writes a
  // base needs no comparison by the view.
  return exporter->rows.empty() || IsOfExporters(spec.use) || spec.use == OptionUse::kBase ||
         view.obeys.Has(spec.use);
}

bool Accepts(const View& view, const Exporter* exporter, const OptionSpec& spec) {
  return Obeys(view, exporter, spec) || (view.takes_tfprof_options && spec.of_tfprof);
}

bool MayAccept(const View& view, const OptionSpec& spec) {
  if (Accepts(view, nullptr, spec)) return true;
  return std::any_of(AllExporters().begin(), AllExporters().end(), [&](const Exporter& exporter) {
    const std::vector<std::string_view> names = CommandsOf(exporter);
    const bool writes_it =
        names.empty() || std::find(names.begin(), names.end(), view.name) != names.end();
    return writes_it && IsOfExporters(spec.use) && Accepts(view, &exporter, spec);
  });
}

std::string WhyRefused(const View& view, const Exporter* exporter, const OptionSpec& spec,
                       const std::vector<View>& commands) {
  if (IsOfExporters(spec.use)) {
    std::vector<std::string_view> names;
    for (const Exporter& one : AllExporters()) {
      if (one.obeys.Has(spec.use)) names.push_back(one.name);
    }
    return fmt::format("-{} is for -output {}", spec.name, JoinWords(names));
  }
  const bool is_of_base = spec.use == OptionUse::kBase || spec.use == OptionUse::kComparing;
  if (exporter != nullptr && is_of_base && Accepts(view, nullptr, spec)) {
    std::vector<std::string_view> names;
    for (const Exporter& one : AllExporters()) {
      if (one.obeys.Has(spec.use)) names.push_back(one.name);
    }
    return fmt::format("-output {} does not take -{}: it writes one profile{}{}", exporter->name,
                       spec.name, names.empty() ? "" : "; of those that write files ",
                       names.empty() ? "" : Do(names));
  }
  if (exporter != nullptr && Accepts(view, nullptr, spec)) {
    return fmt::format("-output {} does not take -{}: it writes everything, whatever {} would show",
                       exporter->name, spec.name, view.name);
  }
  const auto accepts = [&](const View& one) { return Accepts(one, nullptr, spec); };
  const std::vector<std::string_view> names = NamesOf(commands, accepts);
  const std::string refused = fmt::format("{} does not take -{}", view.name, spec.name);
  if (names.empty())
    return fmt::format("{}: `help {}` says which command does", refused, spec.name);
  if (2 * names.size() <= commands.size()) return refused + ": " + Do(names);
  const auto refuses = [&](const View& one) { return !accepts(one); };
  return fmt::format("{}: all commands but {} do", refused, JoinWords(NamesOf(commands, refuses)));
}

std::string WhyByRefused(const View& view, std::string_view by, const std::vector<View>& commands) {
  const std::vector<std::string_view> names =
      NamesOf(commands, [&](const View& one) { return TakesBy(one, by); });
  return fmt::format("{} does not take -by {}: {}{}", view.name, by, Do(names),
                     view.by.empty() ? ""
                                     : fmt::format("; {} takes {}", view.name,
                                                   JoinWords({view.by.begin(), view.by.end()})));
}

std::string JoinWords(const std::vector<std::string_view>& words) {
  if (words.size() < 2) return words.empty() ? "" : std::string(words.front());
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

}  // namespace profiler
