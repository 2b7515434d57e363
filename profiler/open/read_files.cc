#include "profiler/open/read_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_order.h"
#include "profiler/open/folder.h"
#include "profiler/open/open_run.h"
#include "profiler/open/recordings.h"
#include "profiler/open/unpack.h"
#include "profiler/readers/sagemaker/recorder_settings.h"
#include "profiler/store/derive/host_clocks.h"
#include "profiler/store/derive/repeated_samples.h"

namespace profiler {
namespace {

constexpr size_t kMostThreads = 8;  // used by default: more than a disk keeps busy

size_t ThreadCount(int64_t asked) {
  if (asked > 0) return static_cast<size_t>(asked);
  return std::clamp<size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
}

// The result of reading one file on a thread: a profile, or a function that adds the file to its
// recording later.
struct FileRead {
  absl::Status status;
  ImportReport met;  // reported only if the file could be read
  const Format* format = nullptr;
  std::optional<Profile> profile;
  AddToRecording add;
};

// Returns a function that reads and adds the file in order, for formats that cannot decode a file
// separately.
AddToRecording ReadLater(const Input& file, const Recognised& input, RunContext& context) {
  return [file, input, &context](ProfileBuilder& builder, ImportReport& report) {
    const TimedPart decoding(context.times(), RunPart::kDecode);
    const absl::Status read = input.format->read(input.input, builder, report, context);
    return FinishReading(file, read, report);
  };
}

absl::Status ReadMapped(const Input& file, const std::string& input_format, RunContext& context,
                        FileRead& read) {
  PROFILER_ASSIGN_OR_RETURN(const Recognised input,
                            Recognise(file, input_format, read.met, context));
  read.format = input.format;
  if (input.format->decode != nullptr) {
    const TimedPart decoding(context.times(), RunPart::kDecode);
    PROFILER_ASSIGN_OR_RETURN(read.add, input.format->decode(input.input, read.met, context));
    return absl::OkStatus();
  }
  if (input.format->is_part_of_recording) {
    read.add = ReadLater(file, input, context);
    return absl::OkStatus();
  }
  ProfileBuilder builder;
  {
    const TimedPart decoding(context.times(), RunPart::kDecode);
    PROFILER_RETURN_IF_ERROR(input.format->read(input.input, builder, read.met, context));
  }
  PROFILER_ASSIGN_OR_RETURN(read.profile, input.format->is_of_samples
                                              ? BuiltRecording(builder, read.met, context)
                                              : Built(builder, context));
  return absl::OkStatus();
}

absl::Status ReadOne(const std::string& file, const std::string& input_format, RunContext& context,
                     FileRead& read) {
  PROFILER_RETURN_IF_ERROR(context.Check());
  PROFILER_ASSIGN_OR_RETURN(const Input input, MapInput(file));
  const absl::Status status = ReadMapped(input, input_format, context, read);
  return FinishReading(input, status, read.met);
}

// Collects the results in the order of the files.
class Taker {
 public:
  Taker(const std::vector<std::string>& files, ImportReport& report, const RunContext& context)
      : report_(report), context_(context), recordings_(files) {}

  absl::Status Take(const std::string& file, FileRead read) {
    if (read.status.ok() && read.add != nullptr) {
      read.status = read.add(recordings_.Of(file), read.met);
    }
    if (!read.status.ok()) {
      PROFILER_RETURN_IF_ERROR(context_.Check());  // the command was stopped, not the file's fault
      report_.CountWhole(ImportProblem::kUnreadableInput, file, 1, Message(read.status));
      if (result_.first_error.ok()) result_.first_error = read.status;
      return absl::OkStatus();
    }
    ++files_of_format_[std::string(read.format->name)];
    if (read.profile.has_value()) result_.parts.push_back(*std::move(read.profile));
    report_.Add(read.met);
    return absl::OkStatus();
  }

  absl::StatusOr<FilesRead> Finish(RunContext& context) {
    if (recordings_.has_files()) ReportFormats();
    PROFILER_ASSIGN_OR_RETURN(std::vector<Profile> built, recordings_.Build(report_, context));
    for (Profile& profile : built) result_.parts.push_back(std::move(profile));
    return std::move(result_);
  }

