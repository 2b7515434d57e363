// The rows of a tree view as stacks with values. The exporters for pprof, folded stacks and
// speedscope write these stacks, so their files have the same numbers as the view.
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
#include "profiler/report/row_kind.h"
#include "profiler/store/profile.h"

namespace profiler {

struct StackMeasure {
  Measure measure = Measure::kMicros;
  std::string name;  // the column's name in machine formats
  std::string_view description;
  std::string_view unit;  // "microseconds", "nanoseconds", "bytes", "count"
};

// A row of the view. Frame 0 is the root; it represents all ops that are below no other row.
struct StackFrame {
  int32_t caller = 0;         // the parent row's frame
  bool is_leaf = true;        // the row has no children
  bool is_code = false;       // a line of code was recorded
  std::string_view name;      // the row's name; for scopes, without the parent's name
  std::string_view function;  // for code the full recorded name; else `name`
  std::string_view file;      // for code the recorded file; for scopes the full name
  int64_t line = kUnknown;    // for code
  int64_t function_start_line = kUnknown;
};
inline constexpr char kNotShown[] = "<not shown>";  // frame 0
inline constexpr char kNoName[] = "<no name>";      // an empty level of a name

// Ops whose innermost shown row is `frame`: the row's own ops, and ops of hidden rows below it.
struct StackSample {
  int32_t frame = 0;
  int64_t count = 0;    // number of ops
  std::string_view op;  // empty for the function of the frame itself
};

struct Stacks {
  std::vector<StackMeasure> measures;  // the selected measures
  std::vector<StackFrame> frames;      // in the order of the view's rows
  std::vector<StackSample> samples;    // sorted by frame
  std::vector<int64_t> values;         // one per measure for each sample; 0 if unknown
  std::vector<Note> notes;             // the view's notes, and notes about the stacks
  std::shared_ptr<const void> tree;    // owns names of frames that are not in the profile
  std::deque<std::string> made_names;  // owns names made here

  bool uses_root() const { return !samples.empty() && samples.front().frame == 0; }
  int64_t value(size_t sample, size_t measure) const {
    return values[sample * measures.size() + measure];
  }
};

enum class StackSamples : uint8_t {
  kCounted,      // all accounted ops, so the samples sum to the root's total
  kTfprofPprof,  // for code, the ops in tfprof's pprof files: Quirk::kPprofLeavesOnly
};

// The kinds of rows that have stacks.
inline constexpr RowKind kStackRows[] = {RowKind::kFrames, RowKind::kScopes};

// The stacks of the view for `rows`, which must be in kStackRows. Fails if the view fails, if no
// measure is selected, or if a value does not fit 64 bits. Names in the result point into the
// result and the profile.
absl::StatusOr<Stacks> MakeStacks(const Selected& selected, const Query& query, RowKind rows,
                                  StackSamples samples, RunContext& context);

// The weight of each frame, which is the sum of the frame's own samples. Negative sums become 0,
// with a note, because flame graphs cannot draw them.
std::vector<Value> WeightsByFrame(const Stacks& stacks, size_t measure, std::vector<Note>& notes);

// The frames from the outermost one to `frame`. Frame 0 is only in its own stack.
std::vector<int32_t> StackOf(const Stacks& stacks, int32_t frame);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STACKS_STACKS_H_
