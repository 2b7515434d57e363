// The problems met in reading that a user should know. Each kind of problem is declared with a
// sentence and counted, so that nothing is dropped silently.
#ifndef PROFILER_READERS_COMMON_IMPORT_REPORT_H_
#define PROFILER_READERS_COMMON_IMPORT_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

enum class ImportProblem : uint8_t {
  kTruncated,
  kMalformedField,
  kMalformedTime,
  kDanglingInput,
  kDanglingString,
  kDanglingLocation,
  kDuplicateName,
  kDuplicateKey,
  kTimeOutOfRange,
  kNegativeDuration,
  kZeroStart,
  kIdMismatch,
  kOutputEdgeIgnored,
  kUnknownField,
  kSkippedFile,
  kRepeatedInput,
  kSameRecording,
  kOtherRun,
  kUnreadableInput,
  kRepeatedFact,
  kConflictingFact,
  kChecksumMismatch,
  kMissingShard,
  kUnmatchedVariable,
  kMalformedText,
  kDurationRoundedUp,
  kDeviceNameUnknown,
  kNoAcceleratorStream,
  kSeveralDevices,
  kRuntimeOnlyNode,
  kMissingGraph,
  kMissingStepStats,
  kUnmatchedRunMetadata,
  kUnmatchedOpLog,
  kUnusedPart,
  kRecorderError,
  kRecorderWarning,
  kDroppedEvents,
  kUnknownLane,
  kDanglingMetadata,
  kAggregatedEvent,
  kUnmatchedCorrelation,
  kUnmatchedProducer,
  kBadEvent,
  kMalformedEvent,
  kBadLetters,
  kBadNumber,
  kCounterText,
  kUnmatchedBegin,
  kUnmatchedEnd,
  kUnmatchedFlow,
  kSkippedPhase,
  kUnknownPhase,
  kTrailingComma,
  kTextBehindEnd,
  kWriterLimit,
  kMissingTimeBase,
  kUnlinkedWork,
  kUntimedWork,
  kOverlappingEvent,
  kSyntheticTimes,
  kBadJsonLine,
  kUnfinishedLine,
  kUnknownDimension,
  kBadFileName,
  kMissingStartTime,
  kWrongClock,
  kNegativeValue,
  kRepeatedSample,
  kRecorderSettings,
  kClocksDiffer,
  kFilesRead,
  kBadRow,
  kBadRowTime,
  kZonelessTimes,
  kClocklessTimes,
  kFarRowTime,
  kClockJump,
  kNoMetrics,
  kOnlySettings,
  kPartOfRun,
  kGrownFile,
  kStepNumbersDiffer,
};

struct ImportProblemInfo {
  ImportProblem problem;
  std::string_view id;
  ImportSeverity severity;
  std::string_view sentence;  // the problem, and how it was handled
};
const ImportProblemInfo& Info(ImportProblem problem);
std::optional<ImportProblem> FindProblem(std::string_view id);

class ImportReport {
 public:
  static constexpr uint64_t kNoOffset = UINT64_MAX;

  struct Entry {
    ImportProblem problem;
    std::string path;
    int64_t count = 0;
    uint64_t first_offset = 0;  // of the first one in the file, or kNoOffset
    std::string first_detail;   // the name or details of the first one
  };

  // Counts a problem in the file `path`; keeps the offset and detail of the first one.
  void Count(ImportProblem problem, std::string_view path, uint64_t offset,
             std::string_view detail = {});
  // Counts `count` problems without an offset.
  void CountWhole(ImportProblem problem, std::string_view path, int64_t count,
                  std::string_view detail = {});
  // Adds an entry of an earlier report, whose texts may come from a file.
  void Add(Entry entry);
  // Adds all entries of another report.
  void Add(const ImportReport& other);

  const std::vector<Entry>& entries() const { return entries_; }
  // The worst severity; kInfo if there are no entries.
  ImportSeverity worst() const;

  // Formats an entry as a line of text.
  static std::string Line(const Entry& entry);
  // Appends all entries to the profile's table of import problems.
  void Record(Profile& profile) const;
  // One line per entry more severe than kInfo, with file, problem, count and first offset.
  std::vector<std::string> Summary() const;

 private:
  void Merge(Entry entry);

  std::vector<Entry> entries_;
  // The index in `entries_`, for fast look-ups when a fleet has many files.
  std::map<std::pair<ImportProblem, std::string>, size_t> index_;
};

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_IMPORT_REPORT_H_