 private:
  // Reports the formats of a recording's files, because its sources are nodes and processes and not
  // files.
  void ReportFormats() {
    const bool has_settings = files_of_format_.contains(std::string(kRecorderSettingsFormat.name));
    if (has_settings && files_of_format_.size() == 1) {
      report_.CountWhole(ImportProblem::kOnlySettings, "all inputs", 1);
    }
    int64_t files = 0;
    for (const auto& [format, count] : files_of_format_) files += count;
    report_.CountWhole(ImportProblem::kFilesRead, "all inputs", files, ListKinds(files_of_format_));
  }

  ImportReport& report_;
  const RunContext& context_;
  Recordings recordings_;
  std::map<std::string, int64_t> files_of_format_;
  FilesRead result_;
};

}  // namespace

absl::StatusOr<Recognised> Recognise(const Input& given, const std::string& input_format,
                                     ImportReport& report, RunContext& context) {
  const TimedPart unpacking(context.times(), RunPart::kUnpack);
  PROFILER_ASSIGN_OR_RETURN(Input input, Unpacked(given, input_format, report, context));
  PROFILER_ASSIGN_OR_RETURN(const Format* const format, DetectFormat(input, input_format));
  return Recognised{std::move(input), format};
}

absl::Status FinishReading(const Input& file, absl::Status read, ImportReport& report) {
  PROFILER_RETURN_IF_ERROR(file.CheckUnchanged());
  if (file.FindChange() == Input::Change::kGrown) {
    report.CountWhole(ImportProblem::kGrownFile, file.name(), 1);
  }
  return read;
}

absl::StatusOr<Profile> Built(ProfileBuilder& builder, RunContext& context) {
  PROFILER_RETURN_IF_ERROR(context.Check());
  context.Doing("adding up");
  const TimedPart deriving(context.times(), RunPart::kDerive);
  Profile profile = builder.Build(context.threads());
  FillCapabilities(profile);
  PROFILER_RETURN_IF_ERROR(context.Check());
  return profile;
}

absl::StatusOr<Profile> BuiltRecording(ProfileBuilder& builder, ImportReport& report,
                                       RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(Profile profile, Built(builder, context));
  const RepeatedSamples repeated = DropRepeatedSamples(profile);
  if (repeated.count > 0) {
    const Series& series = profile.series[repeated.first_series];
    report.CountWhole(ImportProblem::kRepeatedSample, "all inputs", repeated.count,
                      profile.strings[profile.metrics[series.metric].name]);
  }
  if (const auto difference = FindClockDifference(profile); difference.has_value()) {
    report.CountWhole(ImportProblem::kClocksDiffer, "all inputs", 1,
                      fmt::format("steps of '{}' begin {:.3f} s after those of '{}'",
                                  profile.strings[difference->other],
                                  static_cast<double>(difference->picos) / kPicosPerSecond,
                                  profile.strings[difference->host]));
  }
  return profile;
}

absl::StatusOr<FilesRead> ReadFiles(const std::vector<std::string>& files,
                                    const std::string& input_format, int64_t threads,
                                    ImportReport& report, RunContext& context) {
  Taker taker(files, report, context);
  context.Doing("reading");
  // Several files are read in parallel; a single file may use all threads.
  const size_t most = ThreadCount(threads), at_once = std::min(most, files.size());
  context.SetThreads(at_once == 0 ? most : most / at_once);
  const absl::Cleanup set_back = [&] { context.SetThreads(most); };
  InOrder<FileRead> in_order(files.size(), at_once, [&](size_t i) {
    FileRead read;
    read.status = ReadOne(files[i], input_format, context, read);
    // Merging asks all of them, one after the other.
    if (files.size() > 1 && read.profile.has_value()) read.profile->execs();
    return read;
  });
  PROFILER_RETURN_IF_ERROR(in_order.Run([&](size_t i, FileRead read) {
    absl::Status taken = taker.Take(files[i], std::move(read));
    if (files.size() > 1) context.Done(i + 1, files.size());
    return taken;
  }));
  return taker.Finish(context);
}

}  // namespace profiler
