#include "profiler/advise/rules/accelerators/memory_copies.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/accelerators/memory_copies.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// "aten::copy_ at train.py:12".
std::string Place(const Profile& profile, const CallSite& site) {
  const std::string line = SourceLine(profile, site.frame);
  return NameOf(profile, site) + (line.empty() ? "" : " at " + line);
}

Report Evidence(const Profile& profile, const MemoryCopies& copies) {
  EvidenceTable evidence({
      EvidenceNumber("copies", Unit::kCount, "How many."),
      EvidenceNumber("bytes", Unit::kBytes, "What they copied."),
      EvidenceNumber("time_us", Unit::kMicros, "Their time on the device, added up."),
      EvidenceText("rate", "Bytes in that time."),
      EvidenceText("line", "The line of Python that copies."),
  });
  const auto add = [&](const std::string& name, const CopySum& sum, std::string line) {
    evidence.Add(name, {static_cast<Value>(sum.copies), sum.bytes, sum.time,
                        FormatRate(sum.bytes, sum.time), std::move(line)});
  };
  if (copies.pinned.copies > 0) add("from pinned memory", copies.pinned, "");
  for (const auto& one : copies.sites) {
    add(NameOf(profile, one.site), one.sum, SourceLine(profile, one.site.frame));
  }
  return evidence.Take("ops that copy for less time");
}

Finding Judge(const RuleInput& input, const MemoryCopies& copies, Int128 span) {
  const CopySum& sum = copies.pageable;
  const double share = span > 0 ? static_cast<double>(sum.time) / static_cast<double>(span) : 0;
  const bool is_much = share > input.threshold("share") &&
                       static_cast<double>(sum.bytes) >= input.threshold("least_bytes");
  Finding finding;
  finding.id = "pageable_copies";
  finding.severity = is_much ? FindingSeverity::kWarning : FindingSeverity::kInfo;
  finding.text = fmt::format(
      "{} of {} copies to devices ({}) come from memory that is not pinned: they take {}, {:.1f}% "
      "of the "
      "devices' time, at {}; most of it in {}",
      sum.copies, sum.copies + copies.pinned.copies, FormatBytesOf(sum.bytes),
      FormatMicros(sum.time), 100 * share, FormatRate(sum.bytes, sum.time),
      Place(input.profile(), copies.sites.front().site));
  if (is_much) {
    finding.text +=
        ". The host waits for such copies, and they cannot overlap with kernels: use "
        "DataLoader(pin_memory=True) or tensor.pin_memory(), and .to(device, non_blocking=True)";
  }
  finding.command = "kernels -show_name_regexes '.*(Pageable|HtoD).*'";
  finding.evidence = Evidence(input.profile(), copies);
  return finding;
}

}  // namespace

absl::StatusOr<Verdict> PageableCopies(const RuleInput& input) {
  PROFILER_ASSIGN_OR_RETURN(const MemoryCopies copies,
                            MemoryCopiesOf(input.selected, input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto devices, TimesOfDevices(input.selected, input.context));
  Int128 span = 0;
  for (const DeviceTimes& device : devices) span += device.span;
  Verdict verdict;
  if (devices.empty()) {
    verdict.lacks = "nothing ran on an accelerator";
  } else if (copies.pageable.copies > 0) {
    verdict.findings.push_back(Judge(input, copies, span));
  } else if (copies.pinned.copies + copies.to_pageable.copies == 0) {
    verdict.lacks = copies.of_unknown_kind > 0
                        ? "what kind of memory copies came from was not recorded"
                        : "no copy to a device was recorded";
  }
  return verdict;
}

}  // namespace profiler
