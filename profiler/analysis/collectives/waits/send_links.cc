#include "profiler/analysis/collectives/waits/send_links.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

// Fewer sends do not show how fast a link is.
constexpr size_t kLeastSends = 3;
// Of sends that are smaller than this part of the largest ones, latency is most of the time.
constexpr int64_t kPartOfLargest = 2;
// A send that lasts longer than so many times its receive waited for the receiver.
constexpr int kTimesReceive = 2;

using SendParts = std::vector<const CollectiveEvent*>;
// Run, sender and receiver.
using SendEnds = std::tuple<uint32_t, int64_t, int64_t>;

struct PeerEvents {
  std::map<SendEnds, std::map<int64_t, SendParts>> sends, receives;  // by step number
  // Receives of which the sender was not recorded, by run and receiver.
  std::map<std::pair<uint32_t, int64_t>, SendParts> unknown;
};

PeerEvents PeerEventsOf(const Profile& profile, const ComparedCollectives& compared) {
  const Runs runs = RunsOf(profile);
  std::map<uint32_t, int64_t> largest;  // by run
  const auto is_part = [&](const CollectiveEvent& one) {
    return (one.kind == CollectiveKind::kSend || one.kind == CollectiveKind::kRecv) &&
           !one.is_call && one.bytes != kUnknown && one.bytes > 0 && one.duration > 0 &&
           profile.sources[one.source].rank != kUnknown;
  };
  for (const CollectiveEvent& one : compared.events) {
    if (!is_part(one)) continue;
    int64_t& most = largest[runs.of_source[one.source.row()]];
    most = std::max(most, one.bytes);
  }
  PeerEvents found;
  for (const CollectiveEvent& one : compared.events) {
    if (!is_part(one)) continue;
    const uint32_t run = runs.of_source[one.source.row()];
    if (one.bytes < largest[run] / kPartOfLargest) continue;
    const int64_t own = profile.sources[one.source].rank;
    const int64_t step = one.step.valid() ? profile.steps[one.step].number : kUnknown;
    if (one.kind == CollectiveKind::kSend) {
      if (one.peer != kUnknown) found.sends[{run, own, one.peer}][step].push_back(&one);
    } else if (one.peer != kUnknown) {
      found.receives[{run, one.peer, own}][step].push_back(&one);
    } else {
      found.unknown[{run, own}].push_back(&one);
    }
  }
  return found;
}

// One send, and how long both ranks were in it.
struct Exchange {
  const CollectiveEvent *send, *receive;
  int64_t time;
};

void AddExchange(const CollectiveEvent& send, const CollectiveEvent& receive,
                 std::vector<Exchange>& exchanges) {
  if (kTimesReceive * Int128{receive.duration} < send.duration) return;
  exchanges.push_back({&send, &receive, std::min(send.duration, receive.duration)});
}

// The n-th send of a step is the n-th receive.
void MatchInOrder(const std::map<int64_t, SendParts>& sends,
                  const std::map<int64_t, SendParts>& receives, std::vector<Exchange>& exchanges) {
  for (const auto& [step, of_step] : sends) {
    const auto at = receives.find(step);
    if (at == receives.end() || at->second.size() != of_step.size()) continue;
    for (size_t i = 0; i < of_step.size(); ++i) AddExchange(*of_step[i], *at->second[i], exchanges);
  }
}

bool HaveClocks(const ComparedCollectives& compared, uint32_t run) {
  if (run >= compared.waits.runs.size()) return false;
  const Arrivals arrivals = compared.waits.runs[run].arrivals;
  return arrivals == Arrivals::kByClocks || arrivals == Arrivals::kByClocksAlone;
}

// A send is the only receive of its size that runs at the same time.
void MatchByTime(const Profile& profile, const std::map<int64_t, SendParts>& sends,
                 SendParts receives, std::vector<Exchange>& exchanges) {
  const auto begin = [&](const CollectiveEvent& one) {
    return profile.time_axis.At(one.source, one.begin);
  };
  std::sort(receives.begin(), receives.end(),
            [&](const auto* a, const auto* b) { return begin(*a) < begin(*b); });
  for (const auto& [step, of_step] : sends) {
    for (const CollectiveEvent* send : of_step) {
      const Int128 from = begin(*send), to = from + send->duration;
      auto at = std::partition_point(receives.begin(), receives.end(), [&](const auto* one) {
        return begin(*one) + one->duration <= from;
      });
      const CollectiveEvent* only = nullptr;
      size_t count = 0;
      for (; at != receives.end() && begin(**at) < to; ++at) {
        if ((*at)->bytes != send->bytes) continue;
        only = *at;
        ++count;
      }
      if (count == 1) AddExchange(*send, *only, exchanges);
    }
  }
}

SendLink LinkOf(const std::vector<Exchange>& exchanges) {
  SendLink link;
  std::vector<double> rates;
  link.sends = static_cast<int64_t>(exchanges.size());
  for (const Exchange& one : exchanges) {
    link.bytes += one.send->bytes;
    link.exchange += one.time;
    link.at_sender[one.send->source].push_back({one.send->end() - one.time, one.send->end()});
    link.at_receiver[one.receive->source].push_back(
        {one.receive->end() - one.time, one.receive->end()});
    rates.push_back(static_cast<double>(one.send->bytes) * kPicosPerSecond /
                    static_cast<double>(one.time));
  }
  link.rate = SummaryOf(std::move(rates)).median;
  return link;
}

