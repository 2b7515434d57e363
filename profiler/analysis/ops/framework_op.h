#ifndef PROFILER_ANALYSIS_OPS_FRAMEWORK_OP_H_
#define PROFILER_ANALYSIS_OPS_FRAMEWORK_OP_H_

#include <cstdint>
#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Whether the op is a framework's op. False for calls of a runtime (cudaLaunchKernel), functions of
// Python, marks that the user put around code (record_function, steps) and time of no op.
bool IsFrameworkOp(const Profile& profile, OpId op);

// Whether its time counts in that of all ops: a framework's op, or a collective of a process group
// (nccl:all_reduce), of which PyTorch records no more than a mark.
bool IsTimedOp(const Profile& profile, OpId op);
// Its type; of such a collective its name, as all marks have one type.
StringId TypeOfTimedOp(const Profile& profile, OpId op);
// The type or category that tables show of an op: of such a collective "communication".
std::string_view ShownType(const Profile& profile, OpId op);

// The framework that the recorded program uses, which decides what advice fits it.
enum class Framework : uint8_t { kUnknown, kTensorFlow, kPyTorch, kJax };
Framework FrameworkOf(const Profile& profile);

// How torch.optim's marks of its work begin: "Optimizer.step#AdamW.step".
inline constexpr std::string_view kOptimizerStep = "Optimizer.step";

// Whether a PyTorch profile has a backward pass, or an optimizer's step: inference has neither.
bool TrainsInPyTorch(const Profile& profile);
// The most nodes that ops of one file added to graphs of gradients; 0 if a backward pass or an
// optimizer's step was recorded, which take them.
int64_t UnusedAutogradNodes(const Profile& profile);
// How the ops that run code of torch.compile begin.
inline constexpr std::string_view kCompiledRegion = "Torch-Compiled Region";
// Whether torch.compile made code that ran.
bool IsCompiledInPyTorch(const Profile& profile);

// Whether the profile has nodes of a dataflow graph, as TensorFlow builds it.
bool HasGraphNodes(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_FRAMEWORK_OP_H_
