#ifndef PROFILER_READERS_TFPROF_TENSORFLOW_RUN_H_
#define PROFILER_READERS_TFPROF_TENSORFLOW_RUN_H_

#include <vector>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// The files of one TensorFlow run, each in binary or text form. A graph or run metadata must be
// given.
struct TensorFlowRunInputs {
  const Input* graph = nullptr;
  std::vector<const Input*> run_metas;  // the k-th is step k
  const Input* op_log = nullptr;
};

// Reads a graph, what was recorded of its steps and what is known of its ops, as one source.
// Fails where one of the files is of another kind, or where there is nothing to show; damage is in
// the report, beside what was read.
//
// The offsets of events' arguments count through the binary run metadata as if the files were one.
absl::Status ReadTensorFlowRun(const TensorFlowRunInputs& inputs, ProfileBuilder& builder,
                               ImportReport& report, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_TENSORFLOW_RUN_H_