// A file of each rank, by run and rank.
std::map<std::pair<uint32_t, int64_t>, SourceId> SourcesOfRanks(const Profile& profile) {
  const Runs runs = RunsOf(profile);
  std::map<std::pair<uint32_t, int64_t>, SourceId> sources;
  for (uint32_t i = 0; i < profile.sources.size(); ++i) {
    sources.try_emplace({runs.of_source[i], profile.sources[SourceId(i)].rank}, SourceId(i));
  }
  return sources;
}

// Picoseconds in all sends of a link beyond the usual rate: those that waited for their receivers
// take as long from then on as those that count.
double ExcessOf(const SendLink& link, double usual) {
  const double counted = static_cast<double>(link.exchange) -
                         static_cast<double>(link.bytes) * kPicosPerSecond / usual;
  return counted * static_cast<double>(link.all) / static_cast<double>(link.sends);
}

// What is left of the intervals after the first `usual` picoseconds of each.
void AddLate(const std::map<SourceId, std::vector<Interval>>& exchanges, double usual,
             std::map<SourceId, std::vector<Interval>>& late) {
  for (const auto& [source, intervals] : exchanges) {
    for (const Interval& one : intervals) {
      const int64_t begin = one.begin + static_cast<int64_t>(usual);
      if (begin < one.end) late[source].push_back({begin, one.end});
    }
  }
}

double UsualTime(const SendLink& link, double usual) {
  return static_cast<double>(link.bytes) / static_cast<double>(link.sends) * kPicosPerSecond /
         usual;
}

// The same of both directions of a link, which often send at once, as the rank at one end saw it.
double ExcessOfBoth(const SendLink& one, const SendLink& back, double usual) {
  std::map<SourceId, std::vector<Interval>> late;
  AddLate(one.at_sender, UsualTime(one, usual), late);
  AddLate(back.at_receiver, UsualTime(back, usual), late);
  Int128 united = 0;
  for (auto& [source, intervals] : late) united += TotalLength(std::move(intervals));
  return static_cast<double>(united) * static_cast<double>(one.all + back.all) /
         static_cast<double>(one.sends + back.sends);
}

// Adds the other direction of a slow link, if that is slow, too.
void AddOtherWay(double share, SlowSendLink& found) {
  for (const SendLink& other : found.others) {
    if (!(other.from == found.slow.to) || !(other.to == found.slow.from)) continue;
    if (other.rate >= share * found.usual) continue;
    found.both_ways = true;
    found.excess = ExcessOfBoth(found.slow, other, found.usual);
  }
}

}  // namespace

bool SendLink::CrossesHosts(const Profile& profile) const {
  const auto host = [&](SourceId source) { return RecordedHost(profile, profile.sources[source]); };
  return !host(from).empty() && !host(to).empty() && host(from) != host(to);
}

std::vector<SendLink> FindSendLinks(const Profile& profile, const ComparedCollectives& compared) {
  const PeerEvents events = PeerEventsOf(profile, compared);
  std::vector<SendLink> links;
  if (events.sends.empty()) return links;
  const auto sources = SourcesOfRanks(profile);
  for (const auto& [ends, sends] : events.sends) {
    const auto& [run, from, to] = ends;
    const auto receiver = sources.find({run, to});
    if (receiver == sources.end()) continue;
    std::vector<Exchange> exchanges;
    const auto receives = events.receives.find(ends);
    const auto unknown = events.unknown.find({run, to});
    if (receives != events.receives.end()) {
      MatchInOrder(sends, receives->second, exchanges);
    } else if (unknown != events.unknown.end() && HaveClocks(compared, run)) {
      MatchByTime(profile, sends, unknown->second, exchanges);
    }
    if (exchanges.size() < kLeastSends) continue;
    SendLink link = LinkOf(exchanges);
    for (const auto& [step, of_step] : sends) link.all += std::ssize(of_step);
    link.run = run;
    link.from = sources.at({run, from});
    link.to = receiver->second;
    links.push_back(link);
  }
  return links;
}

SlowSendLink FindSlowSendLink(const Profile& profile, const std::vector<SendLink>& links,
                              uint32_t run, double share) {
  SlowSendLink worst;
  for (const SendLink& link : links) {
    if (link.run != run) continue;
    std::vector<SendLink> all, alike;
    for (const SendLink& other : links) {
      if (other.run != run || &other == &link) continue;
      all.push_back(other);
      if (other.CrossesHosts(profile) == link.CrossesHosts(profile)) alike.push_back(other);
    }
    if (all.empty()) continue;
    std::vector<SendLink>& others = alike.empty() ? all : alike;
    std::vector<double> rates;
    rates.reserve(others.size());
    for (const SendLink& other : others) rates.push_back(other.rate);
    const double usual = UpperMedian(rates);
    if (usual <= 0 || link.rate >= share * usual) continue;
    const double excess = ExcessOf(link, usual);
    if (excess > worst.excess) worst = {link, std::move(others), usual, false, excess};
  }
  AddOtherWay(share, worst);
  return worst;
}

}  // namespace profiler
