#include "profiler/analysis/input/pipelines/iterator_tree.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/input/pipeline_end.h"
#include "profiler/analysis/input/pipelines/shuffle_fills.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr std::string_view kPartOfPath = "::", kGenerator = "Generator", kShuffle = "Shuffle",
                           kZip = "::Zip", kBranchOfZip = "Zip[";

// The end of the index that begins at `at`, as of "[3]"; `at` if none does.
size_t EndOfIndex(std::string_view name, size_t at) {
  if (at >= name.size() || name[at] != '[') return at;
  const size_t end = name.find_first_not_of("0123456789", at + 1);
  return end != name.npos && name[end] == ']' && end > at + 1 ? end + 1 : at;
}

// "Iterator::Root::Zip[1]::Interleave[3]::Map" without indexes but those of a zip: its branches are
// different data, while those of others are of one kind.
std::string WithoutIndexes(std::string_view name) {
  std::string path;
  for (size_t at = 0; at < name.size();) {
    const size_t end = path.ends_with(kZip) ? at : EndOfIndex(name, at);
    if (end == at) {
      path += name[at++];
    } else {
      at = end;
    }
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

// The length of those intervals with which none of `others` has time in common; both must be
// results of United().
Int128 LengthOfUntouched(const std::vector<Interval>& intervals,
                         const std::vector<Interval>& others) {
  Int128 length = 0;
  auto other = others.begin();
  for (const Interval& one : intervals) {
    while (other != others.end() && other->end <= one.begin) ++other;
    if (other == others.end() || other->begin >= one.end) length += Int128{one.end} - one.begin;
  }
  return length;
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
    ++recorded_[at].calls;
    shuffles_.Add(track.events, at, node.parent, recorded_[at].is_shuffle,
                  {begin, begin + duration});
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
    std::map<int32_t, std::vector<Interval>> fills = std::move(shuffles_).Take();
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
      const Int128 unseen = UnseenOf(at, children[at]);
      LeaveOutHandOvers(children[at]);
      PipelineIterator& node = ordered.emplace_back(std::move(nodes_[at]));
      node.parent = parent;
      node.decodes_elements = decodes_.contains(node.host);
      if (const auto python = python_.find(node.host); python != python_.end()) {
        node.python = TotalLength(Common(alone, python->second));
      }
      node.limits = TotalLength(std::move(alone));
      node.unseen = unseen;
      if (const auto filled = fills.find(at); filled != fills.end()) {
        node.fills = TotalLength(Common(United(std::move(filled->second)), spans_[at]));
      }
    }
    return ordered;
  }

 private:
  // The time of a prefetch's calls in which none of `below` ran, if these have fewer calls than
  // gave it the elements that it delivered, but for those that it may have kept ready before.
  Int128 UnseenOf(int32_t at, const std::vector<int32_t>& below) const {
    if (nodes_[at].name() != kPrefetch) return 0;
    int64_t asked = 0;
    std::vector<Interval> seen;
    for (const int32_t child : below) {
      asked += recorded_[child].calls;
      seen.insert(seen.end(), spans_[child].begin(), spans_[child].end());
    }
    const int64_t kept = nodes_[at].buffer_size;
    if (kept == kUnknown && asked > 0) return 0;
    const Int128 ready = kept == kUnknown ? 0 : Int128{kept} * recorded_[at].instances;
    if (asked + ready >= recorded_[at].calls) return 0;
    return LengthOfUntouched(spans_[at], United(std::move(seen)));
  }

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
    ++recorded_[at].instances;
    return of_op_[{host, op}] = at;
  }

  // Adds those above, too, which need not have been recorded.
  int32_t NodeOfPath(StringId host, const std::string& path) {
    int32_t parent = -1, depth = 0;
    for (size_t begin = kIteratorName.size(); begin < path.size(); ++depth) {
      const size_t end = std::min(path.find(kPartOfPath, begin), path.size());
      // A zip is one iterator: the index is that of its branch below.
      const bool is_branch = path.compare(begin, kBranchOfZip.size(), kBranchOfZip) == 0;
      const std::string above = path.substr(0, is_branch ? begin + kBranchOfZip.size() - 1 : end);
      const auto [it, is_new] =
          of_path_.try_emplace({host, above}, static_cast<int32_t>(nodes_.size()));
      if (is_new) {
        nodes_.push_back({.path = above, .host = host, .parent = parent});
        nodes_.back().depth = depth;
        spans_.emplace_back();
        recorded_.push_back({.is_shuffle = nodes_.back().name().starts_with(kShuffle)});
      }
      parent = it->second;
      begin = end + kPartOfPath.size();
    }
    return parent;
  }

  // What was recorded of a node, in selected steps and elsewhere.
  struct Recorded {
    int64_t calls = 0;
    int64_t instances = 0;  // iterators that are the node, by their names
    bool is_shuffle = false;
  };

  const Profile& profile_;
  std::vector<PipelineIterator> nodes_;
  std::vector<Recorded> recorded_;  // by node
  ShuffleFills shuffles_;
  std::vector<std::vector<Interval>> spans_;          // by node: when it ran
  std::map<StringId, std::vector<Interval>> python_;  // by host: when ops called Python
  std::set<StringId> decodes_;  // hosts on which ops that take one image or sound ran
  absl::flat_hash_map<std::pair<StringId, OpId>, int32_t> of_op_;
  std::map<std::pair<StringId, std::string>, int32_t> of_path_;
};

}  // namespace

std::string_view PipelineIterator::name() const {
  return std::string_view(path).substr(path.rfind(kPartOfPath) + kPartOfPath.size());
}

std::string_view PipelineIterator::label() const {
  const size_t last = path.rfind(kPartOfPath);
  if (last == path.npos || last == 0 || path[last - 1] != ']') return name();
  const size_t above = path.rfind(kPartOfPath, last - 1);
  return std::string_view(path).substr(above == path.npos ? 0 : above + kPartOfPath.size());
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

}  // namespace profiler
