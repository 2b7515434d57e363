#include "profiler/advise/rules/ranks/rank_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/slow_launches.h"
#include "profiler/advise/rules/ranks/grown_op_text.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/ranks/typical_inputs.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/kept/recorded_details.h"
#include "profiler/analysis/ops/compute_precision.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

// What ops with inputs of one shape took and how often they ran, on the slow rank and on all
// others.
struct SumsOfInputs {
  double time = 0, time_of_others = 0, calls = 0, calls_of_others = 0;
};

// What ops of one name took and how often they ran, by rank; and by their inputs' shapes.
struct OpSums {
  std::vector<double> time, calls;
  std::map<StringId, SumsOfInputs> by_inputs;

  explicit OpSums(size_t ranks) : time(ranks), calls(ranks) {}
};

// By event, how long it waits in events within it whose op is one of `waits`; empty without such.
std::vector<int64_t> WaitsWithin(const Events& events, const std::vector<char>& waits) {
  if (waits.empty()) return {};
  std::vector<int64_t> waited(events.size());
  for (size_t i = events.size(); i-- > 0;) {  // parents come first
    const bool is_wait = events.op[i].valid() && waits[events.op[i].row()] != 0;
    if (is_wait) waited[i] = events.duration[i];
    const uint32_t parent = events.parent[i];
    if (parent != Events::kNoParent) waited[parent] += waited[i];
  }
  return waited;
}

// The inputs that took most of the time on the slow rank and that the others hardly ever have, and
// those that took most on the others. Both invalid if there are none such. Inputs that all ranks
// have as often are no other work, however long they take on one of them.
struct UnlikeInputs {
  StringId there, on_others;
};

// Those of them that are typical, where lengths of batches or sequences vary.
UnlikeInputs TypicalUnlike(const Profile& profile, const OpSums& sums, const UnlikeInputs& unlike) {
  std::vector<InputsAndTime> there, on_others;
  for (const auto& [inputs, of_inputs] : sums.by_inputs) {
    there.push_back({profile.strings[inputs], of_inputs.time});
    on_others.push_back({profile.strings[inputs], of_inputs.time_of_others});
  }
  const std::string_view a = profile.strings[unlike.there], b = profile.strings[unlike.on_others];
  const UnlikeInputs typical = {profile.strings.Find(TypicalInputs(there, a, b)),
                                profile.strings.Find(TypicalInputs(on_others, b, a))};
  return typical.there == typical.on_others ? unlike : typical;
}

UnlikeInputs FindUnlikeInputs(const Profile& profile, const OpSums& sums) {
  constexpr double kHardlyAny = 0.1;
  UnlikeInputs found;
  SumsOfInputs most;
  double most_of_others = 0, all_of_others = 0, calls = 0, calls_of_others = 0;
  for (const auto& [inputs, of_inputs] : sums.by_inputs) {
    all_of_others += of_inputs.time_of_others;
    calls += of_inputs.calls;
    calls_of_others += of_inputs.calls_of_others;
    if (of_inputs.time > most.time) {
      most = of_inputs;
      found.there = inputs;
    }
    if (of_inputs.time_of_others > most_of_others) {
      most_of_others = of_inputs.time_of_others;
      found.on_others = inputs;
    }
  }
  // Of all calls, the part with these inputs.
  const bool are_called_alike =
      most.calls_of_others * calls >= kHardlyAny * most.calls * calls_of_others && most.calls > 0;
  const bool are_unlike = found.there.valid() && found.on_others.valid() && !are_called_alike &&
                          most.time_of_others < kHardlyAny * all_of_others;
  return are_unlike ? TypicalUnlike(profile, sums, found) : UnlikeInputs();
}

// Whether all inputs are recorded and take about the same part of the time on the slow rank and on
// the others.
bool HaveSameInputs(const OpSums& sums) {
  constexpr double kHardlyAny = 0.1;
  double time = 0, time_of_others = 0, unlike = 0;
  for (const auto& [inputs, of_inputs] : sums.by_inputs) {
    if (!inputs.valid()) return false;
    time += of_inputs.time;
    time_of_others += of_inputs.time_of_others;
  }
  if (!(time > 0 && time_of_others > 0)) return false;
  for (const auto& [inputs, of_inputs] : sums.by_inputs) {
    unlike += std::abs(of_inputs.time / time - of_inputs.time_of_others / time_of_others) / 2;
  }
  return unlike < kHardlyAny;
}

}  // namespace

