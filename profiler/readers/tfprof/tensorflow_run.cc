#include "profiler/readers/tfprof/tensorflow_run.h"

#include <string>

#include "profiler/base/status.h"
#include "profiler/readers/tfprof/graph_def.h"
#include "profiler/readers/tfprof/op_log.h"
#include "profiler/readers/tfprof/run_metadata.h"
#include "profiler/readers/tfprof/sniff.h"
#include "profiler/readers/tfprof/tensorflow_ops.h"
#include "profiler/readers/tfprof/wire_file.h"

namespace profiler {

absl::Status ReadTensorFlowRun(const TensorFlowRunInputs& inputs, ProfileBuilder& builder,
                               ImportReport& report, RunContext& context) {
  if (inputs.graph == nullptr && inputs.run_metas.empty()) {
    return absl::InvalidArgumentError("neither a graph nor run metadata was given");
  }
  const Input& first = inputs.graph != nullptr ? *inputs.graph : *inputs.run_metas[0];
  const Format& format = inputs.run_metas.empty() ? kGraphDefFormat : kRunMetadataFormat;
  SourceRow row = NewSource(format, first.name(), builder);
  row.resolution_ps = kPicosPerMicro;
  const SourceId source = builder.AddSource(row);

  TensorFlowOps ops(builder);
  if (inputs.graph != nullptr) {
    PROFILER_ASSIGN_OR_RETURN(const WireFile graph,
                              OpenWireFile(*inputs.graph, WireFileKind::kGraphDef, report));
    PROFILER_RETURN_IF_ERROR(GraphDefReader(graph, ops, builder).Read(context));
  } else {
    report.CountWhole(ImportProblem::kMissingGraph, first.name(), 1);
  }

  // tfprof reads the op log after the first step: of ops that are in no graph it describes those
  // that ran in that step.
  const auto read_op_log = [&]() -> absl::Status {
    if (inputs.op_log == nullptr) return absl::OkStatus();
    PROFILER_ASSIGN_OR_RETURN(const WireFile op_log,
                              OpenWireFile(*inputs.op_log, WireFileKind::kOpLog, report));
    return ReadOpLog(op_log, source, ops, builder, context);
  };
  RunMetadataReader reader(source, inputs.graph != nullptr, ops, builder);
  for (size_t step = 0; step < inputs.run_metas.size(); ++step) {
    PROFILER_ASSIGN_OR_RETURN(
        const WireFile file,
        OpenWireFile(*inputs.run_metas[step], WireFileKind::kRunMetadata, report));
    PROFILER_RETURN_IF_ERROR(reader.Read(file, static_cast<int64_t>(step), context));
    if (step == 0) PROFILER_RETURN_IF_ERROR(read_op_log());
  }
  if (inputs.run_metas.empty()) PROFILER_RETURN_IF_ERROR(read_op_log());

  builder.source(source).epoch_ns = reader.clock().EpochNanos();
  if (inputs.graph == nullptr && !reader.has_steps()) {
    return absl::InvalidArgumentError(
        first.name() +
        ": this run metadata holds no step, and no graph was given: there is nothing to show; "
        "record it with RunOptions(trace_level=RunOptions.FULL_TRACE)");
  }
  return absl::OkStatus();
}

constinit const Format kGraphDefFormat = {
    .name = "graph_def",
    .description = "a TensorFlow GraphDef",
    .sniff = SniffGraphDef,
    .hint = "give it with --graph_path, and what its steps recorded with --run_meta_path",
    .capabilities = {.tfprof_rules = TfprofRules::kToApply},
};

constinit const Format kRunMetadataFormat = {
    .name = "run_metadata",
    .description = "a TensorFlow RunMetadata",
    .sniff = SniffRunMetadata,
    .hint = "give it with --run_meta_path, and its graph with --graph_path",
    .capabilities = {.tfprof_rules = TfprofRules::kToApply, .recorder = Recorder::kSession},
};

constinit const Format kOpLogFormat = {
    .name = "op_log",
    .description = "a tfprof OpLogProto",
    .sniff = SniffOpLog,
    .hint = "give it with --op_log_path, and its graph with --graph_path",
};

}  // namespace profiler
