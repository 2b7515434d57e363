#include "profiler/readers/common/import_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "profiler/store/import_ids.h"

namespace profiler {
namespace {

using enum ImportProblem;
using enum ImportSeverity;

constexpr std::array<ImportProblemInfo, 83> kProblems = {{
    {kTruncated, "truncated", kError,
     "the file ends inside a record: it was cut short; what comes before the cut was read, and "
     "totals lack the rest"},
    {kMalformedField, "malformed_field", kError,
     "bytes that are no valid field: the file is damaged; the rest of that record was skipped"},
    {kMalformedTime, "malformed_time", kError,
     "a time without a start or a duration: it was left out"},
    {kDanglingInput, "dangling_input", kLoss,
     "an input names a node that is not in the file: the edge was left out"},
    {kDanglingString, "dangling_string", kLoss,
     "a stack frame names a string that is not in the file: it shows as <missing string>"},
    {kDanglingLocation, "dangling_location", kLoss,
     "a stack names a location or function that is not in the file: it shows as <unknown ...>"},
    {kDuplicateName, "duplicate_name", kLoss,
     "several nodes have the same name: one of them was kept"},
    {kDuplicateKey, "duplicate_key", kLoss, "a map holds one key twice: the last entry counts"},
    {kTimeOutOfRange, "time_out_of_range", kLoss,
     "a time that no job can have: it counts in totals and is on no timeline"},
    {kNegativeDuration, "negative_duration", kLoss,
     "a negative duration: it counts in totals and is on no timeline"},
    {kZeroStart, "zero_start", kInfo,
     "an execution without a start time: it counts in totals and is on no timeline"},
    {kIdMismatch, "id_mismatch", kRepaired,
     "an entry has two different ids: the key of the table was used"},
    {kOutputEdgeIgnored, "output_edge_ignored", kInfo,
     "a node lists its outputs: edges are read from the inputs"},
    {kUnknownField, "unknown_field", kInfo, "a field this program does not know: it was skipped"},
    {kSkippedFile, "skipped_file", kInfo,
     "a file in the folder is no profile that can be read: it was left out"},
    {kRepeatedInput, "repeated_input", kRepaired,
     "the same recording was given twice: it counts once"},
    {kSameRecording, "same_recording", kInfo,
     "another input holds the same recording and is read instead: it counts once"},
    {kOtherRun, "other_run", kRepaired,
     "another run of the log folder was left out: name its own folder to read it"},
    {kUnreadableInput, "unreadable_input", kError, "it was left out; the other inputs were read"},
    {kRepeatedFact, "repeated_fact", kInfo,
     "the same execution is in several files: it counts once"},
    {kConflictingFact, "conflicting_fact", kLoss,
     "files disagree about executions of the same step: they are kept apart"},
    {kChecksumMismatch, "checksum_mismatch", kError,
     "the data does not match its checksum: it was not used"},
    {kMissingShard, "missing_shard", kLoss,
     "a data file of the checkpoint is missing: its values cannot be shown"},
    {kUnmatchedVariable, "unmatched_variable", kInfo, "a checkpoint variable is not in the graph"},
    {kMalformedText, "malformed_text", kError,
     "the text form has a syntax error: reading stopped at that line"},
    {kDurationRoundedUp, "duration_rounded_up", kInfo,
     "an execution shorter than 1 us counts as 1 us, as in tfprof"},
    {kDeviceNameUnknown, "device_name_unknown", kInfo,
     "a device name of unknown form: its lane is shown and not summed"},
    {kNoAcceleratorStream, "no_accelerator_stream", kLoss,
     "the GPU was used but its kernel times were not recorded: accelerator time is unknown"},
    {kSeveralDevices, "several_devices", kInfo,
     "an op ran on more than one device: each is shown; tfprof shows only the first"},
    {kRuntimeOnlyNode, "runtime_only_node", kInfo,
     "an op ran that is not in the graph: it was added under its own name"},
    {kMissingGraph, "missing_graph", kInfo,
     "no graph was given: op types, edges and parameters are unknown"},
    {kMissingStepStats, "missing_step_stats", kLoss,
     "a run metadata file holds no step statistics, so there is nothing in it to show; record it "
     "with RunOptions(trace_level=RunOptions.FULL_TRACE) in a v1 session, or use "
     "tf.profiler.experimental"},
    {kUnmatchedRunMetadata, "unmatched_run_metadata", kLoss,
     "most ops that ran are not in the graph: it is probably that of another program"},
    {kUnmatchedOpLog, "unmatched_op_log", kLoss,
     "an op log entry names an op that is not in the graph: it was left out"},
    {kUnusedPart, "unused_part", kInfo,
     "the file has a part that this program does not use: it was passed over"},
    {kRecorderError, "recorder_error", kLoss,
     "what recorded the profile met an error: something may be missing"},
    {kRecorderWarning, "recorder_warning", kInfo, "what recorded the profile warned of something"},
    {kDroppedEvents, "dropped_events", kLoss,
     "the recorder dropped events, as its buffers were full: times lack them"},
    {kUnknownLane, "unknown_lane", kInfo,
     "a lane of an unknown kind: it is on the timeline and in no total"},
    {kDanglingMetadata, "dangling_metadata", kLoss,
     "an event names metadata that is not in the file: it shows as <unknown event>"},
    {kAggregatedEvent, "aggregated_event", kInfo,
     "an event summarizes several without their times: it counts in totals and is on no timeline"},
    {kUnmatchedCorrelation, "unmatched_correlation", kInfo,
     "work on a device whose launch was not recorded"},
    {kUnmatchedProducer, "unmatched_producer", kInfo,
     "work that another thread handed over, which was not recorded"},
    {kBadEvent, "bad_event", kLoss, "an event without a phase or a time: it was left out"},
    {kMalformedEvent, "malformed_event", kError, "an event that is no JSON: it was left out"},
    {kBadLetters, "bad_letters", kRepaired,
     "names hold bytes that are no UTF-8: they show as question marks"},
    {kBadNumber, "bad_number", kLoss, "a value that is no number: it was left out"},
    {kCounterText, "counter_text", kInfo, "a counter's value is a text: it was skipped"},
    {kUnmatchedBegin, "unmatched_begin", kRepaired,
     "an event has a beginning and no end: it ends where the recording of its thread does"},
    {kUnmatchedEnd, "unmatched_end", kLoss,
     "an event has an end and no beginning: it was left out"},
    {kUnmatchedFlow, "unmatched_flow", kInfo, "an arrow without one of its ends: it is not drawn"},
    {kSkippedPhase, "skipped_phase", kInfo,
     "an event of a kind that holds no time: it was left out"},
    {kUnknownPhase, "unknown_phase", kLoss, "an event of an unknown kind: it was left out"},
    {kTrailingComma, "trailing_comma", kRepaired, "a comma after the last event"},
    {kTextBehindEnd, "text_behind_end", kLoss, "data after the end of the trace was not read"},
    {kWriterLimit, "writer_limit", kLoss,
     "the trace has just as many events as its writer keeps at most: it is probably cut"},
    {kMissingTimeBase, "missing_time_base", kInfo,
     "the trace has no wall-clock time: times count from its first event"},
    {kUnlinkedWork, "unlinked_work", kInfo,
     "work on a device without a recorded launch: it counts, but belongs to no op"},
    {kUntimedWork, "untimed_work", kLoss,
     "work on a device whose time was not recorded: it was left out"},
    {kOverlappingEvent, "overlapping_event", kInfo,
     "events of one thread run into each other: its time is of the one that began last"},
    {kSyntheticTimes, "synthetic_times", kInfo,
     "a timeline of totals, not of executions: its rows hold each other's time, so they are on the "
     "timeline and in no total"},
    {kBadJsonLine, "bad_json_line", kError, "a line is not valid JSON: it was left out"},
    {kUnfinishedLine, "unfinished_line", kInfo,
     "the last line of a file was still being written: it was left out"},
    {kUnknownDimension, "unknown_dimension", kInfo,
     "a system metric of unknown unit: it is shown as recorded"},
    {kBadFileName, "bad_file_name", kInfo,
     "a file name does not follow the folder's pattern: node and time were taken from its "
     "contents"},
    {kMissingStartTime, "missing_start_time", kLoss,
     "the file does not say when it began: its times were placed by its file name"},
    {kWrongClock, "wrong_clock", kLoss,
     "a time months away from the rest of the recording: the clock was wrong, and it was left out"},
    {kNegativeValue, "negative_value", kLoss,
     "a share or a number of bytes below zero: the value was left out"},
    {kRepeatedSample, "repeated_sample", kInfo,
     "a metric has the same value at the same time twice: it counts once"},
    {kRecorderSettings, "recorder_settings", kInfo, "the recorder's settings"},
    {kClocksDiffer, "clocks_differ", kLoss,
     "steps of one number are far apart in time on two hosts: their clocks differ, and times of "
     "one "
     "cannot be compared with times of the other"},
    {kFilesRead, "files_read", kInfo, "files of the recording were read, by their format"},
    {kBadRow, "bad_row", kLoss,
     "a row has not as many cells as its table has columns: it was left out"},
    {kBadRowTime, "bad_row_time", kLoss, "a row's time cannot be read: it was left out"},
    {kZonelessTimes, "zoneless_times", kInfo,
     "times have no zone: they were read as UTC, or as --metrics_utc_offset says"},
    {kClocklessTimes, "clockless_times", kInfo,
     "times count from an unknown start: they are aligned with the start of the profile; Unix time "
     "or ISO 8601 would place them"},
    {kFarRowTime, "far_row_time", kLoss,
     "a row's time is over 100 days from the middle of its file: it was left out"},
    {kClockJump, "clock_jump", kLoss,
     "times are most of a day or more away from the one in the file's name: a clock was set "
     "meanwhile, and views use the recorded times"},
    {kNoMetrics, "no_metrics", kLoss,
     "it was given with --metrics_path and holds no metrics over time: it was left out; a profile "
     "is given with --profile_path"},
    {kOnlySettings, "only_settings", kLoss,
     "only the profiler's configuration was found: open profiler-output"},
    {ImportProblem::kPartOfRun, profiler::kPartOfRun, kInfo,
     "the file was read as a part of the run"},
    {kGrownFile, "grown_file", kLoss,
     "the file grew while it was read: what was added is left out"},
    {kStepNumbersDiffer, "step_numbers_differ", kRepaired,
     "ranks of one job number the same steps differently: steps that ran at the same time got the "
     "number that most ranks gave them"},
}};

std::string OneLine(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

// A detail may come from the file: it is limited to one line of bounded length.
std::string Printable(std::string text) {
  constexpr size_t kLongest = 300;
  text = OneLine(std::move(text));
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

}  // namespace

const ImportProblemInfo& Info(ImportProblem problem) {
  return kProblems[static_cast<size_t>(problem)];
}

void ImportReport::Count(ImportProblem problem, std::string_view path, uint64_t offset,
                         std::string_view detail) {
  Merge({problem, std::string(path), 1, offset, std::string(detail)});
}

void ImportReport::CountWhole(ImportProblem problem, std::string_view path, int64_t count,
                              std::string_view detail) {
  if (count > 0) Merge({problem, std::string(path), count, kNoOffset, std::string(detail)});
}

std::optional<ImportProblem> FindProblem(std::string_view id) {
  for (const ImportProblemInfo& info : kProblems) {
    if (info.id == id) return info.problem;
  }
  return std::nullopt;
}

void ImportReport::Add(Entry entry) {
  entry.path = OneLine(std::move(entry.path));
  Merge(std::move(entry));
}

void ImportReport::Add(const ImportReport& other) {
  for (const Entry& entry : other.entries_) Merge(entry);
}

void ImportReport::Merge(Entry entry) {
  entry.first_detail = Printable(std::move(entry.first_detail));
  const auto [it, is_new] =
      index_.try_emplace(std::pair(entry.problem, entry.path), entries_.size());
  if (is_new) {
    entries_.push_back(std::move(entry));
    return;
  }
  Entry& known = entries_[it->second];
  if (__builtin_add_overflow(known.count, entry.count, &known.count)) known.count = INT64_MAX;
}

ImportSeverity ImportReport::worst() const {
  ImportSeverity worst = kInfo;
  for (const Entry& entry : entries_) worst = std::max(worst, Info(entry.problem).severity);
  return worst;
}

std::string ImportReport::Line(const Entry& entry) {
  const ImportProblemInfo& info = Info(entry.problem);
  std::string line = fmt::format("{}: {} ({}, {} time{}", entry.path, info.sentence, info.id,
                                 entry.count, entry.count == 1 ? "" : "s");
  if (entry.first_offset != kNoOffset) {
    line += fmt::format(", first at byte {}", entry.first_offset);
  }
  if (!entry.first_detail.empty()) line += ": " + entry.first_detail;
  return line + ")";
}

void ImportReport::Record(Profile& profile) const {
  for (const Entry& entry : entries_) {
    const ImportProblemInfo& info = Info(entry.problem);
    ImportRow row;
    row.path = profile.strings.Intern(entry.path);
    row.problem = profile.strings.Intern(info.id);
    row.sentence = profile.strings.Intern(info.sentence);
    row.severity = info.severity;
    row.count = entry.count;
    if (entry.first_offset != kNoOffset)
      row.first_offset = static_cast<int64_t>(entry.first_offset);
    row.first_detail = profile.strings.Intern(entry.first_detail);
    profile.import_rows.push_back(row);
  }
}

std::vector<std::string> ImportReport::Summary() const {
  std::vector<std::string> lines;
  for (const Entry& entry : entries_) {
    if (Info(entry.problem).severity != ImportSeverity::kInfo) lines.push_back(Line(entry));
  }
  return lines;
}

}  // namespace profiler
