#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/precision/plain_products.h"
#include "profiler/advise/rules/accelerators/precision/told_processes.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/common/tf32_remedy.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/precision/compute_precision.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/analysis/steps/ranks/stragglers.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

struct PrecisionThresholds {
  Threshold low = {"low", 0.1, "a share of 16-bit compute time below this, 0 to 1, is little", 1};
  Threshold most = {"most", 0.5,
                    "matrix products in 32 bit without tensor cores, where TF32 could be allowed, "
                    "are a warning from this share of a step, 0 to 1",
                    1};
};

struct PrecisionRow {
  std::string_view name;
  Int128 time;
  Value ops;  // kAbsent where the row is a part of another one
};

Report Evidence(const ComputePrecision& found) {
  constexpr std::array<std::string_view, kPrecisionCount> kNames = {"16 bit or less", "32 bit",
                                                                    "other types", "unknown"};
  std::vector<PrecisionRow> rows;
  for (size_t i = 0; i < kPrecisionCount; ++i) {
    if (found.ops[i] > 0) rows.push_back({kNames[i], found.time[i], found.ops[i]});
    if (i == static_cast<size_t>(Precision::kBits16) && found.in_8_bits > 0) {
      rows.push_back({"of that, 8 bit or less", found.in_8_bits, kAbsent});
    }
    if (i == static_cast<size_t>(Precision::kBits32) && found.in_tf32 > 0) {
      rows.push_back({"of that, as TF32", found.in_tf32, kAbsent});
    }
  }
  using C = ColumnOf<PrecisionRow>;
  return EvidenceOf<PrecisionRow>(
      {
          C::Number("micros", Unit::kMicros, "", "Accelerator time in a step.",
                    &PrecisionRow::time),
          C::Number("ops", Unit::kCount, "", "How many ops took it.", &PrecisionRow::ops),
      },
      rows, &PrecisionRow::name);
}

std::string Command(const ComputePrecision& found) {
  std::vector<std::string> types;
  for (std::string_view type : found.types) types.push_back(NameRegex(type));
  return fmt::format(
      "op -account_type_regexes {} -select accelerator_micros -order_by "
      "accelerator_micros",
      QuoteWord(fmt::format("{}", fmt::join(types, ","))));
}

// The remedy that fits the GPUs: tensor cores take float16 from compute capability 7.0 on, and
// bfloat16 from 8.0 on. `tf32_share` is the part that TF32 would make faster, 0 to 1.
std::string HowToBeFaster(Framework framework, std::optional<double> capability,
                          double tf32_share) {
  if (capability && *capability < 7) {
    return fmt::format(
        ": GPUs of compute capability {:.1f} have no tensor cores, so that mixed precision mostly "
        "saves memory alone",
        *capability);
  }
  if (capability && *capability < 8) {
    return fmt::format(
        ": mixed precision with float16 is faster there, if the accuracy allows it (bfloat16 is "
        "not: compute capability {:.1f} has no tensor cores for it)",
        *capability);
  }
  constexpr std::string_view kMixed =
      "mixed precision (bfloat16 or float16) is faster there, if the accuracy allows it";
  if (tf32_share <= 0) return fmt::format(": {}", kMixed);
  return fmt::format(
      ": allow TF32 first for matrix products, of which {:.0f}% of the time is without tensor "
      "cores ({}, a line that changes no type); {}",
      100 * tf32_share, HowToAllowTf32(framework), kMixed);
}

// Of a model that computes in 16 bit, but not everywhere. `share` is the part without tensor cores,
// which is all that is in 32 bit if `is_all`.
std::string BesideText(const Profile& profile, const ComputePrecision& found, double share,
                       bool is_all) {
  const OpRow& op = profile.ops.row[found.most_plain];
  const std::string line = SourceLine(profile, op.frame);
  return fmt::format(
      "{} without tensor cores, most of it in {}{}: compute that in 16 bit, too, if the accuracy "
      "allows it, or allow TF32 ({}, a line that changes no type)",
      is_all ? "" : fmt::format("; {:.0f}% is in 32 bit", 100 * share), profile.strings[op.name],
      line.empty() ? "" : " at " + line, HowToAllowTf32(FrameworkOf(profile)));
}

