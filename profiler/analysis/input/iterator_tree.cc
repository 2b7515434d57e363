#include "profiler/analysis/input/iterator_tree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/input/pipeline_end.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr std::string_view kPartOfPath = "::", kGenerator = "Generator";

// "Iterator::Root::Interleave[3]::Map" without indexes.
std::string WithoutIndexes(std::string_view name) {
  std::string path;
  for (size_t at = 0; at < name.size(); ++at) {
    if (name[at] == '[') {
      const size_t end = name.find_first_not_of("0123456789", at + 1);
      if (end != name.npos && name[end] == ']' && end > at + 1) {
        at = end;
        continue;
      }
    }
    path += name[at];
  }
  return path;
}

// The number behind "key:" in a detail like "parallelism:2 buffer_size:8".
int64_t NumberOf(std::string_view detail, std::string_view key) {
  size_t at = detail.find(key);
  while (at != detail.npos && at > 0 && detail[at - 1] != ' ') at = detail.find(key, at + 1);
  if (at == detail.npos) return kUnknown;
  const char* const begin = detail.data() + at + key.size();
  int64_t number = 0;
  const auto [end, error] = std::from_chars(begin, detail.data() + detail.size(), number);
  return error == std::errc() ? number : kUnknown;
}

// Whether an op of the type takes one image or sound, so that no batch can be given to it.
bool TakesOneElement(std::string_view type) {
  constexpr std::string_view kDecode = "Decode";
  if (!type.starts_with(kDecode)) return false;
  const std::string_view what = type.substr(kDecode.size());
  constexpr std::string_view kOne[] = {"Jpeg", "AndCropJpeg", "Png", "Image", "Bmp", "Gif", "Wav"};
  return std::find(std::begin(kOne), std::end(kOne), what) != std::end(kOne);
}

class IteratorTree {
 public:
  explicit IteratorTree(const Profile& profile) : profile_(profile) {}

  void Add(const Track& track, uint32_t event, bool is_selected) {
    const OpId op = track.events.op[event];
    if (!op.valid()) return;
    const int64_t begin = track.events.begin[event], duration = track.events.duration[event];
    if (CallsPython(profile_.strings[profile_.ops.row[op].type])) {
      AddToLast({begin, begin + duration}, python_[HostOf(track.row)]);
    }
    if (TakesOneElement(profile_.strings[profile_.ops.row[op].type])) {
      decodes_.insert(HostOf(track.row));
    }
    const int32_t at = NodeOf(HostOf(track.row), op);
    if (at < 0) return;
    PipelineIterator& node = nodes_[at];
    if (node.parent >= 0 || is_selected) AddToLast({begin, begin + duration}, spans_[at]);
    if (!is_selected) return;
    ++node.calls;
    node.total += duration;
    if (track.events.detail.empty() || !track.events.detail[event].valid()) return;
    const std::string_view detail = profile_.strings[track.events.detail[event]];
    node.parallelism = std::max(node.parallelism, NumberOf(detail, "parallelism:"));
    node.buffer_size = std::max(node.buffer_size, NumberOf(detail, "buffer_size:"));
    node.cpu_budget = std::max(node.cpu_budget, NumberOf(detail, "cpu_budget:"));
    node.is_autotuned = node.is_autotuned || NumberOf(detail, "autotune:") == 1;
  }

