#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_DATA_FORMATTING_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_DATA_FORMATTING_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether a compiled instruction of this category, as XLA names them, does nothing but change the
// layout of an array: copies and transposes.
bool IsDataFormatting(std::string_view category);

// The line of the user's code that an instruction comes from; the op's name where it is not known.
std::string PlaceOfInstruction(const Profile& profile, OpId op);

// Such instructions of TPUs in the steps that count (CountedSteps), added up over devices, in
// picoseconds.
struct DataFormatting {
  Int128 all = 0;   // self time of all instructions
  Int128 time = 0;  // of those that change layouts
  size_t runs = 0;
  size_t device_steps = 0;  // steps of single devices; 0 if times are not of whole steps
  std::vector<std::string_view> categories;  // of these, in the order of the alphabet
  // By PlaceOfInstruction(), the longest first.
  std::vector<std::pair<std::string, Int128>> places;
};
absl::StatusOr<DataFormatting> DataFormattingOf(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_DATA_FORMATTING_H_