// Text such as " (60% in 8 bit or less)", of all known time; "" if no name says so.
std::string PartIn8Bits(const ComputePrecision& found, Int128 known) {
  return found.in_8_bits <= 0
             ? ""
             : fmt::format(" ({:.0f}% in 8 bit or less)", Percentage(found.in_8_bits, known));
}

// Text such as " (68% of it as TF32)".
std::string PartAsTf32(const ComputePrecision& found) {
  return found.in_tf32 <= 0 ? ""
                            : fmt::format(" ({:.0f}% of it as TF32, on tensor cores)",
                                          Percentage(found.in_tf32, found[Precision::kBits32]));
}

// " a step", or nothing where the recording has no steps.
std::string_view PerStep(const Profile& profile, const ComputePrecision& found) {
  const auto& steps = profile.steps.values();
  const bool has_steps = std::any_of(steps.begin(), steps.end(), [&](const StepRow& step) {
    return step.found_by != StepFoundBy::kWhole &&
           (!found.source.valid() || step.source == found.source);
  });
  return has_steps ? " a step" : "";
}

bool IsAllPlain(const ComputePrecision& found, Int128 known, double plain) {
  constexpr double kAlike = 0.005;  // what rounds to the same
  return std::abs(Share(found[Precision::kBits32], known) - plain) < kAlike;
}

// `time` is the known time as text, of all processes that the finding tells of.
Finding Judge(const Profile& profile, const ComputePrecision& found, Int128 known,
              const std::string& time, double low) {
  const double share = Percentage(found[Precision::kBits16], known);
  Finding finding;
  const bool is_low = share < 100 * low;
  const std::optional<double> capability = LowestCapability(profile, found.source);
  const double plain = ShareWithoutTf32(profile, found, known, capability, low);
  const bool is_beside = !is_low && plain > 0;
  finding.id = is_low ? "little_16_bit" : is_beside ? "fp32_beside_16_bit" : "precision";
  finding.severity = WarningIf(is_beside);
  finding.text = fmt::format(
      "{} of the {}{} in matrix products and convolutions on accelerators is in 16 bit or "
      "less{}, {:.0f}% in 32 bit{}{}",
      found[Precision::kBits16] == 0 ? "none" : fmt::format("{:.0f}%", share), time,
      PerStep(profile, found), PartIn8Bits(found, known),
      Percentage(found[Precision::kBits32], known), PartAsTf32(found),
      is_low      ? HowToBeFaster(FrameworkOf(profile), capability, plain)
      : is_beside ? BesideText(profile, found, plain, IsAllPlain(found, known, plain))
                  : "");
  finding.command = Command(found);
  finding.evidence.push_back(Evidence(found));
  return finding;
}

// A step is shortened by ranks alone only until it is as long as that of the others.
absl::Status LimitSavings(const InputOf<PrecisionThresholds>& input, const ToldProcesses& told,
                          Finding& finding) {
  if (finding.saves == kAbsent || told.others.empty()) return absl::OkStatus();
  PROFILER_ASSIGN_OR_RETURN(const SharedRanks ranks,
                            SharedRankSteps(input.selected, input.context));
  const auto among = [](const Precisions& some, SourceId source) {
    return std::any_of(some.begin(), some.end(),
                       [&](const auto* one) { return one->source == source; });
  };
  RanksOfRun slow, others;
  for (const RankSteps& rank : *ranks) {
    if (!rank.source.valid() || !rank.communicates) continue;
    if (among(told.alike, rank.source)) slow.push_back(&rank);
    if (among(told.others, rank.source)) others.push_back(&rank);
  }
  const double saved = SavedWithout(slow, others);
  if (std::isnan(saved)) return absl::OkStatus();
  finding.saves = saved < 1 ? kAbsent : std::min(finding.saves, static_cast<Value>(saved));
  return absl::OkStatus();
}

