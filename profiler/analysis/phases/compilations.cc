#include "profiler/analysis/phases/compilations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/instructions/hlo_text.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

constexpr std::string_view kCompile = "backend_compile";

// The outermost of the calls of compiled functions around an event that have the name of the
// nearest one, as JAX records a call twice; kNoParent if there is none.
uint32_t PjitAround(const Profile& profile, const Events& events, uint32_t event) {
  uint32_t outermost = Events::kNoParent;
  StringId nearest;
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    const StringId name = EventName(profile, events, e);
    if (!name.valid() || !IsJitCall(profile.strings[name])) continue;
    if (nearest.valid() && !(name == nearest)) break;
    nearest = name;
    outermost = e;
  }
  return outermost;
}

// The steps of the timings by source, in the order of time.
class StepOrder {
 public:
  StepOrder(const Profile& profile, const StepTimings& timings)
      : profile_(profile), counts_(profile.steps.size()) {
    for (const StepId step : timings.ids) {
      const StepRow& row = profile.steps[step];
      counts_[step.row()] = 1;
      if (row.begin != kUnknown) by_source_[row.source].push_back(step);
    }
    for (auto& [source, steps] : by_source_) {
      std::sort(steps.begin(), steps.end(), [&](StepId a, StepId b) {
        return profile_.steps[a].begin < profile_.steps[b].begin;
      });
    }
  }

  bool Has(StepId step) const { return counts_[step.row()] != 0; }
  // The first step after a time that is not before all steps; invalid if there is none.
  StepId After(SourceId source, int64_t time) const {
    const auto found = by_source_.find(source);
    if (found == by_source_.end()) return {};
    const std::vector<StepId>& steps = found->second;
    const auto after = std::upper_bound(
        steps.begin(), steps.end(), time,
        [&](int64_t moment, StepId step) { return moment < profile_.steps[step].begin; });
    return after == steps.begin() || after == steps.end() ? StepId() : *after;
  }

 private:
  const Profile& profile_;
  std::vector<char> counts_;  // by step
  std::map<SourceId, std::vector<StepId>> by_source_;
};

struct Found {
  std::map<StepId, Int128> steps, before;
  size_t calls = 0;
};
using FoundByCall = std::map<StringId, Found>;

// Whether the step begins only later, as a device's own step does that the call prepares.
bool EndsBefore(const Profile& profile, const Events& events, uint32_t call, StepId step) {
  const int64_t begin = profile.steps[step].begin;
  return begin != kUnknown && Int128{events.begin[call]} + events.duration[call] <= begin;
}

void FindOnTrack(const Profile& profile, const Track& track, const StepOrder& order,
                 FoundByCall& by_call) {
  const Events& events = track.events;
  uint32_t last = Events::kNoParent;  // a call may compile several programs
  for (uint32_t e = 0; e < events.size(); ++e) {
    const StringId name = EventName(profile, events, e);
    if (!name.valid() || !profile.strings[name].starts_with(kCompile)) continue;
    const StepId step = events.step[e];
    if (step.valid() && !order.Has(step)) continue;
    const StepId next = step.valid() ? step : order.After(track.row.source, events.begin[e]);
    if (!next.valid()) continue;
    const uint32_t call = PjitAround(profile, events, e);
    if (call == Events::kNoParent || call == last) continue;
    last = call;
    Found& found = by_call[EventName(profile, events, call)];
    ++found.calls;
    const bool is_in = step.valid() && !EndsBefore(profile, events, call, step);
    (is_in ? found.steps : found.before)[next] += events.duration[call];
  }
}

}  // namespace

std::vector<Compilation> CompilationsIn(const Selected& selected, const StepTimings& timings) {
  const Profile& profile = selected.profile();
  if (!profile.strings.Find("backend_compile_and_load").valid() &&
      !profile.strings.Find(kCompile).valid()) {
    return {};
  }
  const StepOrder order(profile, timings);
  FoundByCall by_call;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    FindOnTrack(profile, track, order, by_call);
  }
  std::vector<Compilation> all;
  for (const auto& [call, found] : by_call) {
    Compilation& one = all.emplace_back();
    one.call = profile.strings[call];
    one.calls = found.calls;
    one.function = fmt::format("jit_{}", JitFunction(one.call));
    const auto list = [&](const std::map<StepId, Int128>& times, std::vector<CompiledIn>& all_of) {
      for (const auto& [step, time] : times) {
        all_of.push_back({step, time});
        one.time += time;
      }
    };
    list(found.steps, one.steps);
    list(found.before, one.before);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Compilation& a, const Compilation& b) { return a.time > b.time; });
  return all;
}

