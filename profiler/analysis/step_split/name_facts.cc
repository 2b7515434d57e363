#include "profiler/analysis/step_split/name_facts.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/base/ascii.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

using enum name_fact::Bit;

enum class Position : uint8_t { kStart, kAnywhere };

constexpr std::string_view kMemcpy = "memcpy";

struct FactWord {
  std::string_view text;  // in lower case
  Position position;
  name_fact::Bit fact;

  // Whether the name has it, whose own part is `own`; `may_copy` is whether kMemcpy is in that.
  // Most names have none, which is told by a letter.
  bool Has(std::string_view name, std::string_view own, bool may_copy) const {
    if (position == Position::kAnywhere) {
      return (may_copy || !text.starts_with(kMemcpy)) && own.find(text) != own.npos;
    }
    return name.starts_with(text.front()) && name.starts_with(text);
  }
};

constexpr FactWord kFactWords[] = {
    // The framework's events around ops. The ops' own events are more precise.
    {"eagerexecute", Position::kStart, kIgnored},
    {"eagerlocalexecute", Position::kStart, kIgnored},
    {"eagerkernelexecute", Position::kStart, kIgnored},
    {"functionrun", Position::kStart, kIgnored},
    {"tracecontext", Position::kStart, kIgnored},
    // Copies, as named by TensorFlow and by the vendors' collectors.
    {"memcpyhtod", Position::kAnywhere, kToDevice},
    {"memcpyh2d", Position::kAnywhere, kToDevice},
    {"memcpydtoh", Position::kAnywhere, kToHost},
    {"memcpyd2h", Position::kAnywhere, kToHost},
    {"memcpydtod", Position::kAnywhere, kBetweenDevices},
    {"memcpyd2d", Position::kAnywhere, kBetweenDevices},
    {"memcpyp2p", Position::kAnywhere, kBetweenDevices},
    {"memcpyptop", Position::kAnywhere, kBetweenDevices},
    {"memcpyhtoh", Position::kAnywhere, kBetweenHosts},
    {"memcpyh2h", Position::kAnywhere, kBetweenHosts},
    // Copies as named by Kineto, for CUDA and HIP.
    {"memcpy htod", Position::kStart, kToDevice},
    {"memcpy dtoh", Position::kStart, kToHost},
    {"memcpy dtod", Position::kStart, kBetweenDevices},
    {"memcpy ptop", Position::kStart, kBetweenDevices},
    {"memcpy htoh", Position::kStart, kBetweenHosts},
    {"copyhosttodevice", Position::kStart, kToDevice},
    {"copydevicetohost", Position::kStart, kToHost},
    {"copydevicetodevice", Position::kStart, kBetweenDevices},
    // The same of PjRt's client for CPUs, on threads of its own.
    {"h2d dispatch", Position::kStart, kClientCopiesIn},
    {"d2h dispatch", Position::kStart, kClientCopiesOut},
    // XLA's executor on CPUs, whose threads of arithmetic record no events.
    {"thunkexecutor::execute", Position::kStart, kRunsProgram},
    {"infeedenqueue", Position::kAnywhere, kEnqueuesInput},
    {"executorstate::process", Position::kStart, kStartsOps},
    // TensorFlow's tf.function, which traces Python to a graph, and compilers.
    {"tf.function-graph_building", Position::kStart, kCompiles},
    {"::compile", Position::kAnywhere, kCompiles},
    {"backend_compile", Position::kStart, kCompiles},
    {"lower_sharding_computation", Position::kStart, kCompiles},
    {"(dynamo_timed)", Position::kAnywhere, kCompiles},  // torch.compile
    {"autograd::engine::evaluate_function", Position::kStart, kIsBackward},
};

// Functions of JAX that run when a call is in no cache: they trace a function, lower it and compile
// it. Each ends the name of an event like "$pjit.py:616 _trace_for_jit".
struct CompilingFunction {
  std::string_view file, function;
};
constexpr CompilingFunction kCompilingFunctions[] = {
    {"$pjit.py:", " _trace_for_jit"},
    {"$pjit.py:", " _create_pjit_jaxpr"},
    {"$pjit.py:", " _resolve_and_lower"},
    {"$pjit.py:", " _pjit_lower"},
    {"$partial_eval.py:", " trace_to_jaxpr"},
    {"$partial_eval.py:", " trace_to_jaxpr_dynamic"},
    {"$pxla.py:", " compile"},
    {"$pxla.py:", " lower_sharding_computation"},
    {"$compiler.py:", " compile_or_get_cached"},
};

bool IsCompilingFunction(std::string_view name) {
  return std::any_of(std::begin(kCompilingFunctions), std::end(kCompilingFunctions),
                     [&](const CompilingFunction& one) {
                       return name.starts_with(one.file) && name.ends_with(one.function);
                     });
}

// Facts from the source and destination of a copy in memcpy_details, e.g. "kind_src:pinned
// kind_dst:device ...".
NameFacts FactsOfCopy(std::string_view details) {
  constexpr std::string_view kSource = "kind_src:", kTarget = "kind_dst:";
  const size_t source = details.find(kSource);
  const size_t target = source == details.npos ? details.npos : details.find(kTarget);
  if (target == details.npos) return 0;
  const auto is_on_device = [&](size_t at) {
    const std::string_view kind = details.substr(at);
    return kind.starts_with("device") || kind.starts_with("array");
  };
  const bool from = is_on_device(source + kSource.size());
  const bool to = is_on_device(target + kTarget.size());
  if (from) return to ? kBetweenDevices : kToHost;
  return to ? kToDevice : kBetweenHosts;
}

}  // namespace

NameFacts NameFactTable::Of(StringId name) {
  if (!name.valid()) return kSeen;
  NameFacts& facts = facts_[name.row()];
  if (facts != 0) return facts;
  const std::string_view text = profile_.strings[name];
  facts = kSeen;
  if (WaitsForDevice(text)) facts |= kWaitsForDevice;
  if (WaitsForThreads(text)) facts |= kSleeps;
  if (text.ends_with("Buffer::Await")) facts |= kEndsWait;
  if (IsJitCall(text)) facts |= kCallsProgram;
  if (text.starts_with('$')) {  // a Python function may have any name
    if (IsCompilingFunction(text)) facts |= kCompiles;
    return facts;
  }
  if (text == kPythonFunctionType) facts |= kIsPython;
  if (text == kUserMarkType) facts |= kIsUsersMark;
  if (WaitsForInput(text)) facts |= kWaits;
  const std::string lower = Lower(text);
  // The scopes in a node's name are the user's words.
  const std::string_view own = std::string_view(lower).substr(lower.rfind('/') + 1);
  const bool may_copy = own.find(kMemcpy) != own.npos;
  for (const FactWord& word : kFactWords) {
    if (word.Has(lower, own, may_copy)) facts |= word.fact;
  }
  return facts |= FactsOfCopy(lower);
}

}  // namespace profiler
