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
  std::vector<std::string_view> paths;  // of its sources
  std::string folder;                   // of all of them; empty if they are in several
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
    if (run.paths.empty()) run.folder = FolderOfSource(path);
    run.paths.push_back(path);
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

bool HasOwnFolder(const RunSteps& run, const std::vector<RunSteps>& all) {
  if (run.folder.empty()) return false;
  for (const RunSteps& other : all) {
    if (&other == &run) continue;
    for (const std::string_view path : other.paths) {
      if (FolderOfSource(path).starts_with(run.folder)) return false;
    }
  }
  return true;
}

// The value of -source that selects the run and no other; empty if it would list too many files.
std::string PatternOf(const RunSteps& run, const std::vector<RunSteps>& all, size_t most_files) {
  if (run.paths.size() > 1 && HasOwnFolder(run, all)) return AsPattern(run.folder) + "/.*";
  if (run.paths.size() > most_files) return "";
  std::string pattern;
  for (const std::string_view path : run.paths) {
    pattern += (pattern.empty() ? "" : ",") + AsPattern(path);
  }
  return pattern;
}

// Of the run that is selected in the shortest way; empty if each has too many files.
std::string ShortestPattern(const std::set<uint32_t>& shown, const std::vector<RunSteps>& runs) {
  constexpr size_t kMostFiles = 8;
  for (const size_t most : {size_t{1}, kMostFiles}) {
    for (const uint32_t i : shown) {
      if (std::string pattern = PatternOf(runs[i], runs, most); !pattern.empty()) return pattern;
    }
  }
  return "";
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
  std::string names;
  size_t named = 0;
  for (const uint32_t i : shown) {
    if (++named > kMostNamedRuns) break;
    names += fmt::format("{}run {} is {}", named == 1 ? "" : ", ", i + 1, runs.names[i]);
    if (found[i].steps > 0) {
      names += fmt::format(" ({} step{})", found[i].steps, found[i].steps == 1 ? "" : "s");
    }
  }
  const std::string pattern = ShortestPattern(shown, found);
  report.notes.push_back(
      {"several_runs", Severity::kInfo,
       fmt::format(
           "{} separate runs are open, whose steps are never averaged together; rows of ops "
           "add up what each run did: {}{}. Show one with -source {}, or open them with -run "
           "NAME if they are one run",
           shown.size(), names, named > kMostNamedRuns ? ", ..." : "",
           pattern.empty() ? "and its files" : fmt::format("'{}'", pattern))});
}

}  // namespace profiler
