#include "profiler/analysis/step_split/name_facts.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/base/ascii.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

using enum name_fact::Bit;

struct FactWord {
  std::string_view text;  // in lower case
  name_fact::Bit fact;
};

// What names start with.
constexpr FactWord kStartWords[] = {
    // The framework's events around ops. The ops' own events are more precise.
    {"eagerexecute", kIgnored},
    {"eagerlocalexecute", kIgnored},
    {"eagerkernelexecute", kIgnored},
    {"functionrun", kIgnored},
    {"tracecontext", kIgnored},
    // Copies as named by Kineto, for CUDA and HIP.
    {"memcpy htod", kToDevice},
    {"memcpy dtoh", kToHost},
    {"memcpy dtod", kBetweenDevices},
    {"memcpy ptop", kBetweenDevices},
    {"memcpy htoh", kBetweenHosts},
    {"copyhosttodevice", kToDevice},
    {"copydevicetohost", kToHost},
    {"copydevicetodevice", kBetweenDevices},
    // The same of PjRt's client for CPUs, on threads of its own.
    {"h2d dispatch", kClientCopiesIn},
    {"d2h dispatch", kClientCopiesOut},
    // XLA's executor on CPUs, whose threads of arithmetic record no events.
    {"thunkexecutor::execute", kRunsProgram},
    {"executorstate::process", kStartsOps},
    // TensorFlow's tf.function, which traces Python to a graph, and compilers.
    {"tf.function-graph_building", kCompiles},
    {"backend_compile", kCompiles},
    {"lower_sharding_computation", kCompiles},
    {"autograd::engine::evaluate_function", kIsBackward},
};

// What is anywhere in a name. kMemcpy begins those of copies, which most names lack.
constexpr std::string_view kMemcpy = "memcpy";
constexpr FactWord kCopyWords[] = {
    // Copies, as named by TensorFlow and by the vendors' collectors.
    {"memcpyhtod", kToDevice},      {"memcpyh2d", kToDevice},        {"memcpydtoh", kToHost},
    {"memcpyd2h", kToHost},         {"memcpydtod", kBetweenDevices}, {"memcpyd2d", kBetweenDevices},
    {"memcpyp2p", kBetweenDevices}, {"memcpyptop", kBetweenDevices}, {"memcpyhtoh", kBetweenHosts},
    {"memcpyh2h", kBetweenHosts},
};
constexpr FactWord kInnerWords[] = {
    {"infeedenqueue", kEnqueuesInput},
    {"::compile", kCompiles},
    {"(dynamo_timed)", kCompiles},  // torch.compile
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

NameFacts FactsOfStart(std::string_view name) {
  NameFacts facts = 0;
  for (const FactWord& word : kStartWords) {
    // Most differ in the first letter.
    if (name.starts_with(word.text.front()) && name.starts_with(word.text)) facts |= word.fact;
  }
  return facts;
}

NameFacts FactsOfParts(std::span<const FactWord> words, std::string_view name) {
  NameFacts facts = 0;
  for (const FactWord& word : words) {
    if (name.find(word.text) != name.npos) facts |= word.fact;
  }
  return facts;
}

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
  facts |= FactsOfStart(lower) | FactsOfParts(kInnerWords, own);
  if (own.find(kMemcpy) != own.npos) facts |= FactsOfParts(kCopyWords, own);
  return facts |= FactsOfCopy(lower);
}

}  // namespace profiler
