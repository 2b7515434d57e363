#ifndef PROFILER_READERS_TFPROF_TENSORFLOW_RUN_H_
#define PROFILER_READERS_TFPROF_TENSORFLOW_RUN_H_

#include <vector>

#include "profiler/readers/common/format.h"

namespace profiler {

// The formats of the files of a run, which are read together and not one by one.
extern const Format kGraphDefFormat;
extern const Format kRunMetadataFormat;
extern const Format kOpLogFormat;

// The files of one TensorFlow run, each in binary or text form. A graph or run metadata is
// required.
struct TensorFlowRunInputs {
  const Input* graph = nullptr;
  std::vector<const Input*> run_metas;  // the k-th is step k
  const Input* op_log = nullptr;
};

// Reads a graph, the run metadata of its steps and the facts of its ops as one source. Fails if a
// file has another format, or if there is nothing to show. The report lists damage; everything
// before the damage is read.
//
// The offsets of events' arguments are those in the concatenation of all binary run metadata files.
absl::Status ReadTensorFlowRun(const TensorFlowRunInputs& inputs, ProfileBuilder& builder,
                               ImportReport& report, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_TENSORFLOW_RUN_H_
