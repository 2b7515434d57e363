#include "profiler/analysis/accelerators/host_waits.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "profiler/analysis/time/time_within.h"
#include "profiler/base/ascii.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

// Compared with the last part of an event's name, e.g. of "$array.py:12 block_until_ready".
constexpr std::string_view kHostWaits[] = {
    // JAX and PjRt
    "block_until_ready",
    "try_to_block",
    "BlockHostUntilReady",
    "BlockHostUntilDone",
    "BlockHostUntilDoneWithStatus",
    "BufferSequencingEvent::Execute",  // runs its callback when the event is ready
    "BufferSequencingEvent::Wait",
    "BufferSequencingEvent::WaitForEventOnStream",
    "BufferSequencingEvent::SynchronizeStream",
    kReadsJaxArray,  // of a result, as float(loss) calls it
    "Await",
    "BlockUntilReady",
    "(wait for completion)",  // ThunkExecutor::Execute, for the other threads of a program
    // CUDA and HIP
    "cuStreamSynchronize",
    "cuCtxSynchronize",
    "cuEventSynchronize",
    "cudaStreamSynchronize",
    "cudaDeviceSynchronize",
    "cudaEventSynchronize",
    "hipStreamSynchronize",
    "hipDeviceSynchronize",
    "hipEventSynchronize",
};

// Functions whose names say too little without their files.
constexpr PythonName kDeviceFunctions[] = {{"array.py", "_value"}};
// JAX writes built-in functions with what they are of in place of a file, e.g. "$time sleep".
constexpr PythonName kThreadFunctions[] = {
    {"threading.py", "wait"},    {"threading.py", "join"},
    {"queue.py", "get"},         {"threading.py", "_wait_for_tstate_lock"},
    {"queue.py", "put"},         {"selectors.py", "select"},
    {"connection.py", "wait"},   {"connection.py", "poll"},
    {"popen_fork.py", "poll"},   {"thread.py", "_worker"},
    {"_thread.lock", "acquire"}, {"_thread.lock", "__enter__"},
    {"<unknown>", "acquire"},    {"<unknown>", "poll"},
    {"time", "sleep"},           {"select", "select"},
    {"select.epoll", "poll"},
};
// A socket's.
constexpr PythonName kNetworkFunctions[] = {
    {"<unknown>", "recv"}, {"<unknown>", "recv_into"}, {"<unknown>", "_accept"}};
// PyTorch writes them without, e.g. "<built-in method acquire of _thread.lock object at 0x7f...>".
constexpr std::string_view kThreadBuiltins[] = {
    "<built-in method acquire of _thread.",
    "<built-in method __enter__ of _thread.",
    "<built-in method acquire of _multiprocessing.",
    "<built-in method __enter__ of _multiprocessing.",
    "<built-in method select",
    "<built-in method poll of select.",
    "<built-in function sleep",
    "<built-in method sleep",
};

constexpr std::string_view kNetworkBuiltins[] = {
    "<built-in method recv of socket",     "<built-in method recv_into of socket",
    "<built-in method recvfrom of socket", "<built-in method _accept of socket",
    "<built-in method connect of socket",  "<built-in method read of _ssl._SSLSocket",
};

// By character, whether one of the calls ends in it. Most names end in none of these, which is told
// at once.
using Endings = std::array<bool, 256>;
constexpr void AddEnding(std::string_view call, Endings& endings) {
  endings[static_cast<unsigned char>(call.back())] = true;
}
constexpr Endings kEndingsForDevice = [] {
  Endings endings = {};
  for (const std::string_view wait : kHostWaits) AddEnding(wait, endings);
  for (const PythonName& function : kDeviceFunctions) AddEnding(function.function, endings);
  return endings;
}();
template <size_t kSize>
constexpr Endings EndingsOf(const PythonName (&functions)[kSize]) {
  Endings endings = {};
  for (const PythonName& function : functions) AddEnding(function.function, endings);
  return endings;
}
constexpr Endings kEndingsForThreads = EndingsOf(kThreadFunctions);
constexpr Endings kEndingsForNetwork = EndingsOf(kNetworkFunctions);

bool EndsIn(const Endings& endings, std::string_view name) {
  return !name.empty() && endings[static_cast<unsigned char>(name.back())];
}

template <size_t kSize>
bool StartsWithOneOf(const std::string_view (&starts)[kSize], std::string_view name) {
  return name.starts_with('<') &&
         std::any_of(std::begin(starts), std::end(starts),
                     [&](std::string_view start) { return name.starts_with(start); });
}

template <size_t kSize>
bool IsOneOf(const PythonName (&functions)[kSize], std::string_view event) {
  const PythonName name = SplitPythonName(event);
  return HasFunction(functions, name.file(), name.function);
}

}  // namespace

bool FrameWaitsForThreads(std::string_view file, std::string_view function) {
  return HasFunction(kThreadFunctions, PythonName{file, function}.file(), function);
}

bool WaitsForThreads(std::string_view name) {
  if (EndsIn(kEndingsForThreads, name) && IsOneOf(kThreadFunctions, name)) return true;
  return StartsWithOneOf(kThreadBuiltins, name) || WaitsForNetwork(name);
}

bool WaitsForNetwork(std::string_view name) {
  if (EndsIn(kEndingsForNetwork, name) && IsOneOf(kNetworkFunctions, name)) return true;
  return StartsWithOneOf(kNetworkBuiltins, name);
}

bool WaitsForDevice(std::string_view name) {
  if (!EndsIn(kEndingsForDevice, name)) return false;
  if (IsOneOf(kDeviceFunctions, name)) return true;
  return std::any_of(std::begin(kHostWaits), std::end(kHostWaits), [&](std::string_view wait) {
    return name.ends_with(wait) &&
           (name.size() == wait.size() || !IsWordCharacter(name[name.size() - wait.size() - 1]));
  });
}

bool OnlyFetches(std::string_view op) {
  constexpr std::string_view kOps[] = {"aten::item",       "aten::_local_scalar_dense",
                                       "aten::is_nonzero", "aten::to",
                                       "aten::_to_copy",   "aten::copy_"};
  return std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
}

std::vector<char> WaitingOps(const Profile& profile) {
  std::vector<char> waits;
  waits.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) {
    const bool may_wait = op.kind == OpKind::kRuntime;
    waits.push_back(may_wait && OnlyWaits(profile.strings[op.name]) ? 1 : 0);
  }
  return waits;
}

std::vector<Int128> WaitsIn(const Events& events, const std::vector<char>& waits) {
  return TimeWithin(events, [&](uint32_t event) {
    const OpId op = events.op[event];
    return op.valid() && waits[op.row()] != 0;
  });
}

std::vector<Interval> HostWaits::Around(Interval event) const {
  std::vector<Interval> left;
  auto wait =
      std::lower_bound(waits_.begin(), waits_.end(), event.begin,
                       [](const Interval& one, int64_t begin) { return one.begin < begin; });
  for (; wait != waits_.end() && wait->begin < event.end; ++wait) {
    const bool holds_it = wait->begin <= event.begin && wait->end >= event.end;
    if (holds_it || wait->end > event.end) continue;
    if (wait->begin > event.begin) left.push_back({event.begin, wait->begin});
    event.begin = std::max(event.begin, wait->end);
  }
  if (event.begin < event.end) left.push_back(event);
  return left;
}

}  // namespace profiler