  std::vector<PipelineIterator> InOrder() && {
    std::vector<std::vector<int32_t>> children(nodes_.size());
    std::vector<std::pair<int32_t, int32_t>> open;  // a node, its parent's new place
    for (auto at = static_cast<int32_t>(nodes_.size()); at-- > 0;) {
      spans_[at] = United(std::move(spans_[at]));
      if (nodes_[at].parent < 0) open.emplace_back(at, -1);
    }
    LeaveOutGenerators();
    for (int32_t at = 0; at < std::ssize(nodes_); ++at) {
      if (nodes_[at].parent >= 0) children[nodes_[at].parent].push_back(at);
    }
    std::vector<PipelineIterator> ordered;
    while (!open.empty()) {
      const auto [at, parent] = open.back();
      open.pop_back();
      const auto place = static_cast<int32_t>(ordered.size());
      std::vector<Interval> alone = spans_[at];
      for (auto child = children[at].rbegin(); child != children[at].rend(); ++child) {
        // Only while the root waits, and the iterators between.
        spans_[*child] = Common(spans_[*child], spans_[at]);
        alone = Without(alone, spans_[*child]);
        open.emplace_back(*child, place);
      }
      LeaveOutHandOvers(children[at]);
      PipelineIterator& node = ordered.emplace_back(std::move(nodes_[at]));
      node.parent = parent;
      node.decodes_elements = decodes_.contains(node.host);
      if (const auto python = python_.find(node.host); python != python_.end()) {
        node.python = TotalLength(Common(alone, python->second));
      }
      node.limits = TotalLength(std::move(alone));
    }
    return ordered;
  }

 private:
  // What runs while a generator of the user's is asked is its own Python, and no map's.
  void LeaveOutGenerators() {
    std::map<StringId, std::vector<Interval>> asked;
    for (size_t at = 0; at < nodes_.size(); ++at) {
      if (nodes_[at].name() != kGenerator || nodes_[at].hands_to_device()) continue;
      std::vector<Interval>& of_host = asked[nodes_[at].host];
      of_host.insert(of_host.end(), spans_[at].begin(), spans_[at].end());
    }
    for (auto& [host, times] : python_) {
      times = Without(United(std::move(times)), United(std::move(asked[host])));
    }
  }

  // Who hands batches to a device waits for the iterators beside it.
  void LeaveOutHandOvers(const std::vector<int32_t>& children) {
    std::vector<Interval> users;
    for (const int32_t child : children) {
      if (nodes_[child].hands_to_device()) continue;
      users.insert(users.end(), spans_[child].begin(), spans_[child].end());
    }
    if (users.empty()) return;
    users = United(std::move(users));
    for (const int32_t child : children) {
      if (nodes_[child].hands_to_device()) spans_[child] = Without(spans_[child], users);
    }
  }

  StringId HostOf(const TrackRow& track) const {
    return track.device.valid() ? profile_.devices[track.device].host : StringId();
  }

  // -1 if the op is no iterator.
  int32_t NodeOf(StringId host, OpId op) {
    const auto [it, is_new] = of_op_.try_emplace({host, op}, -1);
    if (!is_new) return it->second;
    const std::string_view name = profile_.strings[profile_.ops.row[op].name];
    if (!name.starts_with(kIteratorName)) return -1;
    const int32_t at = NodeOfPath(host, WithoutIndexes(name));
    return of_op_[{host, op}] = at;
  }

  // Adds those above, too, which need not have been recorded.
  int32_t NodeOfPath(StringId host, const std::string& path) {
    int32_t parent = -1, depth = 0;
    for (size_t end = kIteratorName.size(); end < path.size(); ++depth) {
      end = std::min(path.find(kPartOfPath, end), path.size());
      const auto [it, is_new] =
          of_path_.try_emplace({host, path.substr(0, end)}, static_cast<int32_t>(nodes_.size()));
      if (is_new) {
        nodes_.push_back({.path = path.substr(0, end), .host = host, .parent = parent});
        nodes_.back().depth = depth;
        spans_.emplace_back();
      }
      parent = it->second;
      end += kPartOfPath.size();
    }
    return parent;
  }

  const Profile& profile_;
  std::vector<PipelineIterator> nodes_;
  std::vector<std::vector<Interval>> spans_;          // by node: when it ran
  std::map<StringId, std::vector<Interval>> python_;  // by host: when ops called Python
  std::set<StringId> decodes_;  // hosts on which ops that take one image or sound ran
  absl::flat_hash_map<std::pair<StringId, OpId>, int32_t> of_op_;
  std::map<std::pair<StringId, std::string>, int32_t> of_path_;
};

