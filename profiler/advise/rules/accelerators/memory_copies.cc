#include "profiler/analysis/accelerators/memory_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/input_copies.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/common/result_copies.h"
#include "profiler/advise/rules/common/slow_link.h"
#include "profiler/advise/rules/ranks/unlike/uneven_text.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/instructions/async_copies.h"
#include "profiler/analysis/instructions/copy_waits.h"
#include "profiler/analysis/memory/result_copies.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/steps/ranks/uneven_sources.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct CopyThresholds {
  Threshold share = {"share", 0.01,
                     "such copies take more than this share of the devices' time, 0 to 1", 1};
  Threshold least_bytes = {"least_bytes", kLeastCopiedBytes, "no warning below this many bytes"};
  Threshold results = {
      "results", kResultCopyShare,
      "copies to memory that is not page-locked, and the idle time after them, take "
      "more than this share of the steps, 0 to 1",
      1};
  Threshold waits = {"waits", 0.1,
                     "devices wait for copies beside their work for this share of their time or "
                     "more, 0 to 1",
                     1};
};

// The op and line of a call, e.g. "aten::copy_ at train.py:12".
std::string Place(const Profile& profile, const CallSite& site) {
  const std::string line = SourceLine(profile, site.frame);
  return NameOf(profile, site) + (line.empty() ? "" : " at " + line);
}

struct CopyRow {
  std::string name;
  const CopySum& sum;
  std::string line;
};

Report Evidence(const Profile& profile, const std::vector<CopySite>& sites, const CopySum& pinned) {
  std::vector<CopyRow> rows;
  if (pinned.copies > 0) rows.push_back({"from pinned memory", pinned, ""});
  for (const auto& one : sites) {
    rows.push_back({NameOf(profile, one.site), one.sum, SourceLine(profile, one.site.frame)});
  }
  using C = ColumnOf<CopyRow>;
  return EvidenceOf<CopyRow>(
      {
          C::Number("copies", Unit::kCount, "", "How many.",
                    [](const CopyRow& row) { return row.sum.copies; }),
          C::Number("bytes", Unit::kBytes, "", "What they copied.",
                    [](const CopyRow& row) { return row.sum.bytes; }),
          C::Number("time_us", Unit::kMicros, "", "Their time on the device, added up.",
                    [](const CopyRow& row) { return row.sum.time; }),
          C::Text("rate", "", "Bytes in that time.",
                  [](const CopyRow& row) { return FormatRate(row.sum.bytes, row.sum.time); }),
          C::Text("line", "", "The line of Python that copies.", &CopyRow::line),
      },
      rows, &CopyRow::name, "ops that copy for less time");
}

Finding Judge(const InputOf<CopyThresholds>& input, const MemoryCopies& copies, Int128 span) {
  const CopySum& sum = copies.pageable;
  const double share = Share(sum.time, span);
  const bool is_much = share > input.thresholds.share &&
                       static_cast<double>(sum.bytes) >= input.thresholds.least_bytes;
  Finding finding;
  finding.id = "pageable_copies";
  finding.severity = WarningIf(is_much);
  finding.share = share;
  finding.text = fmt::format(
      "{} of {} copies to devices ({}) come from memory that is not pinned: they take {}, {} "
      "of the devices' time, at {}; {} in {}{}",
      sum.copies, sum.copies + copies.pinned.copies, FormatBytesOf(sum.bytes),
      FormatMicros(sum.time), Percent(share), FormatRate(sum.bytes, sum.time),
      MostOfIt(copies.sites.front().sum.time, sum.time),
      Place(input.profile(), copies.sites.front().site), OnCopyingRanks(input.selected));
  const bool are_of_model = 2 * copies.of_model.time > sum.time;
  if (are_of_model) {
    finding.text +=
        ". Most of it copies what the model computes on the host, as its gradient is copied back: "
        "move that part of the model to the device, with its parameters and their optimizer";
  } else if (2 * copies.of_optimizer.time > sum.time) {
    finding.text +=
        ". Most of it copies what an optimizer updated on the host: pin that memory, or keep the "
        "optimizer's state on the device if it fits";
  } else if (is_much) {
    finding.text +=
        fmt::format(". The host waits for such copies, and they cannot overlap with kernels: {}",
                    HowToCopyFaster(FrameworkOf(input.profile())));
  }
  finding.command = "kernels -show_name_regexes '.*(Pageable|HtoD|H2D).*'";
  finding.evidence.push_back(Evidence(input.profile(), copies.sites, copies.pinned));
  return finding;
}

