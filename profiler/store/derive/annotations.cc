#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

// How spans of JAX's own machinery begin that may call Python: they take apart what a user's class
// holds, run a program or move arrays.
constexpr std::string_view kOfJax[] = {"ParseArguments", "ExecuteReplicated.", "DevicePut",
                                       "BatchedCopyTo",  "ArrayImpl.",         "batched_device_put",
                                       "copy_array",     "ShardArgs"};

// Files of JAX with functions that it marks by their own names.
constexpr PythonName kMarkedByJax[] = {
    {"pjit.py", ""},         {"pxla.py", ""},  {"compiler.py", ""}, {"api.py", ""},
    {"dispatch.py", ""},     {"array.py", ""}, {"mlir.py", ""},     {"core.py", ""},
    {"partial_eval.py", ""}, {"stages.py", ""}};

// Names of runtimes are of C++, or of calls.
bool MayBeOfUser(std::string_view name) {
  const bool is_of_jax = std::any_of(std::begin(kOfJax), std::end(kOfJax),
                                     [&](std::string_view own) { return name.starts_with(own); });
  return !name.empty() && name.front() != '$' && !is_of_jax && name.find("::") == name.npos &&
         name.find('(') == name.npos;
}

// How names in lower case begin of what is no user's although Python enters it: JAX's functions
// that mark themselves, calls that wait, and calls of drivers.
constexpr std::string_view kNamedElsewhere[] = {"backend_compile",
                                                "compile_or_get",
                                                "lower_",
                                                "trace_to_",
                                                "jaxpr_",
                                                "cached_",
                                                "device_put",
                                                "device_get",
                                                "block_until",
                                                "try_to_",
                                                "transfer",
                                                "copy_to_host",
                                                "shard_args",
                                                "jit_call_",
                                                "pjit",
                                                "pmap",
                                                "xla_",
                                                "cuda",
                                                "hip",
                                                "nccl"};

// Whether only a user gives such a name. Runtimes name theirs in capitals or with blanks, as
// "AllocateOutputBuffers" and "Wait for usage holds", and drivers "cuLaunchKernel".
bool IsNameOfUser(std::string_view name) {
  if (name.empty() || name.front() < 'a' || name.front() > 'z') return false;
  if (name.find_first_of(" :") != name.npos) return false;
  if (name.starts_with("cu") && name.size() > 2 && name[2] >= 'A' && name[2] <= 'Z') return false;
  return std::none_of(std::begin(kNamedElsewhere), std::end(kNamedElsewhere),
                      [&](std::string_view own) { return name.starts_with(own); });
}

// The names of marks of steps: those of steps, up to any of their first blanks.
absl::flat_hash_set<std::string_view> NamesOfStepMarks(const Profile& profile) {
  constexpr int kMostBlanks = 8;
  absl::flat_hash_set<std::string_view> names;
  std::set<StringId> known;  // steps may share a name
  for (const StepRow& step : profile.steps.values()) {
    if (!known.insert(step.name).second) continue;
    const std::string_view of_step = profile.strings[step.name];
    size_t at = of_step.find(' ');
    for (int i = 0; i < kMostBlanks && at != of_step.npos; ++i, at = of_step.find(' ', at + 1)) {
      names.insert(of_step.substr(0, at));
    }
    names.insert(of_step);
  }
  return names;
}

class AnnotationFinder {
 public:
  explicit AnnotationFinder(const Profile& profile)
      : profile_(profile), may_be_(profile.op_count()), is_(profile.op_count()) {
    for (uint32_t i = 0; i < may_be_.size(); ++i) {
      const OpRow& op = profile.ops.row[OpId(i)];
      const std::string_view name = profile.strings[op.name];
      has_jax_ = has_jax_ || IsJitCall(name);
      may_be_[i] = op.kind == OpKind::kRuntime && profile.strings[op.type] == kRuntimeType &&
                   MayBeOfUser(name);
    }
  }

