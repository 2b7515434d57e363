#ifndef PROFILER_ANALYSIS_INPUT_PYTHON_PYTHON_CALLS_H_
#define PROFILER_ANALYSIS_INPUT_PYTHON_PYTHON_CALLS_H_

#include <cstdint>
#include <map>
#include <vector>

#include "profiler/analysis/input/results/result_reads.h"
#include "profiler/analysis/input/results/results_code.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Sums, by function or user's mark, the time in steps that Python of unknown purpose takes in one
// go: that of calls which run no op, and of functions between the ops that they call.
class PythonCalls {
 public:
  explicit PythonCalls(const Selected& selected);

  void AddTrack(const Track& track);

  Int128 total() const { return total_; }
  // The function that takes most of the time: the innermost that holds half of it, one of the
  // user's code before those of libraries. Invalid if there is no such time.
  StringId Most() const;
  Int128 TimeOf(StringId function) const;  // of that time; 0 if it is invalid

  // The function around the marks of steps, whose own code runs in steps between what it calls, and
  // that time. Invalid if no functions were recorded around steps.
  StringId loop() const { return loop_; }
  Int128 loop_time() const { return loop_time_; }

 private:
  // What an op is: no function or mark, a function of unknown purpose, or one of known purpose.
  enum Fact : char { kOther, kFunction, kKnown };
  struct Sum {
    Int128 time = 0;
    int64_t depth = 0;
    bool is_of_library = false;
  };
  struct OfEvent {
    Fact fact = kOther;      // kKnown for all that runs in such a function
    bool holds_ops = false;  // or functions of known purpose
    bool is_step = false;    // the mark of a step
    int64_t depth = 0;
    int64_t time = 0;  // of the event and what runs in it
  };

  std::vector<OfEvent> FactsOf(const Events& events) const;
  void AddName(const Events& events, uint32_t event, const OfEvent& of);
  void AddLoop(const Events& events, uint32_t mark);

  const Profile& profile_;
  const Selected& selected_;
  const ResultsCode results_code_;
  const ResultReads result_reads_;
  bool has_functions_ = false;
  std::vector<Fact> facts_;  // indexed by op
  std::map<StringId, Sum> by_name_;
  Int128 total_ = 0;
  StringId loop_;
  Int128 loop_time_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PYTHON_PYTHON_CALLS_H_