std::string_view HowToGetResults(Framework framework) {
  return framework == Framework::kPyTorch
             ? "copy into pinned memory (torch.empty(..., pin_memory=True).copy_(x, "
               "non_blocking=True)) and read it a step later"
             : "copy into page-locked memory and read it a step later";
}

// "step 506" or "each of 2 steps (500, 1000)".
std::string InFewSteps(const ResultCopies& copies) {
  const std::vector<int64_t>& numbers = copies.only_in;
  if (numbers.size() == 1) return fmt::format("step {}", numbers.front());
  return fmt::format("each of {} steps ({})", numbers.size(), fmt::join(numbers, ", "));
}

// Copies in few steps, as of a checkpoint: what they cost depends on how often such steps come.
Finding ResultsOfFewSteps(const InputOf<CopyThresholds>& input, const ResultCopies& copies,
                          double share) {
  const int64_t steps = std::max<int64_t>(copies.only_in_steps, 1);
  Finding finding;
  finding.id = "pageable_results";
  finding.text = fmt::format(
      "copies from devices to memory that is not pinned take {} in {} ({} at {}), {} in {}, "
      "and next to nothing in the other steps; {}that is {} of all steps. If that is a "
      "checkpoint, copy into pinned memory and write it in the background, or write it less often",
      FormatMicros(static_cast<Value>(copies.sum.time / steps)), InFewSteps(copies),
      FormatBytesOf(static_cast<Value>(copies.sum.bytes / steps)),
      FormatRate(copies.sum.bytes, static_cast<Value>(copies.sum.time)),
      MostOfIt(copies.sites.front().sum.time, copies.sum.time),
      Place(input.profile(), copies.sites.front().site),
      copies.idle_after <= 0 ? "" : "with the time in which the device is idle after them, ",
      Percent(share));
  finding.share = share;
  return finding;
}

// "; on the other 7 ranks they take 3 us a step or less".
std::string OfOtherRanks(const Profile& profile, const UnevenSources& uneven) {
  if (uneven.high.empty()) return "";
  return fmt::format("; on {} {}", OtherRanks(profile, uneven),
                     uneven.most_of_others <= 0
                         ? "they take no time"
                         : fmt::format("they take {} a step{}",
                                       FormatMicros(static_cast<Value>(uneven.most_of_others)),
                                       uneven.others > 1 ? " or less" : ""));
}

Finding ResultsOfSteps(const InputOf<CopyThresholds>& input, const ResultCopies& copies,
                       const UnevenSources& uneven, double share) {
  const Int128 steps = std::max<int64_t>(copies.steps, 1);
  const std::string_view per_step = copies.steps > 0 ? " a step" : "";
  Finding finding = Warning(
      "pageable_results", "",
      fmt::format(
          "{}copies from devices to memory that is not pinned take {}{}{} ({}{} at {}), {} in {}; "
          "{}that is {} of {}{}: copy less (reduce on the device first: mean, argmax, "
          "topk), or {}",
          OnUnevenRanks(input.profile(), uneven),
          FormatMicros(static_cast<Value>(copies.sum.time / steps)), per_step,
          InMeanOfRanks(input.profile(), copies.of_source, uneven),
          FormatBytesOf(static_cast<Value>(copies.sum.bytes / steps)), per_step,
          FormatRate(copies.sum.bytes, static_cast<Value>(copies.sum.time)),
          MostOfIt(copies.sites.front().sum.time, copies.sum.time),
          Place(input.profile(), copies.sites.front().site),
          copies.idle_after <= 0
              ? ""
              : fmt::format("with {}{} in which the device is idle after them, until the host that "
                            "waited launches more, ",
                            FormatMicros(static_cast<Value>(copies.idle_after / steps)), per_step),
          Percent(share), copies.span > 0 ? "the steps" : "the devices' time",
          OfOtherRanks(input.profile(), uneven), HowToGetResults(FrameworkOf(input.profile()))),
      "");
  finding.share = share;
  const Int128 time = copies.alone + copies.idle_after;
  // Devices of one process copy at the same time.
  if (copies.device_steps > 0) finding.saves = static_cast<Value>(time / copies.device_steps);
  return finding;
}

