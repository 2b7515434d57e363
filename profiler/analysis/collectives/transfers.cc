#include "profiler/analysis/collectives/transfers.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"

namespace profiler {
namespace {

// Removes "[8192B]" or "[1.2MB]" from the start of `text`, and sets the label's bytes.
bool TakeBytes(std::string_view& text, TransferLabel& label) {
  const size_t end = text.find(']');
  if (text.empty() || text[0] != '[' || end == text.npos) return false;
  const std::string_view amount = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  double number = 0;
  const char* const last = amount.data() + amount.size();
  const auto [after, error] = std::from_chars(amount.data(), last, number);
  if (error != std::errc() || !(number >= 0) || number > 1e12) return false;
  const std::string_view unit(after, static_cast<size_t>(last - after));
  label.is_rounded = unit == "MB";
  if (!label.is_rounded && unit != "B") return false;
  label.bytes = static_cast<int64_t>(label.is_rounded ? number * 1048576 : number);
  return true;
}

// The bytes of transfers, by their end time.
class EndedBytes {
 public:
  EndedBytes(const Profile& profile, const CommunicationTable& communication) {
    profile.snapshots.ForEachOf(
        [&](OpId op, StepId step, DeviceId device, int64_t time, int64_t bytes) {
          if (communication.Of(op) != Communication::kTransfer) return;
          if (time == kUnknown || bytes == kUnknown) return;
          const auto [it, is_new] = bytes_.try_emplace({op, step, device, time}, bytes);
          if (!is_new) it->second = kUnknown;  // ambiguous, as two transfers ended at once
        },
        &SnapshotRow::op, &SnapshotRow::step, &SnapshotRow::device, &SnapshotRow::time,
        &SnapshotRow::output_bytes);
  }
  int64_t Find(OpId op, StepId step, DeviceId device, int64_t end) const {
    const auto it = bytes_.find({op, step, device, end});
    return it == bytes_.end() ? kUnknown : it->second;
  }

 private:
  absl::flat_hash_map<std::tuple<OpId, StepId, DeviceId, int64_t>, int64_t> bytes_;
};

}  // namespace

std::optional<TransferLabel> ParseTransferLabel(std::string_view label) {
  TransferLabel parsed;
  std::string_view rest = label;
  if (!TakeBytes(rest, parsed)) return std::nullopt;
  constexpr std::string_view kFrom = " from ", kTo = " to ";
  const size_t to = rest.rfind(kTo);
  const size_t from = to == rest.npos ? to : rest.rfind(kFrom, to);
  if (from == rest.npos) return std::nullopt;
  parsed.to = rest.substr(to + kTo.size());
  parsed.from = rest.substr(from + kFrom.size(), to - from - kFrom.size());
  const size_t name = rest.rfind("] ", from);
  if (name != rest.npos) parsed.tensor = rest.substr(name + 2, from - name - 2);
  return parsed;
}

std::vector<Transfer> Transfers(const Selected& selected) {
  const Profile& profile = selected.profile();
  const SelectedSteps& steps = selected.steps();
  const SourceFilter& source_filter = selected.source_filter();
  CommunicationTable communication(profile);
  const EndedBytes ended(profile, communication);
  std::vector<Transfer> transfers;
  for (const Track track : Tracks(profile, HoldsWorkOrBeside)) {
    const Events& events = track.events;
    for (size_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || !steps.Has(step) || !source_filter.Has(step, track.row.device)) continue;
      if (communication.OfEvent(track.row, events, e) != Communication::kTransfer) continue;
      Transfer transfer;
      transfer.step = step;
      transfer.begin = events.begin[e];
      transfer.duration = events.duration[e];
      transfer.bytes =
          ended.Find(events.op[e], step, track.row.device, events.begin[e] + events.duration[e]);
      const auto label = events.label.empty() || !events.label[e].valid()
                             ? std::nullopt
                             : ParseTransferLabel(profile.strings[events.label[e]]);
      if (label) {
        transfer.from = label->from;
        transfer.to = label->to;
        if (!label->is_rounded || transfer.bytes == kUnknown) transfer.bytes = label->bytes;
      }
      transfers.push_back(transfer);
    }
  }
  return transfers;
}

std::pair<std::string, std::string> LinkEnds(std::string_view from, std::string_view to) {
  const auto name = [](std::string_view device) {
    const std::string task = TaskName(device);
    return task.empty() ? std::string(device) : task;
  };
  std::pair<std::string, std::string> ends = {name(from), name(to)};
  if (ends.first == ends.second) return {std::string(from), std::string(to)};
  return ends;
}

std::vector<Link> Links(const std::vector<Transfer>& transfers) {
  std::map<std::pair<std::string, std::string>, std::vector<const Transfer*>> by_ends;
  for (const Transfer& one : transfers) {
    if (one.from.empty() || one.to.empty()) continue;
    by_ends[LinkEnds(one.from, one.to)].push_back(&one);
  }
  std::vector<Link> links;
  for (const auto& [ends, those] : by_ends) {
    Link link;
    link.from = ends.first;
    link.to = ends.second;
    link.transfers = static_cast<int64_t>(those.size());
    std::map<StepId, std::vector<Interval>> times;
    std::vector<int64_t> durations;
    for (const Transfer* one : those) {
      if (one->bytes == kUnknown) link.bytes = kAbsent;
      if (link.bytes != kAbsent) link.bytes += one->bytes;
      times[one->step].push_back({one->begin, one->begin + one->duration});
      durations.push_back(one->duration);
    }
    for (auto& [step, intervals] : times) link.in_flight += TotalLength(std::move(intervals));
    const auto middle = durations.begin() + static_cast<ptrdiff_t>(durations.size() / 2);
    std::nth_element(durations.begin(), middle, durations.end());
    link.median_duration = *middle;
    links.push_back(std::move(link));
  }
  return links;
}

}  // namespace profiler