bool WorksOnParameters(std::string_view name) {
  for (const std::string_view part :
       {"_foreach_", "_fused_adam", "_fused_sgd", "_fused_adagrad", "multi_tensor_apply"}) {
    if (name.find(part) != name.npos) return true;
  }
  return false;
}

std::string Compared::OnOthers() const {
  return other.empty() ? "median of the others" : fmt::format("other {}", other);
}

std::string Compared::Text() const {
  return fmt::format("takes {} a step there on average, {} on the {}",
                     FormatMicros(static_cast<Value>(slow)),
                     FormatMicros(static_cast<Value>(others)), OnOthers());
}

RankComparison::RankComparison(const RuleInput& input, const RanksOfRun& slow,
                               const RanksOfRun& others)
    : input_(input), profile_(input.profile()) {
  for (const RankSteps* rank : slow) {
    if (rank->source.valid()) of_.push_back(rank->source);
  }
  slow_ = of_.size();
  for (const RankSteps* rank : others) {
    if (rank->source.valid()) of_.push_back(rank->source);
  }
  for (uint32_t i = 0; i < of_.size(); ++i) index_[of_[i]] = i;
  if (of_.size() - slow_ == 1) other_ = NounOf(*others.front());
}

Compared RankComparison::Means(const std::vector<double>& sums,
                               const std::vector<double>& steps) const {
  std::vector<double> slow, others;
  for (size_t i = 0; i < sums.size(); ++i) {
    (i < slow_ ? slow : others).push_back(sums[i] / steps[i]);
  }
  if (slow_ > 1) {
    return {SummaryOf(std::move(slow)).median, SummaryOf(std::move(others)).median, other_};
  }
  return {slow[0], others.empty() ? 0 : UpperMedian(others), other_};
}

std::vector<Compared> RankComparison::Parts() const {
  const auto timings = SharedStepTimings(input_.selected, input_.query, input_.context);
  if (!timings.ok()) return {};
  std::vector<std::vector<double>> sums(kStepPartCount, std::vector<double>(of_.size()));
  std::vector<double> steps(of_.size());
  for (const StepTimings& run : **timings) {
    for (size_t i = 0; i < run.ids.size(); ++i) {
      const auto at = index_.find(profile_.steps[run.ids[i]].source);
      if (at == index_.end()) continue;
      ++steps[at->second];
      for (size_t part = 0; part < kStepPartCount; ++part) {
        sums[part][at->second] += run.parts[part][i];
      }
    }
  }
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return {};
  std::vector<Compared> parts;
  parts.reserve(sums.size());
  for (const std::vector<double>& part : sums) parts.push_back(Means(part, steps));
  return parts;
}

bool GrowsLess(const Compared& one, const Compared& grown) {
  // Ops that grow by less than this part of the growth of another one are not slow alike.
  constexpr double kAlike = 0.25;
  return one.others > 0 && grown.others > 0 &&
         one.growth() / one.others < kAlike * grown.growth() / grown.others;
}

bool RankComparison::GrownOp::IsSlowAlone() const {
  // Other ops that take this share of the time or less do not show how fast a device is.
  constexpr double kLeastRest = 0.25;
  return rest.others > kLeastRest * (rest.others + time.others) && GrowsLess(rest, time);
}

