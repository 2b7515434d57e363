#include "profiler/store/derive/recorder_calls.h"

#include <algorithm>
#include <iterator>

#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"

namespace profiler::derive {
namespace {

// A function that starts or stops the recorder, and the frameworks' files that have it.
constexpr PythonName kRecorderFunctions[] = {
    {"profiler.py", "start_trace"},                 // JAX
    {"profiler.py", "stop_trace"},                  //
    {"profiler_v2.py", "start"},                    // TensorFlow
    {"profiler_v2.py", "stop"},                     //
    {"torch/profiler/profiler.py", "start_trace"},  // PyTorch
    {"torch/profiler/profiler.py", "stop_trace"},   //
    {"torch/profiler/profiler.py", "prepare_trace"},
    {"torch/autograd/profiler.py", "_start_trace"},
    {"torch/autograd/profiler.py", "_prepare_trace"},
};

// torch's bindings, as "<built-in method _disable_profiler of PyCapsule object at 0x7f...>".
constexpr std::string_view kRecorderBindings[] = {"_enable_profiler", "_disable_profiler",
                                                  "_prepare_profiler"};

// Functions of `with profiler.trace(...)` that do nothing but call the above.
constexpr PythonName kWrappers[] = {
    {"profiler.py", "trace"},
    {"contextlib.py", "__enter__"},
    {"contextlib.py", "__exit__"},
    {"profiler_v2.py", "__enter__"},
    {"profiler_v2.py", "__exit__"},
    {"torch/profiler/profiler.py", "start"},
    {"torch/profiler/profiler.py", "stop"},
    {"torch/profiler/profiler.py", "__enter__"},
    {"torch/profiler/profiler.py", "__exit__"},
    {"torch/autograd/profiler.py", "__enter__"},
    // Of `profile`; that of `record_function` calls none of the above.
    {"torch/autograd/profiler.py", "__exit__"},
};

template <size_t kSize>
bool IsOneOf(const PythonName (&functions)[kSize], std::string_view name) {
  const PythonName split = SplitPythonName(name);
  return std::any_of(std::begin(functions), std::end(functions), [&](const PythonName& one) {
    if (split.function != one.function || !split.path.ends_with(one.path)) return false;
    const size_t before = split.path.size() - one.path.size();
    return before == 0 || split.path[before - 1] == '/';
  });
}

bool IsRecorderBinding(std::string_view name) {
  constexpr std::string_view kBuiltIn = "<built-in method ";
  if (!name.starts_with(kBuiltIn)) return false;
  name.remove_prefix(kBuiltIn.size());
  name = name.substr(0, name.find(' '));
  return std::find(std::begin(kRecorderBindings), std::end(kRecorderBindings), name) !=
         std::end(kRecorderBindings);
}

}  // namespace

bool StartsOrStopsRecording(std::string_view name) {
  return IsOneOf(kRecorderFunctions, name) || IsRecorderBinding(name);
}

uint8_t RecorderCalls::FactsOf(const Events& events, uint32_t event) {
  const StringId id = EventName(profile_, events, event);
  if (!id.valid()) return kKnown;
  uint8_t& facts = by_name_[id.row()];
  if (facts != 0) return facts;
  const std::string_view name = profile_.strings[id];
  facts = kKnown;
  if (StartsOrStopsRecording(name)) facts |= kStartsOrStops;
  if (IsOneOf(kWrappers, name)) facts |= kWraps;
  return facts;
}

std::vector<char> RecorderCalls::Of(const Events& events) {
  std::vector<char> calls;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const uint32_t parent = events.ParentOf(e);
    const bool is_inside = !calls.empty() && parent != Events::kNoParent && calls[parent] != 0;
    if (!is_inside && (FactsOf(events, e) & kStartsOrStops) == 0) continue;
    calls.resize(events.size());
    calls[e] = 1;
    for (uint32_t around = parent; !is_inside && around != Events::kNoParent;
         around = events.ParentOf(around)) {
      if ((FactsOf(events, around) & kWraps) == 0) break;
      calls[around] = 1;
    }
  }
  return calls;
}

}  // namespace profiler::derive
