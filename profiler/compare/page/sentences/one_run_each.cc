#include "profiler/compare/page/sentences/one_run_each.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>

namespace profiler {
namespace {

// Files with steps that name neither a rank nor a host, as tfprof's: nothing says whether they are
// of one run.
size_t FilesOfOneRun(const Side& side) {
  const Profile& profile = side.profile();
  std::set<StringId> paths;
  for (const StepRow& step : profile.steps.values()) {
    const SourceRow& source = profile.sources[step.source];
    if (source.rank == kUnknown && profile.strings[source.host].empty()) paths.insert(source.path);
  }
  return paths.size();
}

}  // namespace

std::string RunsSentence(const Change& step, const Side& base, const Side& next) {
  // Of an interval that holds no change, too: more steps would not show what other runs take.
  const bool is_hidden =
      step.verdict == Verdict::kUnclear && !std::isnan(step.low) && !std::isnan(step.more_steps);
  if (!step.is_slower_or_faster() && !is_hidden) return "";
  if (base.samples.runs() > 1 || next.samples.runs() > 1) return "";
  std::string text =
      "One run of each: noise between runs, which is more than that between steps, is unknown. "
      "Four or more runs of each tell: diff NEW1 NEW2 ... -base OLD1 -base OLD2 ...";
  if (const size_t files = std::max(FilesOfOneRun(base), FilesOfOneRun(next)); files > 1) {
    text += fmt::format(
        "; the {} files of a folder count as one run: if they are several, give each a folder of "
        "its own, or `baseline FILE...` as the base",
        files);
  }
  return text;
}

}  // namespace profiler
