#include "profiler/views/notes/several_runs_note.h"

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/runs.h"

namespace profiler {
namespace {

constexpr size_t kMostNamedRuns = 4;

struct RunSteps {
  std::string first_path;
  std::string folder;  // of all its sources; empty if they are in several
  size_t sources = 0;
  int64_t steps = 0;
};

std::string FolderOfSource(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? std::string() : std::string(path.substr(0, slash));
}

std::vector<RunSteps> StepsByRun(const Profile& profile, const Runs& runs) {
  std::vector<RunSteps> found(runs.names.size());
  for (uint32_t i = 0; i < profile.sources.size(); ++i) {
    const SourceRow& source = profile.sources[SourceId(i)];
    if (source.is_beside_profile) continue;
    RunSteps& run = found[runs.of_source[i]];
    const std::string_view path = profile.strings[source.path];
    if (run.sources++ == 0) {
      run.first_path = path;
      run.folder = FolderOfSource(path);
    }
    if (run.folder != FolderOfSource(path)) run.folder.clear();
  }
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    RunSteps& run = found[runs.of_source[step.source.row()]];
    const bool counts = step.found_by != StepFoundBy::kWhole && !step.counts_as.valid();
    run.steps += counts ? 1 : 0;
  }
  return found;
}

// A path as an item of a list of regular expressions. A point may stay what it is.
std::string AsPattern(std::string_view path) {
  std::string pattern;
  for (const char c : path) {
    if (std::string_view("+*?()|[]{}^$\\,").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

// The value of -source that selects the run and no other.
std::string PatternOf(const RunSteps& run, const std::vector<RunSteps>& all) {
  bool shares_folder = run.folder.empty();
  for (const RunSteps& other : all) {
    if (&other != &run && FolderOfSource(other.first_path).starts_with(run.folder)) {
      shares_folder = true;
    }
  }
  if (run.sources == 1 || shares_folder) return AsPattern(run.first_path);
  return AsPattern(run.folder) + "/.*";
}

}  // namespace

void AddSeveralRunsNote(const Selected& selected, Report& report) {
  const Profile& profile = selected.profile();
  if (profile.sources.size() < 2) return;
  const Runs runs = RunsOf(profile);
  if (!runs.are_several()) return;
  const std::set<uint32_t> shown = SelectedRuns(selected, runs);
  if (shown.size() < 2) return;
  const std::vector<RunSteps> found = StepsByRun(profile, runs);
  std::string names, pattern;
  size_t named = 0;
  for (const uint32_t i : shown) {
    if (++named > kMostNamedRuns) break;
    names += fmt::format("{}run {} is {}", named == 1 ? "" : ", ", i + 1, runs.names[i]);
    if (found[i].steps > 0) {
      names += fmt::format(" ({} step{})", found[i].steps, found[i].steps == 1 ? "" : "s");
    }
    if (pattern.empty()) pattern = PatternOf(found[i], found);
  }
  report.notes.push_back(
      {"several_runs", Severity::kInfo,
       fmt::format(
           "{} separate runs are open, whose steps are never averaged together; rows of ops "
           "add up what each run did: {}{}. Show one with -source '{}', or open them with -run "
           "NAME if they are one run",
           shown.size(), names, named > kMostNamedRuns ? ", ..." : "", pattern)});
}

}  // namespace profiler
