#include "profiler/inputs/open.h"

#include <utility>

#include "profiler/base/status.h"
#include "profiler/inputs/expand.h"
#include "profiler/inputs/folder.h"
#include "profiler/inputs/formats.h"
#include "profiler/inputs/gzip.h"
#include "profiler/inputs/open_run.h"
#include "profiler/inputs/unpack.h"
#include "profiler/readers/chrome_trace/number_ranks.h"
#include "profiler/readers/metric_table/metric_table.h"
#include "profiler/store/builder.h"
#include "profiler/store/merge.h"

namespace profiler {
namespace {

// The sources of a part, marked as being of the run that the user named.
void NameRun(Profile& part, const std::string& run) {
  if (run.empty()) return;
  const StringId id = part.strings.Intern(run);
  for (uint32_t s = 0; s < part.sources.size(); ++s) part.sources[SourceId(s)].run = id;
}

// The format of an input that has been unpacked, and the input.
struct Recognised {
  Input input;
  const Format* format;
};
absl::StatusOr<Recognised> Recognise(const Input& given, const std::string& input_format,
                                     ImportReport& report, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(Input input, Unpacked(given, input_format, report, context));
  PROFILER_ASSIGN_OR_RETURN(const Format* const format, DetectFormat(input, input_format));
  return Recognised{std::move(input), format};
}

absl::StatusOr<Profile> Built(ProfileBuilder& builder, RunContext& context) {
  PROFILER_RETURN_IF_ERROR(context.Check());
  context.Doing("adding up");
  return builder.Build();
}

// Opens files, those of one recording together.
class FileOpener {
 public:
  FileOpener(const OpenRequest& request, ImportReport& report, RunContext& context)
      : request_(request), report_(report), context_(context) {}

  absl::Status Open(const std::string& file, const std::string& input_format) {
    context_.Doing("reading");
    ImportReport met;  // is told only of a file that could be read
    PROFILER_ASSIGN_OR_RETURN(const Input given, MapInput(file));
    PROFILER_ASSIGN_OR_RETURN(const Recognised input,
                              Recognise(given, input_format, met, context_));
    ProfileBuilder own;
    const bool is_part = input.format->is_part_of_recording;
    ProfileBuilder& builder = is_part ? recording_ : own;
    PROFILER_RETURN_IF_ERROR(input.format->read(input.input, builder, met, context_));
    if (request_.metrics_utc_offset_s) SetZoneOfMetrics(*request_.metrics_utc_offset_s, builder);
    has_recording_ = has_recording_ || is_part;
    if (!is_part) {
      PROFILER_ASSIGN_OR_RETURN(Profile profile, Built(own, context_));
      parts_.push_back(std::move(profile));
    }
    report_.Add(met);
    return absl::OkStatus();
  }

  // Says of what is no table what it lacks.
  absl::Status OpenMetrics(const std::string& file) {
    absl::Status opened = Open(file, "");
    if (opened.ok() || absl::IsCancelled(opened)) return opened;
    const absl::StatusOr<Input> input = MapInput(file);
    if (!input.ok() || IsGzip(input->bytes()) || SurestFormat(input->bytes()) != nullptr) {
      return opened;
    }
    return NoMetricTable(*input);
  }

  absl::StatusOr<std::vector<Profile>> Finish() {
    if (has_recording_) {
      PROFILER_ASSIGN_OR_RETURN(Profile profile, Built(recording_, context_));
      parts_.push_back(std::move(profile));
    }
    return std::move(parts_);
  }

 private:
  const OpenRequest& request_;
  ImportReport& report_;
  RunContext& context_;
  std::vector<Profile> parts_;
  ProfileBuilder recording_;
  bool has_recording_ = false;
};

// Opens each file. One that cannot be read is told in the report while others can; the first error
// counts when none can.
absl::StatusOr<std::vector<Profile>> OpenFiles(const OpenRequest& request, ImportReport& report,
                                               RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> files,
                            ExpandPaths(request.profile_paths, report));
  PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> metrics,
                            ExpandPaths(request.metrics_paths, report));
  FileOpener opener(request, report, context);
  absl::Status first_error;
  const auto note = [&](const std::string& file, const absl::Status& opened) {
    if (opened.ok()) return;
    report.CountWhole(ImportProblem::kUnreadableInput, file, 1, Message(opened));
    if (first_error.ok()) first_error = opened;
  };
  for (const std::string& file : files) {
    const absl::Status opened = opener.Open(file, request.input_format);
    if (absl::IsCancelled(opened)) return opened;
    note(file, opened);
  }
  for (const std::string& file : metrics) {
    const absl::Status opened = opener.OpenMetrics(file);
    if (absl::IsCancelled(opened)) return opened;
    note(file, opened);
  }
  PROFILER_ASSIGN_OR_RETURN(std::vector<Profile> parts, opener.Finish());
  if (parts.empty() && !request.has_tensorflow_run()) return first_error;
  return parts;
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
  PROFILER_ASSIGN_OR_RETURN(opened.profile, Built(builder, context));
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
  for (Profile& part : parts) NameRun(part, request.run);
  NumberRanks(parts);
  NameHostOfMetrics(parts);
  MergeReport merged;
  if (parts.size() > 1) context.Doing("joining the inputs");
  opened.profile = Merge(std::move(parts), merged);
  opened.import_report.CountWhole(ImportProblem::kRepeatedFact, "all inputs",
                                  merged.repeated_facts);
  opened.import_report.CountWhole(ImportProblem::kConflictingFact, "all inputs",
                                  merged.conflicting_facts, merged.first_conflict);
  opened.import_report.Record(opened.profile);
  return opened;
}

}  // namespace profiler
