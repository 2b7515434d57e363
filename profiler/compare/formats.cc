#include "profiler/compare/formats.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

#include "profiler/analysis/ops/framework_op.h"

namespace profiler {
namespace {

// "xspace of JAX".
std::string KindOf(std::string formats, std::string_view framework) {
  if (!framework.empty()) formats += fmt::format(" of {}", framework);
  return formats;
}

}  // namespace

std::string FormatsOf(const Profile& profile) {
  std::set<std::string_view> formats;
  for (const SourceRow& source : profile.sources.values()) {
    if (source.is_beside_profile || !source.format.valid()) continue;
    formats.insert(profile.strings[source.format]);
  }
  return fmt::format("{}", fmt::join(formats, ", "));
}

std::string_view NameOfFramework(const Profile& profile) {
  switch (FrameworkOf(profile)) {
    case Framework::kTensorFlow:
      return "TensorFlow";
    case Framework::kPyTorch:
      return "PyTorch";
    case Framework::kJax:
      return "JAX";
    case Framework::kUnknown:
      return "";
  }
  return "";
}

void WarnOfOtherFormat(const Profile& base, const Profile& next, std::vector<Note>& notes) {
  const std::string before = FormatsOf(base), after = FormatsOf(next);
  const std::string_view of_base = NameOfFramework(base), of_next = NameOfFramework(next);
  const auto differ = [](std::string_view a, std::string_view b) {
    return !a.empty() && !b.empty() && a != b;
  };
  if (!differ(before, after) && !differ(of_base, of_next)) return;
  notes.insert(
      notes.begin(),
      {"other_format", Severity::kWarning,
       fmt::format("The base is a profile of another kind: {}, and the new one is {}. They "
                   "name work differently, so a row that was added or removed may be the "
                   "same work, and times may mean other things",
                   KindOf(before, of_base), KindOf(after, of_next))});
}

}  // namespace profiler