std::vector<RankComparison::GrownOp> RankComparison::OpsOf(OpPlace place) const {
  const std::vector<double> steps = StepsOfEach();
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return {};
  std::map<StringId, OpSums> by_name;
  std::vector<double> all(of_.size()), all_calls(of_.size());
  std::vector<double> products(of_.size()), attention(of_.size()), of_parameters(of_.size());
  const CommunicationTable communication(profile_);
  for (const ExecRow& row : profile_.execs().row.values()) {
    const auto time =
        static_cast<double>(place == OpPlace::kDevices ? row.accelerator_time : row.cpu_time);
    if (!row.step.valid() || !row.op.valid()) continue;
    const auto at = index_.find(profile_.steps[row.step].source);
    if (at == index_.end() || !input_.selected.steps().Has(row.step)) continue;
    if (!IsFrameworkOp(profile_, row.op)) continue;
    if (communication.Of(row.op) != Communication::kNone) continue;  // it waits for others
    const OpRow& op = profile_.ops.row[row.op];
    OpSums& sums = by_name.try_emplace(op.name, of_.size()).first->second;
    // The calls of an op on a device may be those of its row on the host.
    const auto runs = static_cast<double>(std::max<int64_t>(row.runs, 0));
    sums.calls[at->second] += runs;
    if (time <= 0) continue;
    all[at->second] += time;
    sums.time[at->second] += time;
    SumsOfInputs& of_inputs = sums.by_inputs[op.input_shapes];
    const bool is_slow = at->second < slow_;
    (is_slow ? of_inputs.time : of_inputs.time_of_others) += time;
    (is_slow ? of_inputs.calls : of_inputs.calls_of_others) += runs;
  }
  std::erase_if(by_name, [](const auto& one) { return one.second.by_inputs.empty(); });
  for (const auto& [name, sums] : by_name) {
    const std::string_view text = profile_.strings[name];
    const bool is_attention = IsAttention(text), is_product = !is_attention && IsCompute(text);
    for (size_t i = 0; i < of_.size(); ++i) {
      all_calls[i] += sums.calls[i];
      if (is_product) products[i] += sums.time[i];
      if (is_attention) attention[i] += sums.time[i];
      if (WorksOnParameters(text)) of_parameters[i] += sums.time[i];
    }
  }
  std::vector<GrownOp> ops;
  for (const auto& [name, sums] : by_name) {
    GrownOp& one = ops.emplace_back();
    one.name = name;
    one.time = Means(sums.time, steps);
    one.calls = Means(sums.calls, steps);
    if (const UnlikeInputs unlike = FindUnlikeInputs(profile_, sums); unlike.there.valid()) {
      one.inputs = InputsText(profile_.strings[unlike.there]);
      one.inputs_of_others = InputsText(profile_.strings[unlike.on_others]);
    }
    one.has_same_inputs = HaveSameInputs(sums);
    std::vector<double> rest = all;
    for (size_t i = 0; i < rest.size(); ++i) rest[i] -= sums.time[i];
    one.rest = Means(rest, steps);
    const auto without = [&, &own = sums.time](std::vector<double> of_kind, bool is_of_kind) {
      for (size_t i = 0; is_of_kind && i < of_kind.size(); ++i) of_kind[i] -= own[i];
      return Means(of_kind, steps);
    };
    const bool is_attention = IsAttention(profile_.strings[name]);
    one.attention = without(attention, is_attention);
    one.products = without(products, !is_attention && IsCompute(profile_.strings[name]));
    one.of_parameters = without(of_parameters, WorksOnParameters(profile_.strings[name]));
    one.all_calls = Means(all_calls, steps);
  }
  return ops;
}

std::optional<RankComparison::GrownOp> RankComparison::MostGrownOp(OpPlace place) const {
  std::optional<GrownOp> most;
  for (GrownOp& one : OpsOf(place)) {
    if (most && one.time.growth() <= most->time.growth()) continue;
    if (place == OpPlace::kHosts && one.inputs.empty() && one.time.others > 0) continue;
    most = std::move(one);
  }
  return most;
}

std::optional<RankComparison::UnlikeWork> RankComparison::WorkWithOtherInputs(OpPlace place) const {
  std::optional<UnlikeWork> work;
  for (GrownOp& one : OpsOf(place)) {
    if (one.inputs.empty()) continue;
    if (!work) work.emplace();
    work->all.slow += one.time.slow;
    work->all.others += one.time.others;
    const bool is_more = one.time.growth() > work->most.time.growth();
    if (is_more || !work->most.name.valid()) work->most = std::move(one);
  }
  return work;
}

