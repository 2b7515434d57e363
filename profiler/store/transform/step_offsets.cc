#include "profiler/store/transform/step_offsets.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Fewer steps in common show no offset.
constexpr size_t kLeastPairs = 3;
// Ranks of one host share a clock, so that collectives end together to this part of a step; hosts'
// clocks agree to the larger of the others.
constexpr int kPartOfStepOnHost = 10, kPartOfStepOfHosts = 200;
constexpr Int128 kLeastClockError = Int128{50} * kPicosPerMicro;
// Collectives of steps of equal number end further apart by at least this factor.
constexpr int kFarFurther = 8;

using Moments = std::map<int64_t, Int128>;  // by step number, by the wall clock

struct SourceSteps {
  size_t part = 0, source = 0;
  std::string_view host;
  int64_t rank = 0;
  Moments begins;
  std::optional<Moments> ends;  // of the last collective of a step; found where it is needed
  std::optional<int64_t> offset;
};

Int128 Magnitude(Int128 value) { return value < 0 ? -value : value; }

Int128 MiddleOf(std::vector<Int128> values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Int128 ZeroOf(const SourceRow& source) {
  const Int128 epoch = source.epoch_ns == kUnknown ? 0 : Int128{source.epoch_ns} * kPicosPerNano;
  return epoch + source.clock_offset_ps;
}

// Sends and receives do not end together on all ranks.
bool IsCollectiveName(std::string_view name) {
  if (name.find("SendRecv") != name.npos) return false;
  if (name.starts_with("gloo:")) return name != "gloo:send" && name != "gloo:recv";
  return name.starts_with("nccl") && name.find("Send") == name.npos;
}

Moments EndsOf(const Profile& part, SourceId source) {
  const Int128 zero = ZeroOf(part.sources[source]);
  std::vector<char> is_collective(part.strings.size(), 0);
  for (uint32_t i = 0; i < part.strings.size(); ++i) {
    is_collective[i] = IsCollectiveName(part.strings[StringId(i)]) ? 1 : 0;
  }
  Moments ends;
  for (uint32_t t = 0; t < part.tracks.size(); ++t) {
    const TrackRow& track = part.tracks[TrackId(t)];
    if (track.source != source || !IsSummed(track)) continue;
    const Events& events = part.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.step[e].valid()) continue;
      if (!IsStepCount(part.steps[events.step[e]].number)) continue;
      const StringId name = EventName(part, events, e);
      if (!name.valid() || is_collective[name.row()] == 0) continue;
      const Int128 end = zero + events.begin[e] + events.duration[e];
      const auto [it, is_new] = ends.try_emplace(part.steps[events.step[e]].number, end);
      it->second = std::max(it->second, end);
    }
  }
  return ends;
}

// How far apart the moments of both are, numbers of `to` being above those of `from` by `offset`.
// Unknown if too few are in common.
std::optional<Int128> Apart(const Moments& from, const Moments& to, int64_t offset) {
  std::vector<Int128> apart;
  for (const auto& [number, moment] : to) {
    const auto it = from.find(number - offset);
    if (it != from.end()) apart.push_back(Magnitude(moment - it->second));
  }
  if (apart.size() < kLeastPairs) return std::nullopt;
  return MiddleOf(std::move(apart));
}

struct Vote {
  int64_t offset = 0;
  size_t votes = 0;
};

// By how much the number of a moment is above that of the nearest one of the other rank, for most
// moments that lie among those.
Vote NearestOffset(const Moments& from, const Moments& to, Int128 tolerance) {
  std::vector<std::pair<Int128, int64_t>> in_time;
  for (const auto& [number, moment] : from) in_time.emplace_back(moment, number);
  std::sort(in_time.begin(), in_time.end());
  std::map<int64_t, size_t> votes;
  for (const auto& [number, moment] : to) {
    if (moment + tolerance < in_time.front().first) continue;
    if (moment - tolerance > in_time.back().first) continue;
    auto next = std::lower_bound(in_time.begin(), in_time.end(), std::pair(moment, INT64_MIN));
    const bool is_before =
        next == in_time.end() ||
        (next != in_time.begin() && moment - std::prev(next)->first < next->first - moment);
    if (is_before) --next;
    ++votes[number - next->second];
  }
  Vote most;
  for (const auto& [offset, count] : votes) {
    if (count > most.votes) most = {offset, count};
  }
  return most;
}

// The median time from one step to the next; 0 if unknown.
Int128 PeriodOf(const Moments& begins) {
  std::vector<Int128> periods;
  for (auto it = begins.begin(); it != begins.end() && std::next(it) != begins.end(); ++it) {
    if (std::next(it)->first == it->first + 1) {
      periods.push_back(Magnitude(std::next(it)->second - it->second));
    }
  }
  return periods.empty() ? 0 : MiddleOf(std::move(periods));
}

const Moments& Ends(const std::vector<Profile>& parts, SourceSteps& of) {
  if (!of.ends) of.ends = EndsOf(parts[of.part], SourceId(static_cast<uint32_t>(of.source)));
  return *of.ends;
}

