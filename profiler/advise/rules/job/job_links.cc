#include "profiler/advise/rules/job/job_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/collectives/workers.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

// RecvTensor is in no graph, and tfprof leaves it out.
constexpr char kTransferCommand[] =
    "op -account_type_regexes RecvTensor,_?Recv.*,_?Send.*,.*[Nn]ccl.* -compat off "
    "-select micros,occurrence,output_bytes";

std::string NameOf(const Link& link) { return fmt::format("{} -> {}", link.from, link.to); }

// Bytes a second.
Value RateOf(const Link& link) {
  if (link.bytes == kAbsent || link.in_flight <= 0) return kAbsent;
  return link.bytes * kPicosPerSecond / link.in_flight;
}

// The slowest first, those of unknown rate last.
Report Evidence(std::vector<Link> links, int64_t steps) {
  std::stable_sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return RateOf(a) < RateOf(b);  // kAbsent is greater than any
  });
  EvidenceTable evidence({
      EvidenceReal("transfers", Unit::kCount, "Transfers in a step."),
      EvidenceNumber("bytes", Unit::kBytes, "What they carried in a step."),
      EvidenceNumber("in_flight_us", Unit::kMicros, "While at least one was under way, in a step."),
      EvidenceNumber("median_us", Unit::kMicros, "The duration of the middle transfer."),
      EvidenceNumber("rate", Unit::kBytesPerSecond, "bytes over in_flight_us."),
  });
  for (const Link& link : links) {
    evidence.Add(NameOf(link), {static_cast<double>(link.transfers) / static_cast<double>(steps),
                                link.bytes == kAbsent ? kAbsent : link.bytes / steps,
                                static_cast<Value>(link.in_flight / steps),
                                static_cast<Value>(link.median_duration), RateOf(link)});
  }
  return evidence.Take("faster links");
}

// Links that carry little are all latency; their rate says nothing. The slowest first.
std::vector<Link> ByRate(const std::vector<Link>& links) {
  Value most = 0;
  for (const Link& link : links) {
    if (link.bytes != kAbsent) most = std::max(most, link.bytes);
  }
  std::vector<Link> used;
  std::copy_if(links.begin(), links.end(), std::back_inserter(used), [&](const Link& link) {
    return RateOf(link) != kAbsent && link.bytes > 0 && link.bytes * 10 >= most;
  });
  std::stable_sort(used.begin(), used.end(),
                   [](const Link& a, const Link& b) { return RateOf(a) < RateOf(b); });
  return used;
}

std::string RateText(const Link& link) { return FormatRate(link.bytes, link.in_flight); }

void JudgeSlowest(const RuleInput& input, const std::vector<Link>& links, int64_t steps,
                  Verdict& verdict) {
  const std::vector<Link> used = ByRate(links);
  if (used.empty()) return;
  const Link& slowest = used.front();
  const Link& middle = used[used.size() / 2];
  const bool is_slow = static_cast<double>(RateOf(slowest)) <
                       input.threshold("slow_link") * static_cast<double>(RateOf(middle));
  Finding finding;
  finding.id = "slowest_link";
  finding.subject = NameOf(slowest);
  finding.severity = is_slow ? FindingSeverity::kWarning : FindingSeverity::kInfo;
  finding.text =
      fmt::format("the slowest link is {}: {} ({} a step, {} for the middle transfer)",
                  NameOf(slowest), RateText(slowest), FormatBytesOf(slowest.bytes / steps),
                  FormatMicros(slowest.median_duration));
  if (used.size() > 1) {
    finding.text +=
        fmt::format("; the fastest, {}, has {}", NameOf(used.back()), RateText(used.back()));
  }
  if (is_slow) finding.text += ". Look at that host's network";
  finding.command = kTransferCommand;
  finding.evidence = Evidence(links, steps);
  verdict.findings.push_back(std::move(finding));
}

void JudgeSizes(const RuleInput& input, const std::vector<Transfer>& transfers, Verdict& verdict) {
  std::vector<int64_t> bytes, durations;
  for (const Transfer& one : transfers) {
    durations.push_back(one.duration);
    if (one.bytes != kUnknown) bytes.push_back(one.bytes);
  }
  if (bytes.empty()) return;
  std::sort(bytes.begin(), bytes.end());
  std::sort(durations.begin(), durations.end());
  const int64_t middle = bytes[bytes.size() / 2];
  if (static_cast<double>(middle) >= input.threshold("small_transfer")) return;
  Finding finding;
  finding.id = "small_transfers";
  finding.severity = FindingSeverity::kWarning;
  finding.text = fmt::format(
      "transfers are small: the middle one of {} carries {} and takes {}, which is latency, not "
      "bandwidth; send fewer and larger ones: pack small tensors, do more between exchanges",
      transfers.size(), FormatBytesOf(middle), FormatMicros(durations[durations.size() / 2]));
  finding.command = kTransferCommand;
  verdict.findings.push_back(std::move(finding));
}

}  // namespace

void JudgeLinks(const RuleInput& input, const std::vector<Transfer>& transfers, int64_t steps,
                bool waits, Verdict& verdict) {
  if (transfers.empty() || steps == 0) return;
  JudgeSlowest(input, Links(transfers), steps, verdict);
  if (waits) JudgeSizes(input, transfers, verdict);
}

void TellGraphTraffic(const Profile& profile, const std::vector<DataEdge>& crossings,
                      Verdict& verdict) {
  struct Sum {
    int64_t tensors = 0;
    Value bytes = 0;
  };
  std::vector<std::string> task_of;  // by device
  for (const DeviceRow& device : profile.devices.values()) {
    task_of.push_back(TaskName(profile.strings[device.name]));
  }
  std::map<std::pair<std::string_view, std::string_view>, Sum> links;
  for (const DataEdge& edge : crossings) {
    const std::string_view from = task_of[edge.from_device.row()];
    const std::string_view to = task_of[edge.to_device.row()];
    if (from == to) continue;
    Sum& sum = links[{from, to}];
    ++sum.tensors;
    sum.bytes = sum.bytes == kAbsent || edge.bytes == kAbsent ? kAbsent : sum.bytes + edge.bytes;
  }
  if (links.empty()) return;
  EvidenceTable evidence({
      EvidenceNumber("tensors", Unit::kCount, "Tensors that the graph sends in a step."),
      EvidenceNumber("bytes", Unit::kBytes, "Their size."),
  });
  Sum all;
  for (const auto& [ends, sum] : links) {
    evidence.Add(fmt::format("{} -> {}", ends.first, ends.second), {sum.tensors, sum.bytes});
    all.tensors += sum.tensors;
    all.bytes = all.bytes == kAbsent || sum.bytes == kAbsent ? kAbsent : all.bytes + sum.bytes;
  }
  Finding finding;
  finding.id = "graph_traffic";
  finding.text = fmt::format("by the graph, a step sends about {} between tasks, {} on {}",
                             Count(static_cast<size_t>(all.tensors), "tensor"),
                             all.bytes == kAbsent ? "of unknown size" : FormatBytesOf(all.bytes),
                             Count(links.size(), "link"));
  finding.command = "op -select device,output_bytes -order_by output_bytes";
  finding.evidence = evidence.Take("other links");
  verdict.findings.push_back(std::move(finding));
}

}  // namespace profiler