// Judges the processes of a run by the one with the least part in 16 bit.
absl::Status JudgePrecisions(const InputOf<PrecisionThresholds>& input, Precisions processes,
                             Verdict& verdict) {
  PutWorstFirst(processes);
  const ComputePrecision& least = *processes.front();
  const ToldProcesses told(processes);
  Finding finding =
      Judge(input.profile(), least, KnownTime(least), told.Times(), input.thresholds.low);
  WarnOfPlainProducts(input, least, input.thresholds.low, input.thresholds.most, finding);
  PROFILER_RETURN_IF_ERROR(LimitSavings(input, told, finding));
  if (least.source.valid()) {
    const std::string others = told.OthersAsTf32(input.thresholds.low);
    // A rank that others wait for may be slow for this.
    const bool is_fault = finding.severity == Severity::kWarning && !others.empty();
    if (is_fault) finding.id = "plain_on_some_ranks";
    finding.text = fmt::format("{}: {}{}", told.Name(input.profile()), finding.text, others);
    told.SetPlace(input.profile(), finding);
    if (processes.size() > 1) {
      finding.evidence.push_back(ProcessEvidence(input.profile(), processes));
    }
  }
  verdict.findings.push_back(std::move(finding));
  return absl::OkStatus();
}

// Why nothing, or not all, is judged; empty if all is.
std::string WhatLacks(const Profile& profile, const std::vector<ComputePrecision>& found) {
  const ComputePrecision& most = *std::max_element(
      found.begin(), found.end(), [](const ComputePrecision& a, const ComputePrecision& b) {
        return a[Precision::kUnknown] < b[Precision::kUnknown];
      });
  if (const Int128 unknown = most[Precision::kUnknown]; unknown > 0) {
    const std::string process = ProcessName(profile, most.source);
    return fmt::format(
        "the types of matrix products and convolutions that take {}{} on accelerators{}{} "
        "were not recorded",
        ScaledText(unknown, Unit::kMicros), PerStep(profile, most), process.empty() ? "" : " of ",
        process);
  }
  const auto is_known = [](const ComputePrecision& one) { return KnownTime(one) > 0; };
  if (std::any_of(found.begin(), found.end(), is_known)) return "";
  const bool misses_times = std::any_of(
      found.begin(), found.end(), [](const ComputePrecision& one) { return one.misses_times; });
  return std::string(
      misses_times
          ? "an accelerator was used, and its kernel times were not recorded"
          : WhyNoDeviceWork(profile, "no matrix product or convolution ran on an accelerator"));
}

absl::StatusOr<Verdict> JudgePrecision(const InputOf<PrecisionThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const auto values,
                            GetOpValues(input.selected, input.query, input.context));
  PROFILER_ASSIGN_OR_RETURN(const std::vector<ComputePrecision> found,
                            ComputePrecisions(input.selected, *values, input.context));
  std::map<uint32_t, Precisions> by_run;
  for (const ComputePrecision& one : found) {
    if (KnownTime(one) > 0) by_run[one.run].push_back(&one);
  }
  Verdict verdict;
  for (auto& [run, processes] : by_run) {
    PROFILER_RETURN_IF_ERROR(JudgePrecisions(input, std::move(processes), verdict));
  }
  verdict.lacks = WhatLacks(input.profile(), found);
  return verdict;
}

}  // namespace

extern const Rule kPrecisionChecker = RuleOf<PrecisionThresholds>{
    .name = "PrecisionChecker",
    .summary = "how much of the compute time on accelerators is in 16 bit or less",
    .run = JudgePrecision,
};

}  // namespace profiler
