#include "profiler/views/notes/empty_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"

namespace profiler {
namespace {

bool HasEvents(const Profile& profile) {
  for (const Track track : Tracks(profile, HoldsWork)) {
    if (track.events.size() > 0) return true;
  }
  return false;
}

bool HasFrameworkOps(const Profile& profile) {
  const std::vector<OpRow>& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(),
                     [](const OpRow& op) { return op.kind != OpKind::kRuntime; });
}

// Whether users' code was recorded, or what they marked.
bool HasUsersCode(const Profile& profile) {
  const std::vector<OpRow>& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    const std::string_view type = profile.strings[op.type];
    return type == kPythonFunctionType || type == kUserMarkType;
  });
}

void Add(const Selected& selected, std::string why, Report& report) {
  if (LacksAllEvents(selected.profile())) {
    why = fmt::format("the store of {} keeps none of it (events=none): open the full profile",
                      SourcesWithoutEvents(selected.profile()));
  }
  if (selected.selection().transforms() || !selected.all()) {
    why =
        "nothing of it ran in the steps, places and times that -step, -step_event, -source, -host, "
        "-rank, -device, -from and -to leave";
  }
  report.notes.push_back({"empty", Severity::kInfo, std::move(why)});
}

std::string_view AcceleratorOption(Recorder recorder) {
  switch (recorder) {
    case Recorder::kTracer:
      return "torch.profiler's activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
    case Recorder::kXprof:
      return "device_tracer_level=1 in TensorFlow's ProfilerOptions or JAX's ProfileOptions";
    case Recorder::kSession:
      return "RunOptions(trace_level=RunOptions.FULL_TRACE)";
    case Recorder::kOther:
      return "";
  }
  return "";
}

std::string WhatRecordsIt(const Profile& profile) {
  if (profile.sources.size() == 0) return "";
  const std::string_view option = AcceleratorOption(profile.sources[SourceId(0)].recorder);
  return option.empty() ? "" : fmt::format("; {} records what runs on accelerators", option);
}

bool HasDeviceWork(const Profile& profile) {
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    if (track.events.size() > 0) return true;
  }
  return false;
}

// What there is in place of ops, in a profile without any. PyTorch's recorder calls the runtimes of
// accelerators so; others call the machinery of frameworks so, too.
std::string_view OnlyCalls(const Profile& profile) {
  const auto& sources = profile.sources.values();
  const bool is_of_torch = std::all_of(sources.begin(), sources.end(), [](const SourceRow& source) {
    return source.recorder == Recorder::kTracer;
  });
  if (is_of_torch && HasDeviceWork(profile) && !HasUsersCode(profile)) {
    return "no framework op was recorded, only work of accelerators and calls of their runtime: "
           "`kernels` and `launches` show those; ops need ProfilerActivity.CPU";
  }
  return "no framework op was recorded, only calls of Python and of the framework's own machinery: "
         "`op` and `code` show those";
}

constexpr char kNoEvents[] =
    "no execution was recorded: `info` shows what the profile has, and what to record";

// After the statement that no allocation was recorded.
std::string_view WhatRecordsMemory(const Profile& profile) {
  switch (FrameworkOf(profile)) {
    case Framework::kPyTorch:
      return ": torch.profiler.profile(profile_memory=True) records them";
    case Framework::kTensorFlow:
      return ": tf.profiler.experimental with host_tracer_level=2 records them, or RunMetadata of "
             "FULL_TRACE";
    case Framework::kJax:
      return ": JAX records them on GPUs, and none on CPUs and TPUs";
    case Framework::kUnknown:
      return ". PyTorch: torch.profiler.profile(profile_memory=True); TensorFlow: "
             "tf.profiler.experimental with host_tracer_level=2, or RunMetadata of FULL_TRACE; JAX "
             "records none on CPUs and TPUs";
  }
  return "";
}

// After the statement that no collective was recorded.
std::string_view WhatRecordsCollectives(const Profile& profile) {
  const Framework framework = FrameworkOf(profile);
  return framework == Framework::kPyTorch || framework == Framework::kUnknown
             ? " (PyTorch: record a step of torch.distributed with ProfilerActivity.CUDA)"
             : "";
}

}  // namespace

void AddNoStepsNote(const Selected& selected, Report& report) { Add(selected, kNoEvents, report); }

void AddNoPhasesNote(const Selected& selected, Report& report) {
  Add(selected,
      HasEvents(selected.profile())
          ? "no step was recorded: `phases -by process` shows what users marked, and "
            "-step_event NAME takes a mark or an op as the begin of steps"
          : kNoEvents,
      report);
}

void AddNoOpsNote(const Selected& selected, Report& report) {
  const Profile& profile = selected.profile();
  const std::string only_calls(OnlyCalls(profile));
  const bool has_events = HasEvents(profile);
  if (has_events && !HasFrameworkOps(profile)) {
    // Noted regardless of the query's selection.
    report.notes.push_back({"empty", Severity::kInfo, only_calls});
    return;
  }
  Add(selected, has_events ? only_calls : kNoEvents, report);
}

void AddNoKernelsNote(const Selected& selected, Report& report) {
  const Profile& profile = selected.profile();
  Add(selected,
      HasEvents(profile) ? "no accelerator's work was recorded: `ops` shows what ran on hosts" +
                               WhatRecordsIt(profile)
                         : kNoEvents,
      report);
}

void AddNoInstructionsNote(const Selected& selected, Report& report) {
  const Profile& profile = selected.profile();
  std::string why = kNoEvents;
  if (HasEvents(profile)) {
    why = profile.modules.size() > 0
              ? "no instruction of the compiled modules ran in what was recorded"
              : "no compiled (XLA) module was recorded: `ops` shows what ran op by op";
  }
  Add(selected, std::move(why), report);
}

void AddNoCollectivesNote(const Selected& selected, Report& report) {
  const Profile& profile = selected.profile();
  Add(selected,
      HasEvents(profile)
          ? fmt::format(
                "no collective was recorded: the job ran on one rank, or they were not traced{}",
                WhatRecordsCollectives(profile))
          : kNoEvents,
      report);
}

void AddNoMemoryNote(const Selected& selected, Report& report) {
  const Profile& profile = selected.profile();
  Add(selected,
      profile.has_memory()
          ? "what each op took was recorded, but not when: `op -select bytes,peak_bytes` shows it"
          : fmt::format("no allocation was recorded{}{}", WhatRecordsMemory(profile),
                        profile.buffers.empty() ? ""
                                                : ". `buffers` shows what the compiled programs "
                                                  "allocate"),
      report);
}

void AddNoBuffersNote(const Selected& selected, Report& report) {
  Add(selected,
      selected.profile().modules.size() > 0
          ? "the compiled programs were recorded without the buffers that they plan"
          : "no compiled (XLA) program was recorded: `memory` shows what allocators handed out",
      report);
}

void AddNoMetricsNote(const Selected& selected, Report& report) {
  Add(selected,
      "no metric was recorded over time. --metrics_path=FILE adds what nvidia-smi, dool, sar or a "
      "script of your own wrote meanwhile; SageMaker Debugger's are in the folder profiler-output",
      report);
}

}  // namespace profiler