// What transformations of tf.data take to be faster, by the begin of their name, the longest first.
struct Remedy {
  std::string_view name, text;
};
constexpr std::string_view kMapInParallel =
    "raise num_parallel_calls of map(), or do less in it: batch before map(), cache(), or prepare "
    "the data ahead of the job";
constexpr std::string_view kMapOfElements =
    "raise num_parallel_calls of map(), or do less in it: make elements smaller before what is "
    "expensive, cache(), or prepare the data ahead of the job";
constexpr std::string_view kMapIsTuned =
    "TensorFlow tunes num_parallel_calls of map() (AUTOTUNE), which is at the cores that it may "
    "use: do less in it: batch before map(), cache(), prepare the data ahead of the job, or give "
    "it more cores";
constexpr std::string_view kMapOfElementsIsTuned =
    "TensorFlow tunes num_parallel_calls of map() (AUTOTUNE), which is at the cores that it may "
    "use: do less in it: make elements smaller before what is expensive, cache(), prepare the data "
    "ahead of the job, or give it more cores";
constexpr std::string_view kReadInParallel =
    "read several files at a time: interleave(..., num_parallel_calls=tf.data.AUTOTUNE), and "
    "cache() what fits in memory";
constexpr auto kRemedies = std::to_array<Remedy>({
    {"Map", "map(..., num_parallel_calls=tf.data.AUTOTUNE)"},
    {"ParallelInterleave", "raise cycle_length and num_parallel_calls of interleave()"},
    {"Interleave", "interleave(..., num_parallel_calls=tf.data.AUTOTUNE)"},
    {"FlatMap", "replace flat_map() by interleave(..., num_parallel_calls=tf.data.AUTOTUNE)"},
    {"ParallelBatch", "use larger elements, or batch less at a time"},
    {"PaddedBatch", "pad less: bucket_by_sequence_length()"},
    {"Batch", "batch(..., num_parallel_calls=tf.data.AUTOTUNE)"},
    {"ParseExample", "raise num_parallel_calls of parse_example_dataset()"},
    {"Generator",
     "it makes one element at a time in Python: interleave() several of from_generator(), give a "
     "keras.utils.PyDataset workers and use_multiprocessing=True, or use TensorFlow's own ops"},
    {"Shuffle", "use a smaller buffer in shuffle(), or shuffle file names and cache()"},
    {"Filter", "filter before what is expensive, or ahead of the job"},
    {"TFRecord", kReadInParallel},
    {"TextLine", kReadInParallel},
    {"FixedLengthRecord", kReadInParallel},
    {"DataService", "add workers to the tf.data service"},
});

// What does little with an element but hand it on.
constexpr std::string_view kPassOnElements[] = {
    "Batch",  "ParallelBatch", "PaddedBatch",  "Shuffle", "Unbatch",     "Take", "Skip",
    "Repeat", "ForeverRepeat", "FiniteRepeat", "Rebatch", "Concatenate", "Zip"};

bool IsParallel(std::string_view name) {
  return name.starts_with("Parallel") || name.starts_with("MapAndBatch");
}

// Of iterators that are in no table: `prefetches` and `caches` tell what the pipeline has.
std::string_view OtherRemedy(bool prefetches, bool caches) {
  if (!prefetches && !caches) {
    return "end the pipeline with prefetch(tf.data.AUTOTUNE), and cache() what fits in memory";
  }
  if (!prefetches) return "end the pipeline with prefetch(tf.data.AUTOTUNE)";
  if (!caches) return "cache() what fits in memory, or prepare the data ahead of the job";
  return "the pipeline prefetches and caches already: use larger batches, or leave it more cores";
}

int32_t RootOf(const std::vector<PipelineIterator>& iterators, int32_t at) {
  while (iterators[at].parent >= 0) at = iterators[at].parent;
  return at;
}

