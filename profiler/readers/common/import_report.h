// What reading met that a user should know: each problem a declared counter with a sentence, so
// nothing is dropped in silence.
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
};

struct ImportProblemInfo {
  ImportProblem problem;
  std::string_view id;
  ImportSeverity severity;
  std::string_view sentence;  // what happened, and what was done about it
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
    uint64_t first_offset = 0;  // byte offset in the file, of the first one met; or kNoOffset
    std::string first_detail;   // names what it was
  };

  // One more of `problem` in the file `path`; the first one's place and detail are kept.
  void Count(ImportProblem problem, std::string_view path, uint64_t offset,
             std::string_view detail = {});
  // `count` more, of something that has no place in a file.
  void CountWhole(ImportProblem problem, std::string_view path, int64_t count,
                  std::string_view detail = {});
  // What an earlier report counted; texts may come from a file.
  void Add(Entry entry);
  // All that another report counted.
  void Add(const ImportReport& other);

  const std::vector<Entry>& entries() const { return entries_; }
  // The worst severity met; kInfo where there was nothing.
  ImportSeverity worst() const;

  // An entry as a line of text.
  static std::string Line(const Entry& entry);
  // Puts all entries into the profile's table of them.
  void Record(Profile& profile) const;
  // One line per entry that is more than kInfo: file, what, how often, where first.
  std::vector<std::string> Summary() const;

 private:
  void Merge(Entry entry);

  std::vector<Entry> entries_;
  std::map<std::pair<ImportProblem, std::string>, size_t> index_;  // a fleet has many files
};

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_IMPORT_REPORT_H_