// Judges copies of results to the host; `devices_span` is the time of all devices, for recordings
// without steps. No finding where they and the idle time after them are little.
absl::Status JudgeResults(const InputOf<CopyThresholds>& input, Int128 devices_span,
                          Verdict& verdict) {
  PROFILER_ASSIGN_OR_RETURN(const SharedCopies all,
                            SharedResultCopies(input.selected, input.context));
  UnevenSources uneven;
  if (all->only_in.empty()) uneven = UnevenSourcesOf(all->of_source, 0);
  ResultCopies of_high;
  if (!uneven.high.empty()) {
    PROFILER_ASSIGN_OR_RETURN(of_high, ResultCopiesOf(input.selected, input.context, uneven.high));
  }
  const ResultCopies& copies = uneven.high.empty() ? *all : of_high;
  const CopyThresholds& limits = input.thresholds;
  const Int128 span = copies.span > 0 ? copies.span : devices_span;
  if (!AreCopiesMuch(copies, span, limits.results, limits.least_bytes)) return absl::OkStatus();
  const double share = Share(copies.alone + copies.idle_after, span);
  Finding finding = copies.only_in.empty() ? ResultsOfSteps(input, copies, uneven, share)
                                           : ResultsOfFewSteps(input, copies, share);
  finding.command = "kernels -show_name_regexes '.*(Device -> Pageable|DtoH|D2H).*'";
  if (uneven.high.size() == 1) SetPlace(input.profile(), uneven.high.front(), finding);
  finding.evidence.push_back(Evidence(input.profile(), copies.sites, CopySum()));
  verdict.findings.push_back(std::move(finding));
  return absl::OkStatus();
}

// Devices that wait for copies which XLA started ahead (copy-done).
absl::Status JudgeCopyWaits(const InputOf<CopyThresholds>& input, Int128 span, Verdict& verdict) {
  PROFILER_ASSIGN_OR_RETURN(const CopyWaits waits, CopyWaitsOf(input.selected, input.context));
  const double share = Share(waits.time, span);
  if (!waits.top.valid() || share < input.thresholds.waits) return absl::OkStatus();
  const Profile& profile = input.profile();
  const OpRow& op = profile.ops.row[waits.top];
  const std::string line = SourceLine(profile, op.frame);
  const Value of_step =
      static_cast<Value>(waits.in_steps / static_cast<int64_t>(std::max<size_t>(waits.steps, 1)));
  const std::string_view where = waits.from_host ? ", from the host's memory"
                                 : waits.to_host ? ", to the host's memory"
                                                 : "";
  Finding finding = Warning(
      "waits_for_copies", "",
      fmt::format(
          "devices wait for copies to end in {} of their time{}, most of it in {} of {}{}{}: "
          "{}start the copies earlier, so that more work runs beside them",
          Percent(share),
          waits.in_steps > 0 ? fmt::format(" ({} a step)", FormatMicros(of_step)) : "",
          WithoutNumber(profile.strings[op.name]),
          profile.strings[profile.ops.row[WrittenOp(profile, waits.top)].name],
          line.empty() ? "" : " at " + line, where,
          where.empty() ? "" : "keep on the device what each step needs, or "),
      "hlo -order_by self_us -top 20");
  finding.share = share;
  if (waits.in_steps > 0) finding.saves = of_step;
  verdict.findings.push_back(std::move(finding));
  return absl::OkStatus();
}

absl::StatusOr<Verdict> JudgeCopies(const InputOf<CopyThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const MemoryCopies copies,
                            MemoryCopiesOf(input.selected, input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto devices, TimesOfDevices(input.selected, input.context));
  Int128 span = 0;
  for (const DeviceTimes& device : devices) span += device.span;
  Verdict verdict;
  if (devices.empty()) {
    verdict.lacks = WhyNoDeviceWork(input.profile(), "nothing ran on an accelerator");
  } else if (copies.pageable.copies > 0) {
    verdict.findings.push_back(Judge(input, copies, span));
  } else if (copies.pinned.copies + copies.to_pageable.copies == 0) {
    verdict.lacks = copies.of_unknown_kind > 0
                        ? "what kind of memory copies came from was not recorded"
                        : "no copy to a device was recorded";
  }
  if (copies.to_pageable.copies > 0) {
    PROFILER_RETURN_IF_ERROR(JudgeResults(input, span, verdict));
  }
  PROFILER_RETURN_IF_ERROR(JudgeCopyWaits(input, span, verdict));
  PROFILER_ASSIGN_OR_RETURN(std::vector<Finding> links, SlowLinkFindings(input, span));
  std::move(links.begin(), links.end(), std::back_inserter(verdict.findings));
  if (!verdict.findings.empty()) verdict.lacks.clear();
  return verdict;
}

}  // namespace

extern const Rule kCopyChecker = RuleOf<CopyThresholds>{
    .name = "CopyChecker",
    .summary =
        "copies to and from devices with memory that is not page-locked, and those that "
        "devices wait for",
    .run = JudgeCopies,
};

}  // namespace profiler