bool RankComparison::RunsSameOps() const {
  // Less of its time in Python functions and marks that others do not have is little.
  constexpr double kLittle = 0.1;
  struct Ran {
    bool is_of_framework = false;
    double time = 0;            // on the slow rank's host
    std::vector<Int128> calls;  // by rank
  };
  std::map<StringId, Ran> by_name;
  double all = 0;
  for (const ExecRow& row : profile_.execs().row.values()) {
    if (!row.step.valid() || !row.op.valid() || row.runs <= 0) continue;
    const auto at = index_.find(profile_.steps[row.step].source);
    if (at == index_.end() || !input_.selected.steps().Has(row.step)) continue;
    const StringId name = profile_.ops.row[row.op].name;
    if (name == profile_.steps[row.step].name) continue;
    Ran& ran = by_name[name];
    ran.is_of_framework = ran.is_of_framework || IsFrameworkOp(profile_, row.op);
    ran.calls.resize(of_.size());
    ran.calls[at->second] += row.runs;
    if (at->second != 0) continue;
    ran.time += static_cast<double>(row.cpu_time);
    all += static_cast<double>(row.cpu_time);
  }
  const std::vector<double> steps = StepsOfEach();
  const bool have_as_many_steps = std::count(steps.begin(), steps.end(), steps.front()) ==
                                  static_cast<std::ptrdiff_t>(steps.size());
  if (!have_as_many_steps || by_name.empty()) return false;
  const auto runs_same = [&](size_t other) {
    double more = 0;
    for (const auto& [name, ran] : by_name) {
      if (ran.is_of_framework && ran.calls[other] != ran.calls.front()) return false;
      if (ran.calls[other] < ran.calls.front()) more += ran.time;
    }
    return more <= kLittle * all;
  };
  // One other rank that does the same is enough: the rest may have work of their own.
  for (size_t i = slow_; i < of_.size(); ++i) {
    if (runs_same(i)) return true;
  }
  return false;
}

