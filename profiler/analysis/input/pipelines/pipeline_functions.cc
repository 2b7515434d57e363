#include "profiler/analysis/input/pipelines/pipeline_functions.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/value.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// What does little with an element but hand it on.
constexpr std::string_view kPassOnElements[] = {
    "Batch",  "ParallelBatch", "PaddedBatch",  "Shuffle", "Unbatch",     "Take", "Skip",
    "Repeat", "ForeverRepeat", "FiniteRepeat", "Rebatch", "Concatenate", "Zip"};

bool IsIterator(const Profile& profile, OpId op) {
  return profile.strings[profile.ops.row[op].name].starts_with(kIteratorName);
}

}  // namespace

PipelineFunctions PipelineFunctionsOf(const Profile& profile) {
  // tf.data's functions run where they are called, or on the pool of the pipeline.
  constexpr std::string_view kCall = "InstantiatedCapturedFunction::Run",
                             kPool = "tf_data_private_threadpool", kRun = "ExecutorState::Process";
  PipelineFunctions functions;
  int64_t runs = 0;
  std::map<StringId, Int128> by_type;  // of ops on the pool
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const bool is_pool = profile.strings[track.row.name].starts_with(kPool);
    int64_t until = INT64_MIN;
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const OpId op = track.events.op[e];
      if (is_pool && op.valid() && IsFrameworkOp(profile, op) && !IsIterator(profile, op)) {
        by_type[profile.ops.row[op].type] += track.events.selves()[e];
      }
      const StringId id = EventName(profile, track.events, e);
      const std::string_view name = id.valid() ? profile.strings[id] : std::string_view();
      const bool is_call = name.starts_with(kCall), is_run = is_pool && name == kRun;
      if ((!is_call && !is_run) || track.events.begin[e] < until) continue;
      until = track.events.begin[e] + track.events.duration[e];
      functions.time += track.events.duration[e];
      functions.calls += is_call ? 1 : 0;
      runs += is_run ? 1 : 0;
    }
  }
  Int128 all = 0, most = 0;
  for (const auto& [type, time] : by_type) {
    all += time;
    if (time <= most) continue;
    most = time;
    functions.top_type = profile.strings[type];
  }
  functions.top_share = all > 0 ? ShareOf(most, all) : 0;
  functions.has_ops = functions.calls > 0 && 2 * runs >= functions.calls;
  return functions;
}

bool HandsOverElements(const PipelineIterator& iterator, const PipelineFunctions& functions) {
  constexpr int64_t kMany = 20, kTimes = 10;
  const bool maps = iterator.name().find("Map") != std::string_view::npos;
  return maps && iterator.calls >= kMany && functions.has_ops &&
         2 * functions.calls >= iterator.calls && kTimes * functions.time < iterator.total;
}

SingleElements SingleElementsOf(const std::vector<PipelineIterator>& iterators, int32_t root,
                                int32_t bottleneck) {
  constexpr int64_t kManyForBatch = 100;
  constexpr Int128 kBriefCall = 50'000'000;  // 50 us: a longer one has work of its own
  SingleElements found;
  const int64_t batches = std::max<int64_t>(iterators[root].calls, 1);
  const auto passes_on = [](std::string_view name) {
    return std::any_of(std::begin(kPassOnElements), std::end(kPassOnElements),
                       [&](std::string_view one) { return name.starts_with(one); });
  };
  if (bottleneck < 0 || !passes_on(iterators[bottleneck].name())) return found;
  Int128 all = 0;
  for (int32_t at = root; at < std::ssize(iterators); ++at) {
    if (at > root && iterators[at].parent < 0) break;
    const PipelineIterator& one = iterators[at];
    all += one.limits;
    const bool are_single = one.calls >= kManyForBatch * Int128{batches} &&
                            one.total <= kBriefCall * one.calls && passes_on(one.name());
    if (are_single) {
      found.iterators.push_back(at);
      found.a_batch = std::max(found.a_batch, one.calls / batches);
    }
    const bool asks = at + 1 < std::ssize(iterators) && iterators[at + 1].parent == at &&
                      iterators[at + 1].calls >= kManyForBatch * Int128{batches};
    if (are_single || (asks && passes_on(one.name()))) found.limits += one.limits;
  }
  return 2 * found.limits >= all && !found.iterators.empty() ? found : SingleElements();
}

}  // namespace profiler
