// What a tree view shows, as stacks with values: pprof's files, folded stacks and speedscope's
// files are written from them, so that their numbers are the view's.
#ifndef PROFILER_EXPORT_STACKS_STACKS_H_
#define PROFILER_EXPORT_STACKS_STACKS_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/measures.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

struct StackMeasure {
  Measure measure = Measure::kMicros;
  std::string name;  // as machine formats call the view's column
  std::string_view description;
  std::string_view unit;  // "microseconds", "nanoseconds", "bytes", "count"
};

// A row of the view. Frame 0 is its root, which stands for all that is below no other row.
struct StackFrame {
  int32_t caller = 0;         // the row above
  bool is_leaf = true;        // no row is below it
  bool is_code = false;       // a line of code was recorded
  std::string_view name;      // the row's; of a scope without that of the row above
  std::string_view function;  // of code the recorded name, uncut; else `name`
  std::string_view file;      // of code as recorded; of a scope its whole name
  int64_t line = kUnknown;    // of code
  int64_t function_start_line = kUnknown;
};
inline constexpr char kNotShown[] = "<not shown>";  // frame 0
inline constexpr char kNoName[] = "<no name>";      // a level of a name that has none

// An op at the innermost row that holds it: its own one, or the one that it is hidden below.
struct StackSample {
  int32_t frame = 0;
  int64_t count = 0;    // of ops
  std::string_view op;  // "": the function of the frame, not an op that it made
};

struct Stacks {
  std::vector<StackMeasure> measures;  // those selected
  std::vector<StackFrame> frames;      // in the order of the view's rows
  std::vector<StackSample> samples;    // by frame
  std::vector<int64_t> values;         // of each sample one per measure; unknown ones are 0
  std::vector<Note> notes;             // the view's, and what the stacks add to them
  std::shared_ptr<const void> tree;    // holds names of frames that the profile has not
  std::deque<std::string> made_names;  // holds others

  bool uses_root() const { return !samples.empty() && samples.front().frame == 0; }
  int64_t value(size_t sample, size_t measure) const {
    return values[sample * measures.size() + measure];
  }
};

enum class StackSamples : uint8_t {
  kCounted,      // every op that counts: they sum to the total of the view's root
  kTfprofPprof,  // of code, those of tfprof's pprof files: Quirk::kPprofLeavesOnly
};

// Of the view that ExportParams name: code or scope. Fails as the view does, and when no number is
// selected or one does not fit 64 bits. Names in the result point into it and into the profile.
absl::StatusOr<Stacks> MakeStacks(const Selected& selected, const Query& query,
                                  std::string_view view, StackSamples samples, RunContext& context);

// One weight per frame: the sum of its own samples. Negative ones, which no flame graph can draw,
// become 0, and a note says so.
std::vector<Value> WeightsByFrame(const Stacks& stacks, size_t measure, std::vector<Note>& notes);

// From the outermost frame to this one. Frame 0 is in its own stack only.
std::vector<int32_t> StackOf(const Stacks& stacks, int32_t frame);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STACKS_STACKS_H_
