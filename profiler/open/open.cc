#include "profiler/open/open.h"

#include <algorithm>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/open/expand.h"
#include "profiler/open/folder.h"
#include "profiler/open/hosts_of_metrics.h"
#include "profiler/open/memory_estimate.h"
#include "profiler/open/metric_files.h"
#include "profiler/open/open_run.h"
#include "profiler/open/read_files.h"
#include "profiler/open/recording_traces.h"
#include "profiler/open/same_recordings.h"
#include "profiler/readers/chrome_trace/number_ranks.h"
#include "profiler/store/builder.h"
#include "profiler/store/derive/steps/cut_files.h"
#include "profiler/store/transform/merge.h"

namespace profiler {
namespace {

// Marks the sources of a part as belonging to the run that the user named.
void NameRun(Profile& part, const std::string& run) {
  if (run.empty()) return;
  const StringId id = part.strings.Intern(run);
  for (uint32_t s = 0; s < part.sources.size(); ++s) part.sources[SourceId(s)].run = id;
}

absl::Status CheckMemory(const OpenRequest& request, std::vector<std::string> files,
                         const RunContext& context) {
  if (context.max_memory() == 0) return absl::OkStatus();
  for (const std::string& path : request.Paths()) {
    const auto& named = request.profile_paths;  // `files` has them in expanded form
    if (std::find(named.begin(), named.end(), path) == named.end()) files.push_back(path);
  }
  return CheckMemoryFor(files, request.input_format, context.max_memory());
}

// Reads the named files as profiles. An error means that none could be read.
absl::StatusOr<std::vector<Profile>> OpenFiles(const OpenRequest& request, ImportReport& report,
                                               RunContext& context) {
  context.Doing("looking for profiles");
  PROFILER_ASSIGN_OR_RETURN(std::vector<std::string> files,
                            ExpandPaths(request.profile_paths, report, context));
  PROFILER_RETURN_IF_ERROR(LeaveOutSameRecordings(request.profile_paths, files, report, context));
  PROFILER_RETURN_IF_ERROR(CheckMemory(request, files, context));
  PROFILER_ASSIGN_OR_RETURN(
      FilesRead read, ReadFiles(files, request.input_format, request.threads, report, context));
  PROFILER_ASSIGN_OR_RETURN(FilesRead metrics, ReadMetricFiles(request, report, context));
  for (Profile& part : metrics.parts) read.parts.push_back(std::move(part));
  if (!read.parts.empty() || request.has_tensorflow_run()) return std::move(read.parts);
  return read.first_error.ok() ? metrics.first_error : read.first_error;
}

}  // namespace

std::vector<std::string> OpenRequest::Paths() const {
  std::vector<std::string> paths = profile_paths;
  if (!graph_path.empty()) paths.push_back(graph_path);
  paths.insert(paths.end(), run_meta_paths.begin(), run_meta_paths.end());
  if (!op_log_path.empty()) paths.push_back(op_log_path);
  if (!checkpoint_path.empty()) paths.push_back(checkpoint_path);
  paths.insert(paths.end(), metrics_paths.begin(), metrics_paths.end());
  return paths;
}

absl::StatusOr<Input> MapInput(const std::string& path) {
  absl::StatusOr<Input> input = Input::Map(path);
  if (!absl::IsNotFound(input.status())) return input;
  return absl::NotFoundError(Message(input.status()) + DidYouMeanFile(path));
}

absl::StatusOr<OpenedProfile> OpenInput(const Input& given, const std::string& input_format,
                                        RunContext& context) {
  ProfileBuilder builder;
  OpenedProfile opened;
  PROFILER_ASSIGN_OR_RETURN(const Recognised input,
                            Recognise(given, input_format, opened.import_report, context));
  PROFILER_RETURN_IF_ERROR(input.format->read(input.input, builder, opened.import_report, context));
  const bool is_recording = input.format->is_part_of_recording || input.format->is_of_samples;
  PROFILER_ASSIGN_OR_RETURN(opened.profile,
                            is_recording ? BuiltRecording(builder, opened.import_report, context)
                                         : Built(builder, context));
  return opened;
}

absl::StatusOr<OpenedProfile> OpenProfile(const OpenRequest& request, RunContext& context) {
  if (request.empty()) {
    return absl::InvalidArgumentError("no profile was given; give one with --profile_path=FILE");
  }
  OpenedProfile opened;
  PROFILER_ASSIGN_OR_RETURN(std::vector<Profile> parts,
                            OpenFiles(request, opened.import_report, context));
  if (request.has_tensorflow_run()) {
    PROFILER_ASSIGN_OR_RETURN(Profile run,
                              OpenTensorFlowRun(request, opened.import_report, context));
    parts.push_back(std::move(run));
  }
  JoinRecordingTraces(parts);
  for (Profile& part : parts) NameRun(part, request.run);
  NumberRanks(parts);
  if (request.metrics_utc_offset_s) SetZoneOfMetrics(*request.metrics_utc_offset_s, parts);
  NameHostsByFile(parts);
  NameHostOfMetrics(parts);
  MergeReport merged;
  if (parts.size() > 1) context.Doing("joining the inputs");
  {
    const TimedPart joining(context.times(), RunPart::kJoin);
    opened.profile = Merge(std::move(parts), merged);
  }
  PROFILER_RETURN_IF_ERROR(context.Check());
  opened.import_report.CountWhole(ImportProblem::kRepeatedFact, "all inputs",
                                  merged.repeated_facts);
  opened.import_report.CountWhole(ImportProblem::kConflictingFact, "all inputs",
                                  merged.conflicting_facts, merged.first_conflict);
  opened.import_report.CountWhole(ImportProblem::kStepNumbersDiffer, "all inputs",
                                  merged.renumbered_sources, merged.first_renumbered);
  opened.import_report.Record(opened.profile);
  MarkCutSteps(opened.profile);
  return opened;
}

}  // namespace profiler
