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

// A command without tfprof's quirks, because tfprof omits RecvTensor, which is in no graph.
constexpr char kTransferCommand[] =
    "op -account_type_regexes RecvTensor,_?Recv.*,_?Send.*,.*[Nn]ccl.* -compat off "
    "-select micros,occurrence,output_bytes";

std::string NameOf(const Link& link) { return fmt::format("{} -> {}", link.from, link.to); }

Value RateOf(const Link& link) { return BytesPerSecond(link.bytes, link.in_flight); }

// A table of the links in ascending order of rate, unknown rates last.
Report Evidence(std::vector<Link> links, int64_t steps) {
  std::stable_sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return RateOf(a) < RateOf(b);  // kAbsent is larger than any rate
  });
  using C = ColumnOf<Link>;
  return EvidenceOf<Link>(
      {
          C::Real("transfers", Unit::kCount, "", "Transfers in a step.",
                  [=](const Link& link) { return ShareOf(link.transfers, steps); }),
          C::Number("bytes", Unit::kBytes, "", "What they carried in a step.",
                    [=](const Link& link) {
                      return link.bytes == kAbsent ? kAbsent : link.bytes / steps;
                    }),
          C::Number("in_flight_us", Unit::kMicros, "",
                    "While at least one was under way, in a step.",
                    [=](const Link& link) { return link.in_flight / steps; }),
          C::Number("median_us", Unit::kMicros, "", "The duration of the middle transfer.",
                    &Link::median_duration),
          C::Number("rate", Unit::kBytesPerSecond, "", "bytes over in_flight_us.",
                    [](const Link& link) { return RateOf(link); }),
      },
      links, [](const Link& link) { return NameOf(link); }, "faster links");
}

// The links with enough data for a meaningful rate, in ascending order of rate. The time of small
// transfers is mostly latency.
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

// The data that the graph sends from one task to another.
struct GraphLink {
  std::string name;
  int64_t tensors = 0;
  Value bytes = 0;  // kAbsent if any tensor's size is unknown

  void Add(int64_t more_tensors, Value more_bytes) {
    tensors += more_tensors;
    bytes = bytes == kAbsent || more_bytes == kAbsent ? kAbsent : bytes + more_bytes;
  }
};

Report Evidence(const std::vector<GraphLink>& links) {
  using C = ColumnOf<GraphLink>;
  return EvidenceOf<GraphLink>(
      {
          C::Number("tensors", Unit::kCount, "", "Tensors that the graph sends in a step.",
                    &GraphLink::tensors),
          C::Number("bytes", Unit::kBytes, "", "Their size.", &GraphLink::bytes),
      },
      links, &GraphLink::name, "other links");
}

}  // namespace

void JudgeLinks(const std::vector<Transfer>& transfers, int64_t steps, double slow_share,
                Verdict& verdict) {
  if (transfers.empty() || steps == 0) return;
  const std::vector<Link> links = Links(transfers);
  const std::vector<Link> used = ByRate(links);
  if (used.empty()) return;
  const Link& slowest = used.front();
  const Link& middle = used[used.size() / 2];
  const bool is_slow =
      static_cast<double>(RateOf(slowest)) < slow_share * static_cast<double>(RateOf(middle));
  Finding finding;
  finding.id = "slowest_link";
  finding.subject = NameOf(slowest);
  finding.severity = WarningIf(is_slow);
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
  finding.evidence.push_back(Evidence(links, steps));
  verdict.findings.push_back(std::move(finding));
}

void JudgeSizes(const std::vector<Transfer>& transfers, int64_t steps, double small,
                Verdict& verdict) {
  if (transfers.empty() || steps == 0) return;
  std::vector<int64_t> bytes, durations;
  for (const Transfer& one : transfers) {
    durations.push_back(one.duration);
    if (one.bytes != kUnknown) bytes.push_back(one.bytes);
  }
  if (bytes.empty()) return;
  std::sort(bytes.begin(), bytes.end());
  std::sort(durations.begin(), durations.end());
  const int64_t middle = bytes[bytes.size() / 2];
  if (static_cast<double>(middle) > small) return;
  verdict.findings.push_back(Warning(
      "small_transfers", "",
      fmt::format("transfers are small: median {1} in {2} ({0} transfers), so latency limits them, "
                  "not bandwidth; send fewer, larger ones: pack small tensors, exchange less often",
                  transfers.size(), FormatBytesOf(middle),
                  FormatMicros(durations[durations.size() / 2])),
      kTransferCommand));
}

void JudgeGraphCommunication(const Profile& profile, const std::vector<DataEdge>& crossings,
                             Verdict& verdict) {
  std::vector<std::string> task_of;  // by device
  for (const DeviceRow& device : profile.devices.values()) {
    task_of.push_back(TaskName(profile.strings[device.name]));
  }
  std::map<std::pair<std::string_view, std::string_view>, GraphLink> links;
  for (const DataEdge& edge : crossings) {
    const std::string_view from = task_of[edge.from_device.row()];
    const std::string_view to = task_of[edge.to_device.row()];
    if (from == to) continue;
    links[{from, to}].Add(1, edge.bytes);
  }
  if (links.empty()) return;
  std::vector<GraphLink> rows;
  GraphLink all;
  for (const auto& [ends, sum] : links) {
    rows.push_back({fmt::format("{} -> {}", ends.first, ends.second), sum.tensors, sum.bytes});
    all.Add(sum.tensors, sum.bytes);
  }
  Finding finding;
  finding.id = "graph_traffic";
  finding.text = fmt::format("by the graph, a step sends about {} between tasks, {} on {}",
                             Count(static_cast<size_t>(all.tensors), "tensor"),
                             all.bytes == kAbsent ? "of unknown size" : FormatBytesOf(all.bytes),
                             Count(links.size(), "link"));
  finding.command = "op -select device,output_bytes -order_by output_bytes";
  finding.evidence.push_back(Evidence(rows));
  verdict.findings.push_back(std::move(finding));
}

}  // namespace profiler