bool IsIterator(const Profile& profile, OpId op) {
  return profile.strings[profile.ops.row[op].name].starts_with(kIteratorName);
}

// Of a map that runs in parallel, by what the recording rules out.
std::string_view MapRemedy(const std::vector<PipelineIterator>& iterators, int32_t at) {
  const PipelineIterator& map = iterators[at];
  const int64_t cores = iterators[RootOf(iterators, at)].cpu_budget;
  const bool is_tuned = map.is_autotuned && cores != kUnknown && map.parallelism >= cores;
  if (is_tuned) return map.decodes_elements ? kMapOfElementsIsTuned : kMapIsTuned;
  return map.decodes_elements ? kMapOfElements : kMapInParallel;
}

}  // namespace

std::string_view PipelineIterator::name() const {
  return std::string_view(path).substr(path.rfind(kPartOfPath) + kPartOfPath.size());
}

// from_generator() makes a flat_map() around the generator.
bool PipelineIterator::hands_to_device() const {
  return name() == kGenerator && !path.ends_with("FlatMap::Generator");
}

absl::StatusOr<std::vector<PipelineIterator>> PipelineIterators(const Selected& selected,
                                                                RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  IteratorTree tree(selected.profile());
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    PROFILER_RETURN_IF_ERROR(ForEachEvent(
        track.events, selected.steps(), context,
        [&](uint32_t event) { tree.Add(track, event, true); },
        [&](uint32_t event) { tree.Add(track, event, false); }));
  }
  return std::move(tree).InOrder();
}

int32_t BottleneckOf(const std::vector<PipelineIterator>& iterators, int32_t root) {
  int32_t most = -1;
  for (int32_t at = root; at < std::ssize(iterators); ++at) {
    if (at > root && iterators[at].parent < 0) break;
    if (iterators[at].limits > (most < 0 ? 0 : iterators[most].limits)) most = at;
  }
  return most;
}

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

bool IsLimitedByPython(const PipelineIterator& iterator) {
  return iterator.name().find("Map") != std::string_view::npos && iterator.python > 0 &&
         2 * iterator.python >= iterator.limits;
}

std::string_view RemedyOf(const std::vector<PipelineIterator>& iterators, int32_t at) {
  const PipelineIterator& iterator = iterators[at];
  // Python runs one call at a time, so parallel calls gain nothing.
  if (IsLimitedByPython(iterator)) {
    return "it calls Python (PyFunc), which runs one call at a time: use TensorFlow's own ops "
           "there";
  }
  if (iterator.hands_to_device()) {
    return "it is tf.distribute's own, which hands batches to a device, and no iterator of your "
           "pipeline runs meanwhile";
  }
  if (iterator.name() == kPrefetch) {
    return "no iterator below it runs meanwhile, so it waits for a thread to run: leave cores to "
           "the pipeline, or use larger batches";
  }
  const std::string_view last = LastStage(iterator.path);
  const bool is_last = last.data() == iterator.name().data();
  if (is_last && IsParallel(last)) {
    return "end the pipeline with prefetch(tf.data.AUTOTUNE), so that batches are made while the "
           "step runs; if it still limits the pipeline then, do less in it";
  }
  for (const std::string_view map : {"MapAndBatch", "ParallelMap"}) {
    if (iterator.name().starts_with(map)) return MapRemedy(iterators, at);
  }
  for (const Remedy& remedy : kRemedies) {
    if (iterator.name().starts_with(remedy.name)) return remedy.text;
  }
  const int32_t root = RootOf(iterators, at);
  bool prefetches = false, caches = false;
  for (int32_t i = root; i == root || (i < std::ssize(iterators) && iterators[i].parent >= 0);
       ++i) {
    prefetches = prefetches || LastStage(iterators[i].path).starts_with(kPrefetch);
    caches = caches || iterators[i].name().find("Cache") != std::string_view::npos;
  }
  return OtherRemedy(prefetches, caches);
}

}  // namespace profiler