namespace {

// The arguments of a function's compiled programs.
struct ProgramArguments {
  std::map<StringId, std::vector<std::string>> shapes;  // by argument, each once, as programs come
  std::set<ModuleId> programs;
};

// Orders shapes by type, then by their sizes: "f32[8,256]" before "f32[16,256]".
bool IsSmaller(std::string_view a, std::string_view b) {
  const auto key = [](std::string_view shape) {
    const size_t open = std::min(shape.find('['), shape.size());
    std::vector<int64_t> sizes;
    for (size_t at = open; at < shape.size(); ++at) {
      int64_t size = 0;
      const auto [end, error] =
          std::from_chars(shape.data() + at, shape.data() + shape.size(), size);
      if (error != std::errc()) continue;
      sizes.push_back(size);
      at = static_cast<size_t>(end - shape.data());
    }
    return std::tuple(shape.substr(0, open), std::move(sizes), shape);
  };
  return key(a) < key(b);
}

// Whether shapes such as "f32[64,256]" and "bf16[64,256]" differ in their types alone.
bool HaveEqualSizes(const std::vector<std::string>& shapes) {
  const auto sizes = [](std::string_view shape) {
    return shape.substr(std::min(shape.find('['), shape.size()));
  };
  return std::all_of(shapes.begin(), shapes.end(),
                     [&](std::string_view shape) { return sizes(shape) == sizes(shapes[0]); });
}

// How JAX names the module of a function, so that "jit_<lambda>" is "jit__lambda". It drops
// underscores at the end, which older ones kept.
std::string ModuleName(std::string_view function) {
  std::string name(function);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
  }
  name.erase(name.find_last_not_of('_') + 1);
  return name;
}

// Whether a module is a program of the function: "jit_step", or with a number "jit_step(17)".
bool IsProgramOf(const Profile& profile, ModuleId module, std::string_view function) {
  const std::string_view name = profile.strings[profile.modules[module].name];
  return ModuleName(name.substr(0, name.find('('))) == ModuleName(function);
}

// The name of a program's argument as the user wrote it, or "Arg_0.1" where that was not recorded;
// empty for parameters of what is nested in a program, which have the name of an op.
std::string_view ArgumentName(const Profile& profile, const OpRow& op) {
  constexpr std::string_view kNested[] = {"reduce_", "cum", "scatter", "sort", "select_and_"};
  const std::string_view own = profile.strings[op.name];
  if (own.starts_with("Arg_")) return own;
  if (!op.framework_op.valid()) return "";
  const std::string_view name = profile.strings[profile.ops.row[op.framework_op].name];
  const bool is_nested =
      name.find('/') != name.npos ||
      std::any_of(std::begin(kNested), std::end(kNested),
                  [&](std::string_view start) { return name.starts_with(start); });
  return is_nested ? "" : name;
}

ProgramArguments ArgumentsOf(const Profile& profile, const std::string& function) {
  ProgramArguments arguments;
  const StringId parameter = profile.strings.Find("parameter");
  if (!parameter.valid()) return arguments;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    if (op.kind != OpKind::kHloInstruction || !(op.type == parameter)) continue;
    // Parameters of what is nested in a program have no name of the user's.
    if (!op.module.valid() || !op.framework_op.valid()) continue;
    if (!IsProgramOf(profile, op.module, function)) continue;
    std::string shape = ShapeText(profile, OpId(i));
    if (shape.empty()) continue;
    arguments.programs.insert(op.module);
    std::vector<std::string>& of_argument = arguments.shapes[profile.ops.row[op.framework_op].name];
    if (std::find(of_argument.begin(), of_argument.end(), shape) == of_argument.end()) {
      of_argument.push_back(std::move(shape));
    }
  }
  return arguments;
}

}  // namespace

bool AreDifferentPrograms(const Profile& profile, const Compilation& one) {
  const StringId parameter = profile.strings.Find("parameter");
  if (!parameter.valid() || one.calls < 2) return false;
  std::map<ModuleId, std::set<std::string_view>> arguments;
  for (const OpRow& op : profile.ops.row.values()) {
    if (op.kind != OpKind::kHloInstruction || !(op.type == parameter)) continue;
    if (!op.module.valid() || !IsProgramOf(profile, op.module, one.function)) continue;
    if (const std::string_view name = ArgumentName(profile, op); !name.empty()) {
      arguments[op.module].insert(name);
    }
  }
  std::set<std::set<std::string_view>> different;
  for (const auto& [module, names] : arguments) different.insert(names);
  return different.size() >= one.calls;
}

bool HasProgramsOfSameShapes(const Profile& profile, const std::string& function) {
  const ProgramArguments arguments = ArgumentsOf(profile, function);
  return arguments.programs.size() > 1 &&
         std::all_of(arguments.shapes.begin(), arguments.shapes.end(),
                     [](const auto& one) { return one.second.size() < 2; });
}

ChangedArguments ChangedArgumentsOf(const Profile& profile, const std::string& function) {
  constexpr size_t kMostShapes = 3;
  ChangedArguments changed;
  ProgramArguments arguments = ArgumentsOf(profile, function);
  for (auto& [argument, of_argument] : arguments.shapes) {
    if (of_argument.size() < 2) continue;
    std::string& text = HaveEqualSizes(of_argument) ? changed.types : changed.shapes;
    if (!text.empty()) continue;
    const size_t count = of_argument.size();
    std::sort(of_argument.begin(), of_argument.end(), IsSmaller);
    of_argument.resize(std::min(count, kMostShapes));
    text = fmt::format("{} is {}{}", profile.strings[argument], fmt::join(of_argument, " and "),
                       count > kMostShapes ? fmt::format(" and {} more", count - kMostShapes) : "");
  }
  return changed;
}

}  // namespace profiler
