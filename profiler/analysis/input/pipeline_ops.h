#ifndef PROFILER_ANALYSIS_INPUT_PIPELINE_OPS_H_
#define PROFILER_ANALYSIS_INPUT_PIPELINE_OPS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/op_uses.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// What an op of the input pipeline does, as xprof's page "Input pipeline" has it.
enum class InputWork : uint8_t {
  kDemandedRead,  // reads files when a batch is asked for
  kAdvancedRead,  // reads files ahead: behind a prefetch, an interleave or a parallel map
  kPreprocess,
  kEnqueue,  // gives batches to a device
  kOther,
};
inline constexpr size_t kInputWorks = 5;
// "demanded_file_read", ...
std::string_view Name(InputWork work);

// nullopt if the op is not of the input pipeline.
std::optional<InputWork> InputWorkOf(std::string_view type, std::string_view name);
// Whether it is a call of an iterator or of a DataLoader: asked of each op of a profile.
bool IsIteratorCall(std::string_view type, std::string_view name);

struct PipelineOp {
  OpUse use;
  InputWork work = InputWork::kOther;
};
// The ops of the host that are of the input pipeline, by self time, the longest first. Where no
// framework's pipeline ran, the Python that by its name reads or makes input.
absl::StatusOr<std::vector<PipelineOp>> PipelineOps(const Selected& selected, const Query& query,
                                                    RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PIPELINE_OPS_H_