std::optional<RankComparison::LaunchCalls> RankComparison::Launches() const {
  const auto launches = LaunchesInSteps(input_.selected, input_.context);
  const std::vector<double> steps = StepsOfEach();
  if (!launches.ok() || std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
  std::vector<LaunchTimes> of_each(of_.size());
  for (const auto& [place, times] : launches->by_device) {
    const auto at = index_.find(place.first);
    if (at == index_.end()) continue;
    LaunchTimes& sum = of_each[at->second];
    sum.kernel_calls += times.kernel_calls;
    sum.kernel_call_time += times.kernel_call_time;
    sum.longest_kernel_call = std::max(sum.longest_kernel_call, times.longest_kernel_call);
  }
  std::vector<double> counts, times, means;
  for (const LaunchTimes& one : of_each) {
    counts.push_back(static_cast<double>(one.kernel_calls));
    times.push_back(UsualCallTime(one));
    means.push_back(MeanCall(one));
  }
  const Compared count = Means(counts, steps);
  if (!LaunchAsMuch(count.slow, count.others)) return std::nullopt;
  return LaunchCalls{Means(means, std::vector<double>(of_.size(), 1)), Means(times, steps)};
}

std::optional<Compared> RankComparison::Sleeps() const {
  const auto timings = SharedStepTimings(input_.selected, input_.query, input_.context);
  const std::vector<double> steps = StepsOfEach();
  if (!timings.ok() || std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
  std::vector<double> sums(of_.size());
  for (const StepTimings& run : **timings) {
    for (size_t i = 0; i < run.ids.size(); ++i) {
      const auto at = index_.find(profile_.steps[run.ids[i]].source);
      if (at != index_.end()) sums[at->second] += run.sleeps[i];
    }
  }
  return Means(sums, steps);
}

std::optional<RankComparison::GrownBytes> RankComparison::MostGrownBytes() const {
  const auto collectives = SharedCollectives(input_.selected, input_.context);
  const std::vector<double> steps = StepsOfEach();
  if (!collectives.ok() || std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
  std::map<CollectiveKind, std::vector<double>> by_kind;
  for (const CollectiveEvent& one : (*collectives)->events) {
    const auto at = index_.find(one.source);
    if (at == index_.end() || one.bytes == kUnknown || one.is_end || one.is_call) continue;
    std::vector<double>& bytes = by_kind[one.kind];
    bytes.resize(of_.size());
    bytes[at->second] += static_cast<double>(one.bytes);
  }
  std::optional<GrownBytes> most;
  for (const auto& [kind, bytes] : by_kind) {
    const GrownBytes one = {kind, Means(bytes, steps)};
    if (!most || one.bytes.growth() > most->bytes.growth()) most = one;
  }
  return most;
}

std::optional<RankComparison::GrownMark> RankComparison::MarkThatGrew(double least) const {
  const UserMarks marks(profile_);
  std::vector<char> counts(profile_.ops.row.size());
  for (uint32_t i = 0; i < counts.size(); ++i) {
    const OpId op(i);
    counts[i] = marks.Has(op) && !IsMarkOfFramework(profile_.strings[profile_.ops.row[op].name]);
  }
  return GrownEvent(least, counts, [&](SourceId source) { return marks.HasAny(source); });
}

std::optional<RankComparison::GrownMark> RankComparison::FunctionThatGrew(double least) const {
  const std::vector<RecordedDetails> details = DetailsOfSources(profile_);
  const bool is_traced_elsewhere =
      std::any_of(of_.begin() + static_cast<ptrdiff_t>(slow_), of_.end(),
                  [&](SourceId other) { return details[other.row()].stacks; });
  if (!is_traced_elsewhere) return std::nullopt;
  std::vector<char> counts(profile_.ops.row.size());
  for (uint32_t i = 0; i < counts.size(); ++i) {
    counts[i] = IsUsersFunction(profile_, profile_.ops.row[OpId(i)]) ? 1 : 0;
  }
  return GrownEvent(least, counts, [](SourceId) { return true; });
}

std::optional<RankComparison::GrownMark> RankComparison::GrownEvent(
    double least, const std::vector<char>& op_counts,
    const std::function<bool(SourceId)>& source_counts) const {
  const std::vector<double> steps = StepsOfEach();
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
  std::map<StringId, std::vector<double>> by_name;
  std::map<StringId, std::set<StepId>> ran_in;  // of the slow rank
  // A function of JAX that gets a result waits for the program, and with it for other ranks.
  const std::vector<char> waits =
      FrameworkOf(profile_) == Framework::kJax ? WaitingOps(profile_) : std::vector<char>();
  for (const Track track : Tracks(profile_, HoldsThreadsWork)) {
    const auto at = index_.find(track.row.source);
    if (at == index_.end() || !source_counts(track.row.source)) continue;
    const Events& events = track.events;
    const std::vector<int64_t> waited = WaitsWithin(events, waits);
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!events.op[e].valid() || op_counts[events.op[e].row()] == 0) continue;
      if (!step.valid() || !input_.selected.steps().Has(step)) continue;
      const StringId name = profile_.ops.row[events.op[e]].name;
      if (name == profile_.steps[step].name || IsInSameName(profile_, events, e)) continue;
      std::vector<double>& times = by_name[name];
      times.resize(of_.size());
      const int64_t own = events.duration[e] - (waited.empty() ? 0 : waited[e]);
      times[at->second] += static_cast<double>(std::max<int64_t>(own, 0));
      if (at->second == 0) ran_in[name].insert(step);
    }
  }
  std::optional<GrownMark> found;
  for (const auto& [name, times] : by_name) {
    const GrownMark one = {name, Means(times, steps), ran_in[name].size(),
                           static_cast<size_t>(steps.front())};
    if (one.time.growth() < least) continue;
    if (!found || one.time.slow < found->time.slow) found = one;
  }
  return found;
}

std::vector<double> RankComparison::StepsOfEach() const {
  std::vector<double> steps(of_.size());
  for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
    const auto at = index_.find(profile_.steps[StepId(s)].source);
    if (at != index_.end() && input_.selected.steps().Has(StepId(s))) ++steps[at->second];
  }
  return steps;
}

}  // namespace profiler
