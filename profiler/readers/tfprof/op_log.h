#ifndef PROFILER_READERS_TFPROF_OP_LOG_H_
#define PROFILER_READERS_TFPROF_OP_LOG_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/tfprof/tensorflow_ops.h"
#include "profiler/readers/tfprof/wire_file.h"
#include "profiler/store/builder.h"

namespace profiler {

// Decodes an OpLogProto: types, float operations and stacks of existing ops. Fails if the bytes are
// not an op log.
absl::Status ReadOpLog(const WireFile& file, SourceId source, const TensorFlowOps& ops,
                       ProfileBuilder& builder, const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_OP_LOG_H_
