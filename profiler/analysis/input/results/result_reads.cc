#include "profiler/analysis/input/results/result_reads.h"

#include <algorithm>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/time/time_within.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

constexpr PythonName kReadingFunctions[] = {
    // JAX, beside those that ResultCall() names
    {"api.py", "device_get"},
    {"api.py", "_device_get"},
    // TensorFlow
    {"ops.py", "numpy"},
    {"ops.py", "_numpy"},
};

// It waits for results and gives none: what was copied to a device may be waited for so, too.
constexpr std::string_view kOnlyBlocks = "block_until_ready";

// Sets what `is_read` has of an event in the built-in functions that called it, such as
// np.asarray(), each of which is called by the next one.
template <typename IsBuiltInCall>
void PassToBuiltIns(const Events& events, const IsBuiltInCall& is_built_in,
                    std::vector<char>& is_read) {
  for (auto e = static_cast<uint32_t>(events.size()); e-- > 0;) {  // what is in an event first
    const uint32_t parent = events.ParentOf(e);
    if (is_read[e] != 0 && parent != Events::kNoParent && is_built_in(parent)) is_read[parent] = 1;
  }
}

}  // namespace

bool ReadsResult(std::string_view name) {
  if (name == kReadsJaxArray) return true;
  if (!name.starts_with('$')) return false;
  const PythonName python = SplitPythonName(name);
  if (HasFunction(kReadingFunctions, python.path, python.function)) return true;
  return python.function != kOnlyBlocks && !ResultCall(python.path, python.function).empty();
}

ResultReads::ResultReads(const Profile& profile) {
  facts_.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) {
    const std::string_view name = profile.strings[op.name], type = profile.strings[op.type];
    const bool is_function = type == kPythonFunctionType;
    facts_.push_back(ReadsResult(name)                      ? Fact::kReads
                     : is_function && IsBuiltIn(name)       ? Fact::kBuiltIn
                     : is_function || type == kUserMarkType ? Fact::kCode
                                                            : Fact::kOther);
  }
  if (std::find(facts_.begin(), facts_.end(), Fact::kReads) == facts_.end()) facts_.clear();
}

std::vector<char> ResultReads::Of(const Events& events) const {
  constexpr int kNearlyAll = 10;  // but for a tenth
  std::vector<char> reads;
  if (facts_.empty()) return reads;
  const auto fact = [&](uint32_t e) {
    return events.op[e].valid() ? facts_[events.op[e].row()] : Fact::kOther;
  };
  reads.resize(events.size());
  bool has_reads = false;
  for (uint32_t e = 0; e < events.size(); ++e) {
    reads[e] = fact(e) == Fact::kReads ? 1 : 0;
    has_reads = has_reads || reads[e] != 0;
  }
  if (!has_reads) return {};
  PassToBuiltIns(
      events, [&](uint32_t e) { return fact(e) == Fact::kBuiltIn; }, reads);
  const std::vector<Int128> within = TimeWithin(events, [&](uint32_t e) { return reads[e] != 0; });
  for (uint32_t e = 0; e < events.size(); ++e) {
    const bool is_code = fact(e) == Fact::kCode || fact(e) == Fact::kBuiltIn;
    const Int128 other = events.duration[e] - within[e];
    if (is_code && within[e] > 0 && kNearlyAll * other <= events.duration[e]) reads[e] = 1;
  }
  return reads;
}

}  // namespace profiler