std::optional<int64_t> OffsetByCollectives(const std::vector<Profile>& parts, SourceSteps& from,
                                           SourceSteps& to, Int128 period) {
  const Moments &of_from = Ends(parts, from), &of_to = Ends(parts, to);
  if (of_from.empty() || of_to.empty()) return std::nullopt;
  const bool share_clock = !from.host.empty() && from.host == to.host;
  // Of short steps, some one is always as near as clocks are known.
  constexpr int kShort = 50;
  if (!share_clock && kShort * kLeastClockError > period) return std::nullopt;
  const Int128 most = share_clock ? period / kPartOfStepOnHost
                                  : std::max(kLeastClockError, period / kPartOfStepOfHosts);
  const Vote nearest = NearestOffset(of_from, of_to, most);
  const auto apart = Apart(of_from, of_to, nearest.offset);
  if (!apart || *apart > most || nearest.votes < kLeastPairs) return std::nullopt;
  if (nearest.offset == 0) return 0;
  const auto as_numbered = Apart(of_from, of_to, 0);
  const bool is_other =
      !as_numbered || (2 * *as_numbered > period && *as_numbered > kFarFurther * *apart);
  return is_other ? std::optional(nearest.offset) : std::nullopt;
}

// The offset of `to`, if `from` is of the same job at the same time.
std::optional<int64_t> OffsetOf(const std::vector<Profile>& parts, SourceSteps& from,
                                SourceSteps& to) {
  const Int128 period = PeriodOf(from.begins);
  if (period == 0) return std::nullopt;
  if (const auto apart = Apart(from.begins, to.begins, 0); apart && 2 * *apart < period) return 0;
  if (const auto offset = OffsetByCollectives(parts, from, to, period)) return offset;
  const bool share_numbers = std::any_of(to.begins.begin(), to.begins.end(), [&](const auto& one) {
    return from.begins.contains(one.first);
  });
  if (share_numbers) return std::nullopt;
  const Vote nearest = NearestOffset(from.begins, to.begins, period / 2);
  const auto apart = Apart(from.begins, to.begins, nearest.offset);
  const bool is_common = 5 * nearest.votes >= 4 * std::min(from.begins.size(), to.begins.size());
  if (!apart || 2 * *apart >= period || !is_common) return std::nullopt;
  return nearest.offset;
}

using ByRun = std::map<uint32_t, std::vector<SourceSteps>>;

void AddSources(const std::vector<Profile>& parts, size_t p, const MergedRuns& runs,
                ByRun& by_run) {
  const Profile& part = parts[p];
  std::vector<SourceSteps> sources(part.sources.size());
  for (const StepRow& step : part.steps.values()) {
    const bool is_numbered = step.found_by == StepFoundBy::kRecorded && IsStepCount(step.number) &&
                             step.begin != kUnknown;
    if (!is_numbered) continue;
    const Int128 begin = ZeroOf(part.sources[step.source]) + step.begin;
    sources[step.source.row()].begins.try_emplace(step.number, begin);
  }
  for (uint32_t s = 0; s < sources.size(); ++s) {
    const SourceRow& row = part.sources[SourceId(s)];
    if (!RecordsWallClock(row) || sources[s].begins.size() < kLeastPairs) continue;
    sources[s].part = p;
    sources[s].source = s;
    sources[s].host = part.strings[row.host];
    sources[s].rank = row.rank;
    by_run[runs.of[p][row.run_group]].push_back(std::move(sources[s]));
  }
}

// Offsets from the first rank, or through ranks that share a time with it.
void PairSources(const std::vector<Profile>& parts, std::vector<SourceSteps>& sources) {
  std::stable_sort(sources.begin(), sources.end(),
                   [](const auto& a, const auto& b) { return a.rank < b.rank; });
  constexpr size_t kMostTried = 4;
  for (size_t i = 0; i < sources.size(); ++i) {
    for (size_t j = 0, tried = 0; j < i && tried < kMostTried && !sources[i].offset; ++j) {
      SourceSteps& from = sources[j];
      if (!from.offset || from.rank == sources[i].rank) continue;
      ++tried;
      if (const auto offset = OffsetOf(parts, from, sources[i])) {
        sources[i].offset = *from.offset + *offset;
      }
    }
    if (i == 0) sources[i].offset = 0;
  }
}

// The offset of most ranks; of several such, that of the first rank with one.
int64_t UsualOffset(const std::vector<SourceSteps>& sources) {
  std::map<int64_t, size_t> count;
  for (const SourceSteps& one : sources) count[one.offset.value_or(0)] += 1;
  int64_t usual = 0;
  size_t most = 0;
  for (const SourceSteps& one : sources) {
    const size_t of_one = count[one.offset.value_or(0)];
    if (of_one <= most) continue;
    usual = one.offset.value_or(0);
    most = of_one;
  }
  return usual;
}

}  // namespace

bool IsStepCount(int64_t number) {
  constexpr int64_t kMost = int64_t{1} << 40;
  return number >= 0 && number <= kMost;
}

StepOffsets FindStepOffsets(const std::vector<Profile>& parts, const MergedRuns& runs) {
  StepOffsets found;
  ByRun by_run;
  for (size_t p = 0; p < parts.size(); ++p) {
    found.of.emplace_back(parts[p].sources.size(), 0);
    AddSources(parts, p, runs, by_run);
  }
  for (auto& [run, sources] : by_run) {
    if (sources.size() < 2) continue;
    PairSources(parts, sources);
    const int64_t usual = UsualOffset(sources);
    for (const SourceSteps& one : sources) {
      if (!one.offset || *one.offset == usual) continue;
      const int64_t offset = *one.offset - usual;
      found.of[one.part][one.source] = offset;
      if (found.sources++ > 0) continue;
      found.first = fmt::format("rank {} by {} {}", one.rank, offset > 0 ? offset : -offset,
                                offset > 0 ? "lower" : "higher");
    }
  }
  return found;
}

}  // namespace profiler
