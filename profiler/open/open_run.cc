#include "profiler/open/open_run.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/open/formats.h"
#include "profiler/open/read_files.h"
#include "profiler/readers/checkpoint/checkpoint.h"
#include "profiler/readers/tfprof/tensorflow_run.h"
#include "profiler/store/builder.h"

namespace profiler {
namespace {

struct Flag {
  std::string_view name;
  const Format& format;  // of its files
};
constexpr Flag kGraphPath{"--graph_path", kGraphDefFormat};
constexpr Flag kRunMetaPath{"--run_meta_path", kRunMetadataFormat};
constexpr Flag kOpLogPath{"--op_log_path", kOpLogFormat};

// Maps a file. If the file has another format, the error names the flag that accepts it.
absl::StatusOr<Input> MapFor(const Flag& flag, const std::string& path) {
  PROFILER_ASSIGN_OR_RETURN(Input input, MapInput(path));
  const Format* format = SurestFormat(input.bytes());
  PROFILER_RETURN_IF_ERROR(input.CheckUnchanged());
  if (format == nullptr || format == &flag.format) return input;
  std::string_view takes;
  for (const Flag& other : {kGraphPath, kRunMetaPath, kOpLogPath}) {
    if (format == &other.format) takes = other.name;
  }
  if (format->read != nullptr) takes = "--profile_path";
  return absl::InvalidArgumentError(
      fmt::format("{}: '{}' is {}{}{}", flag.name, path, format->description,
                  takes.empty() ? "" : ", which is given with ", takes));
}

// The run is one source with one path: the report names all its files.
void AddParts(const OpenRequest& request, ImportReport& report) {
  const auto add = [&report](std::string_view path, std::string_view format) {
    if (!path.empty()) report.CountWhole(ImportProblem::kPartOfRun, path, 1, format);
  };
  add(request.graph_path, kGraphDefFormat.name);
  for (const std::string& path : request.run_meta_paths) add(path, kRunMetadataFormat.name);
  add(request.op_log_path, kOpLogFormat.name);
  add(request.checkpoint_path, "checkpoint");
}

}  // namespace

absl::StatusOr<Profile> OpenTensorFlowRun(const OpenRequest& request, ImportReport& report,
                                          RunContext& context) {
  if (request.graph_path.empty() && request.run_meta_paths.empty()) {
    return absl::InvalidArgumentError(
        "an op log and a checkpoint need their graph: --graph_path=FILE");
  }
  std::optional<Input> graph, op_log;
  std::vector<Input> run_metas;
  run_metas.reserve(request.run_meta_paths.size());
  TensorFlowRunInputs inputs;
  if (!request.graph_path.empty()) {
    PROFILER_ASSIGN_OR_RETURN(graph, MapFor(kGraphPath, request.graph_path));
    inputs.graph = &*graph;
  }
  if (!request.op_log_path.empty()) {
    PROFILER_ASSIGN_OR_RETURN(op_log, MapFor(kOpLogPath, request.op_log_path));
    inputs.op_log = &*op_log;
  }
  for (const std::string& path : request.run_meta_paths) {
    PROFILER_ASSIGN_OR_RETURN(Input input, MapFor(kRunMetaPath, path));
    run_metas.push_back(std::move(input));
    inputs.run_metas.push_back(&run_metas.back());
  }
  AddParts(request, report);
  ProfileBuilder builder;
  {
    const TimedPart decoding(context.times(), RunPart::kDecode);
    absl::Status read = ReadTensorFlowRun(inputs, builder, report, context);
    if (graph) read = FinishReading(*graph, read, report);
    if (op_log) read = FinishReading(*op_log, read, report);
    for (const Input& run_meta : run_metas) read = FinishReading(run_meta, read, report);
    PROFILER_RETURN_IF_ERROR(read);
  }
  if (!request.checkpoint_path.empty()) {
    PROFILER_ASSIGN_OR_RETURN(std::shared_ptr<const Checkpoint> checkpoint,
                              Checkpoint::Open(request.checkpoint_path));
    PROFILER_RETURN_IF_ERROR(AddCheckpoint(std::move(checkpoint), SourceId(0), builder, report));
  }
  return Built(builder, context);
}

}  // namespace profiler
