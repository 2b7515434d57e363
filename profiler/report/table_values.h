#ifndef PROFILER_REPORT_TABLE_VALUES_H_
#define PROFILER_REPORT_TABLE_VALUES_H_

#include <cstdint>
#include <string_view>

namespace profiler {

// What the numbers of a table were taken over.
enum class Basis : uint8_t {
  kNone,          // texts, or numbers that say so themselves
  kTotals,        // sums over the selected steps
  kWholeTotals,   // sums over the selected steps that are not partial
  kOps,           // the statistic of -stat over the selected steps
  kEachStep,      // a row is a step
  kEachEvent,     // a row is an event
  kWholeSteps,    // statistics over the selected steps that are not partial
  kTimesInSteps,  // statistics of a time that each step has
  kSamples,       // statistics of recorded samples
  kPeaks,         // sizes at the peak of memory
};

struct TableValues {
  Basis basis = Basis::kNone;
  std::string_view shares_of = {};  // what shares are parts of; empty if there are none
  bool folds_zeros = false;         // forms for people name rows of zeros in one line
  bool lacks_before = false;        // what was there before the recording is not counted
};

}  // namespace profiler

#endif  // PROFILER_REPORT_TABLE_VALUES_H_
