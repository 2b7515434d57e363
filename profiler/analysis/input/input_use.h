#ifndef PROFILER_ANALYSIS_INPUT_INPUT_USE_H_
#define PROFILER_ANALYSIS_INPUT_INPUT_USE_H_

#include <map>
#include <string>
#include <vector>

#include "profiler/analysis/input/loader_restarts.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_times.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time that a step waited for input, in picoseconds.
// If several sources recorded the step, the one that waits longest counts, as the others wait for
// it.
struct InputStep {
  int64_t number = kUnknown;
  std::vector<StepId> ids;       // one per source
  Int128 span = 0;               // the duration of the step
  Int128 waiting = 0;            // time in which an op waited for input
  Int128 alone = 0;              // the part of `waiting` in which no other op ran
  std::vector<Int128> alone_of;  // `alone` of each source by itself, as `ids`
};

struct InputUse {
  std::vector<InputStep> steps;  // sorted by number; only steps with a known length
  // Time of all steps by op type, or by the name of a framework-internal event.
  std::map<std::string, Int128> waits;
  std::map<StringId, Int128> functions;  // the same of Python functions that read or make input
  // Of these the time in which they wait for another thread or process, or sleep.
  std::map<StringId, Int128> asleep;
  // The function in which most time passes in Python of unknown purpose, and all such time.
  StringId python;
  Int128 of_python = 0;  // the time in that function
  Int128 python_time = 0;
  // The function that runs the steps, and the time in which its own code runs in them.
  StringId loop;
  Int128 loop_time = 0;
  // The time in which steps wait for another thread or process, in other Python than that.
  Int128 thread_waits = 0;
  bool has_pipeline = false;      // the graph has tf.data transformations
  bool has_iterators = false;     // events of tf.data iterators were recorded
  bool has_prefetch = false;      // some pipeline ends with a prefetch
  bool has_data_loader = false;   // waits of PyTorch's DataLoader were recorded
  bool in_phases = false;         // SageMaker Debugger timed DataLoader waits as a phase
  bool loads_in_process = false;  // the DataLoader has no worker processes
  // Where waits for a DataLoader were recorded: HasFullProcessors of the hosts of the sources, or
  // of all nodes if none of these hosts is known.
  bool has_full_processors = false;
  // Of waits for a DataLoader: the outermost functions of the user's in them, which make batches in
  // the process that trains.
  std::map<StringId, Int128> in_waits;
  // Of waits for a DataLoader with workers (batch_receipts.h): the time in which the process that
  // trains receives batches, its time in functions that it runs itself, such as a sampler, the mean
  // number of tensors of a wait, and whether Python's functions were recorded in them.
  Int128 receiving = 0;
  std::map<StringId, Int128> made_here;
  double tensors_received = 0;
  LoaderRestarts restarts;  // of a DataLoader's workers, in the thread where they take longest
  bool records_python = false;
  bool is_fed = false;  // the graph gets tensors from Python
  // An iterator runs a generator of the user's, as from_generator() and keras.utils.PyDataset make.
  bool has_generator = false;
  bool waits_for_python = false;  // graph ops call Python (PyFunc) in most of the time of waits

  // Whether most of Python that reads or makes input, or may, says so by its name.
  bool is_named() const;
  // Whether all waits for input were recorded: PyTorch records all of a DataLoader's work as one,
  // and TensorFlow all of tf.data's iterators'. Other time is no input.
  bool records_all_waits() const { return has_data_loader || (has_iterators && !waits.empty()); }
};

// `times` must be computed from the same selection.
InputUse InputUseOf(const Selected& selected, const std::vector<StepTime>& times);
// Only of some sources, such as those of a run or of a rank.
InputUse InputUseOfSources(const Selected& selected, const std::vector<StepTime>& times,
                           const std::vector<SourceId>& sources);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_INPUT_USE_H_
