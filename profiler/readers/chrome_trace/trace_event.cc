#include "profiler/readers/chrome_trace/trace_event.h"

#include <charconv>
#include <system_error>

#include "absl/container/flat_hash_map.h"

namespace profiler::chrome_trace {
namespace {

struct ArgName {
  std::string_view key;
  Arg arg;
};

// Kineto's, TensorFlow's and TensorBoard's names.
constexpr ArgName kArgNames[] = {
    {"External id", Arg::kExternalId},
    {"external id", Arg::kExternalId},
    {"correlation", Arg::kCorrelation},
    {"device", Arg::kDevice},
    {"stream", Arg::kStream},
    {"grid", Arg::kGrid},
    {"block", Arg::kBlock},
    {"registers per thread", Arg::kRegisters},
    {"shared memory", Arg::kSharedMemory},
    {"est. achieved occupancy %", Arg::kOccupancy},
    {"bytes", Arg::kCopiedBytes},
    {"Collective name", Arg::kCollective},
    {"In msg nelems", Arg::kInElements},
    {"Out msg nelems", Arg::kOutElements},
    {"dtype", Arg::kElementType},
    {"Group size", Arg::kGroupSize},
    {"Process Group Name", Arg::kGroupName},
    {"Input Dims", Arg::kInputDims},
    {"Input dims", Arg::kInputDims},
    {"flops", Arg::kFlops},
    {"Total Flops", Arg::kFlops},
    {"Sequence number", Arg::kSequence},
    {"Fwd thread id", Arg::kForwardThread},
    {"Python module id", Arg::kPythonModuleId},
    {"Addr", Arg::kAddress},
    {"Bytes", Arg::kBytes},
    {"Total Allocated", Arg::kTotalAllocated},
    {"Total Reserved", Arg::kTotalReserved},
    {"Device Type", Arg::kDeviceType},
    {"Device Id", Arg::kDeviceId},
    {"name", Arg::kName},
    {"op", Arg::kOp},
    {"labels", Arg::kLabels},
    {"sort_index", Arg::kSortIndex},
    {"tf_op", Arg::kTfOp},
    {"hlo_op", Arg::kHloOp},
    {"hlo_module", Arg::kHloModule},
    {"step_num", Arg::kStepNum},
};

}  // namespace

Arg FindArg(std::string_view key) {
  static const auto& args = *[] {
    auto* map = new absl::flat_hash_map<std::string_view, Arg>();
    for (const ArgName& name : kArgNames) map->emplace(name.key, name.arg);
    return map;
  }();
  const auto it = args.find(key);
  return it == args.end() ? Arg::kOther : it->second;
}

std::optional<int64_t> Value::AsNumber() const {
  int64_t number = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (text.empty() || error != std::errc() || end != last) return std::nullopt;
  return number;
}

std::optional<double> Value::AsReal() const {
  double number = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (text.empty() || error != std::errc() || end != last) return std::nullopt;
  return number;
}

void TraceEvent::Clear() {
  args.Clear();
  phase = 0;
  has_time = has_duration = binds_enclosing = false;
  time = duration = 0;
  name = category = {};
  process = thread = id = {};
}

}  // namespace profiler::chrome_trace
