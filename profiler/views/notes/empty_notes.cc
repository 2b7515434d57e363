#include "profiler/views/notes/empty_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/store/derive/derive.h"

namespace profiler {
namespace {

bool HasEvents(const Profile& profile, bool of_accelerators) {
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (track.role != TrackRole::kExec || profile.events[TrackId(t)].size() == 0) continue;
    if (!of_accelerators || derive::IsAccelerator(track)) return true;
  }
  return false;
}

bool HasFrameworkOps(const Profile& profile) {
  const std::vector<OpRow>& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(),
                     [](const OpRow& op) { return op.kind != OpKind::kRuntime; });
}

bool AsksForAll(const Profile& profile, const Query& query) {
  if (query.selection.transforms()) return false;
  const auto steps = SelectSteps(profile, query.selection.steps);
  return query.selection.all_places() && steps.ok() && steps->all;
}

void Add(const Profile& profile, const Query& query, std::string why, Report& report) {
  if (!AsksForAll(profile, query)) {
    why =
        "nothing of it ran in the steps, places and times that -step, -step_event, -source, -host, "
        "-rank, -device, -from and -to leave";
  }
  report.notes.push_back({"empty", Severity::kInfo, std::move(why)});
}

struct Recorder {
  std::string_view format, what;
};
// What makes a recorder of the format record accelerators.
constexpr Recorder kRecorders[] = {
    {"chrome_trace", "torch.profiler's activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]"},
    {"xspace",
     "a device_tracer_level of 1 in TensorFlow's ProfilerOptions (JAX's are "
     "jax.profiler.ProfileOptions), in a program that uses one"},
    {"tfprof_profile", "RunOptions(trace_level=RunOptions.FULL_TRACE)"},
    {"run_metadata", "RunOptions(trace_level=RunOptions.FULL_TRACE)"},
};

std::string WhatRecordsIt(const Profile& profile) {
  if (profile.sources.size() == 0) return "";
  const std::string_view format = profile.strings[profile.sources[SourceId(0)].format];
  for (const Recorder& recorder : kRecorders) {
    if (recorder.format == format) {
      return fmt::format("; {} records what runs on accelerators", recorder.what);
    }
  }
  return "";
}

constexpr char kNoEvents[] =
    "no execution was recorded: `info` tells what the profile holds, and what to record";

}  // namespace

void AddNoStepsNote(const Profile& profile, const Query& query, Report& report) {
  Add(profile, query, kNoEvents, report);
}

void AddNoOpsNote(const Profile& profile, const Query& query, Report& report) {
  constexpr char kOnlyCalls[] =
      "no framework op was recorded, only calls of Python and of the framework's own machinery: "
      "`op` and `code` show those";
  const bool has_events = HasEvents(profile, false);
  if (has_events && !HasFrameworkOps(profile)) {
    // Whatever was picked.
    report.notes.push_back({"empty", Severity::kInfo, kOnlyCalls});
    return;
  }
  Add(profile, query, has_events ? kOnlyCalls : kNoEvents, report);
}

void AddNoKernelsNote(const Profile& profile, const Query& query, Report& report) {
  Add(profile, query,
      HasEvents(profile, false)
          ? "no accelerator's work was recorded: `ops` shows what ran on hosts" +
                WhatRecordsIt(profile)
          : kNoEvents,
      report);
}

void AddNoInstructionsNote(const Profile& profile, const Query& query, Report& report) {
  std::string why = kNoEvents;
  if (HasEvents(profile, false)) {
    why = profile.modules.size() > 0
              ? "no instruction of the compiled modules ran in what was recorded"
              : "no compiled (XLA) module was recorded: `ops` shows what ran op by op";
  }
  Add(profile, query, std::move(why), report);
}

void AddNoCollectivesNote(const Profile& profile, const Query& query, Report& report) {
  Add(profile, query,
      HasEvents(profile, false)
          ? "no collective was recorded: the job ran on one rank, or they were not traced "
            "(PyTorch: record a step of torch.distributed with ProfilerActivity.CUDA)"
          : kNoEvents,
      report);
}

void AddNoMemoryNote(const Profile& profile, const Query& query, Report& report) {
  Add(profile, query,
      profile.has_memory()
          ? "what each op took was recorded, but not when: `op -select bytes,peak_bytes` shows it"
          : "no allocation was recorded. PyTorch: torch.profiler.profile(profile_memory=True); "
            "TensorFlow: tf.profiler.experimental with host_tracer_level=2, or RunMetadata of "
            "FULL_TRACE; JAX records none on CPUs and TPUs",
      report);
}

void AddNoMetricsNote(const Profile& profile, const Query& query, Report& report) {
  Add(profile, query,
      "no metric was recorded over time. --metrics_path=FILE adds what nvidia-smi, dool, sar or a "
      "script of your own wrote meanwhile; SageMaker Debugger's are in the folder profiler-output",
      report);
}

}  // namespace profiler
