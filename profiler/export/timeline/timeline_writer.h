#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_WRITER_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/byte_buffer.h"
#include "profiler/base/int128.h"
#include "profiler/export/output_file.h"
#include "profiler/store/kinds.h"

namespace profiler {

// The `args` of a trace event: members in the order in which they are added.
class TraceArgs {
 public:
  TraceArgs& Text(std::string_view key, std::string_view value);
  TraceArgs& Integer(std::string_view key, Int128 value);
  // Literal keys are not escaped.
  template <size_t kSize>
  TraceArgs& Text(const char (&key)[kSize], std::string_view value) {
    LiteralKey(key);
    members_.AddJsonText(value);
    return *this;
  }
  template <size_t kSize>
  TraceArgs& Integer(const char (&key)[kSize], Int128 value) {
    LiteralKey(key);
    members_.AddWide(value);
    return *this;
  }
  TraceArgs& Real(std::string_view key, double value);  // must be finite

  void Clear() { members_.Clear(); }

  std::string_view members() const { return members_.view(); }

 private:
  void Key(std::string_view key);
  template <size_t kSize>
  void LiteralKey(const char (&key)[kSize]) {
    if (members_.size() > 0) members_.Add(',');
    members_.Add('"');
    members_.Literal(key);
    members_.Literal("\":");
  }
  ByteBuffer members_;
};

// The place of an event in the viewer: a row (thread) of a group (process).
struct TraceLane {
  int64_t pid = 0, tid = 0;
  friend bool operator==(const TraceLane&, const TraceLane&) = default;
};

// Writes events in the Trace Event Format, for chrome://tracing and Perfetto. As in tfprof's files,
// everything is on one line, and the keys of an object are sorted. Times are given in picoseconds
// and written in microseconds, with decimals if needed. Categories are plain words; only categories
// of counters may contain any text.
class TraceWriter {
 public:
  // Times count from `base_ns` on the wall clock; if `base_ns` is kUnknown, they are wall-clock
  // times.
  explicit TraceWriter(OutputFile& file, int64_t base_ns = kUnknown);

  // What follows is of the base of a comparison: its processes are named "base: ..." and come last,
  // and no process or arrow is one of those before. Its times are written `later` than they are.
  void StartBase(Int128 later);

  void NameProcess(int64_t pid, std::string_view name);
  // Sets the display order of processes, lowest first.
  void SortProcess(int64_t pid, int64_t index);
  void NameThread(TraceLane lane, std::string_view name);
  // Names an additional row of a thread, for overlapping events.
  void NameLaneOf(TraceLane lane, int64_t tid, std::string_view name);
  // Sets the display order of a process's threads, lowest first.
  void SortThread(TraceLane lane, int64_t index);
  void Slice(TraceLane lane, Int128 begin, Int128 duration, std::string_view category,
             std::string_view name, const TraceArgs& args);
  void Instant(TraceLane lane, Int128 time, std::string_view category, std::string_view name,
               const TraceArgs& args);
  // Both ends of an arrow of tfprof's kind have the same id, category and name.
  void ArrowBegin(TraceLane lane, Int128 time, std::string_view category, std::string_view name,
                  int64_t id);
  void ArrowEnd(TraceLane lane, Int128 time, std::string_view category, std::string_view name,
                int64_t id);
  // Ends an arrow, begun with ArrowBegin(), at the slice that is on the lane at this time.
  void ArrowTo(TraceLane lane, Int128 time, std::string_view category, std::string_view name,
               int64_t id);
  void Counter(int64_t pid, Int128 time, std::string_view category, std::string_view name,
               const TraceArgs& args);

  // Ends the file and closes it. Returns the first error of all writes.
  absl::Status Close();

 private:
  void Open();
  void Metadata(int64_t pid, int64_t tid, std::string_view name, const TraceArgs& args);
  void Args(const TraceArgs& args);
  void Category(std::string_view category);
  void Name(std::string_view name);
  void Place(char phase, TraceLane lane, Int128 time);
  void StandOn(TraceLane lane);
  void Arrow(char phase, TraceLane lane, Int128 time, std::string_view category,
             std::string_view name, int64_t id);
  void Flush();

  OutputFile& file_;
  ByteBuffer buffer_;
  bool is_first_ = true;
  std::string_view prefix_;  // of the names of processes
  // What is added to processes, arrows and times.
  int64_t first_pid_ = 0, first_arrow_ = 0;
  Int128 later_ = 0;
  // The lane of the previous event and the encoded text of that lane, which is reused because most
  // events are on the same lane as the previous one.
  TraceLane lane_;
  ByteBuffer lane_text_;
  absl::Status status_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_WRITER_H_