  // By op, whether it is an annotation.
  std::vector<char> Find() && {
    if (!has_jax_) return std::move(is_);
    step_marks_ = NamesOfStepMarks(profile_);
    const std::map<SourceId, bool> records_python = SourcesWithPython();
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      const TrackRow& track = profile_.tracks[TrackId(t)];
      if (track.kind != TrackKind::kThread) continue;
      if (records_python.at(track.source)) {
        Look(profile_.events[TrackId(t)]);
      } else {
        LookInSteps(profile_.events[TrackId(t)]);
      }
    }
    for (uint32_t i = 0; i < is_.size(); ++i) {
      if (is_[i] != 0 && step_marks_.contains(NameOf(OpId(i)))) is_[i] = 0;
    }
    return std::move(is_);
  }

 private:
  std::string_view NameOf(OpId op) const { return profile_.strings[profile_.ops.row[op].name]; }

  // An annotation is entered by Python, or in another, and calls Python; but not the function of
  // JAX that it is named after.
  void Look(const Events& events) {
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t around = events.ParentOf(e);
      if (around == Events::kNoParent || !events.op[around].valid()) continue;
      const OpId op = events.op[around];
      if (may_be_[op.row()] == 0 || is_[op.row()] != 0) continue;
      const std::string_view call = CallOf(events, e);
      if (call.empty()) continue;
      const PythonName split = SplitPythonName(call);
      if (split.function == NameOf(op) && HasFunction(kMarkedByJax, split.file(), "")) {
        may_be_[op.row()] = 0;
      } else if (MayHold(events, events.ParentOf(around))) {
        is_[op.row()] = 1;
      }
    }
  }

  // By source with threads, whether functions of Python were recorded.
  std::map<SourceId, bool> SourcesWithPython() const {
    std::map<SourceId, bool> records;
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      const TrackRow& track = profile_.tracks[TrackId(t)];
      if (track.kind != TrackKind::kThread) continue;
      bool& of_source = records[track.source];
      const Events& events = profile_.events[TrackId(t)];
      for (uint32_t e = 0; e < events.size() && !of_source; ++e) {
        of_source = !CallOf(events, e).empty();
      }
    }
    return records;
  }

  // Where Python was not recorded, an annotation is known by its name, and because the mark of a
  // step or another annotation holds it directly.
  void LookInSteps(const Events& events) {
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t around = events.ParentOf(e);
      const OpId op = events.op[e];
      if (around == Events::kNoParent || !op.valid() || may_be_[op.row()] == 0) continue;
      const StringId mark = EventName(profile_, events, around);
      if (is_[op.row()] != 0 || !mark.valid() || !IsNameOfUser(NameOf(op))) continue;
      const OpId of_mark = events.op[around];
      const bool is_in_other = of_mark.valid() && is_[of_mark.row()] != 0;
      if (is_in_other || step_marks_.contains(profile_.strings[mark])) is_[op.row()] = 1;
    }
  }

  bool MayHold(const Events& events, uint32_t event) const {
    if (event == Events::kNoParent || !CallOf(events, event).empty()) return true;
    return events.op[event].valid() && may_be_[events.op[event].row()] != 0;
  }

  // The Python function that the event is a call of; empty if it is none.
  std::string_view CallOf(const Events& events, uint32_t event) const {
    const StringId name = EventName(profile_, events, event);
    if (!name.valid() || !profile_.strings[name].starts_with('$')) return "";
    return profile_.strings[name];
  }

  const Profile& profile_;
  bool has_jax_ = false;
  absl::flat_hash_set<std::string_view> step_marks_;
  std::vector<char> may_be_, is_;
};

}  // namespace

void NameAnnotations(Profile& profile, std::vector<std::pair<OpId, StringId>>& types) {
  const std::vector<char> is_annotation = AnnotationFinder(profile).Find();
  if (std::find(is_annotation.begin(), is_annotation.end(), 1) == is_annotation.end()) return;
  const StringId type = profile.strings.Intern(kUserMarkType);
  for (uint32_t i = 0; i < is_annotation.size(); ++i) {
    if (is_annotation[i] == 0) continue;
    profile.ops.row[OpId(i)].kind = OpKind::kFrameworkOp;
    profile.ops.row[OpId(i)].type = type;
  }
  for (auto& [op, of_op] : types) {
    if (is_annotation[op.row()] != 0) of_op = type;
  }
}

}  // namespace profiler::derive
