#include "profiler/analysis/values/kernel_waste.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/depthwise_text.h"
#include "profiler/advise/rules/accelerators/formatting_text.h"
#include "profiler/advise/rules/accelerators/work/busiest_text.h"
#include "profiler/advise/rules/accelerators/work/roof_text.h"
#include "profiler/advise/rules/accelerators/work/slow_text.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/layout_remedy.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/rules/ranks/unlike/uneven_text.h"
#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/instructions/data_formatting.h"
#include "profiler/analysis/instructions/roofs/instruction_work.h"
#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/ops/depthwise_kernels.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/steps/ranks/uneven_sources.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct KernelThresholds {
  Threshold depthwise = {"depthwise", 0.25,
                         "kernels of depthwise convolutions that use no tensor cores are a warning "
                         "from this share of the time of accelerators, 0 to 1",
                         1};
  Threshold layout = {
      "layout", 0.1, "changes of layout take this share of the time of kernels or more, 0 to 1", 1};
  Threshold few_blocks = {
      "few_blocks", 0.1,
      "a kernel of few blocks, alone on the device, takes this share or more, 0 to 1", 1};
  Threshold few_blocks_us = {"few_blocks_us", 50, "... and this long or longer in the mean, in us"};
  Threshold slow = {
      "slow", 0.2,
      "kernels that are known to be slow take this share of the time of kernels or more, 0 to 1",
      1};
  Threshold far_below = {
      "far_below", 0.1,
      "instructions far below the speed of memory that do little take this share or more, 0 to 1",
      1};
  Threshold of_memory = {"of_memory", 0.1,
                         "... where they reach less than this share of that speed, 0 to 1", 1};
  Threshold busy = {"busy", 0.5,
                    "a warning where devices are busy for this share of the time or more, 0 to 1",
                    1};
};

// What a step would be shorter by without it: devices of one process work at the same time.
Value SavedAStep(const KernelWaste& waste, Int128 time) {
  return waste.device_steps > 0 ? static_cast<Value>(time / waste.device_steps) : kAbsent;
}

std::string_view OpText(const Profile& profile, StringId op) {
  return op.valid() ? profile.strings[op] : std::string_view("kernels without an op");
}

Report LayoutEvidence(const Profile& profile, const KernelWaste& waste) {
  using Row = std::pair<StringId, KernelSum>;
  using C = ColumnOf<Row>;
  return EvidenceOf<Row>(
      {
          C::Number("kernels", Unit::kCount, "", "How many of its kernels change a layout.",
                    [](const Row& row) -> Value { return row.second.kernels; }),
          C::Number("time_us", Unit::kMicros, "", "Their time, added up.",
                    [](const Row& row) -> Value { return row.second.time; }),
          C::Real("share", Unit::kShare, "", "That as a part of the time of all kernels.",
                  [all = waste.all.time](const Row& row) { return Share(row.second.time, all); }),
      },
      waste.layout_ops, [&](const Row& row) { return OpText(profile, row.first); },
      "ops that take less time");
}

// Of all ranks, or of the few that `uneven` names, which `waste` is of then.
Finding LayoutFinding(const InputOf<KernelThresholds>& input, const KernelWaste& waste,
                      const UnevenSources& uneven, double busy) {
  const Profile& profile = input.profile();
  const double share = Share(waste.layout.time, waste.all.time);
  Finding finding;
  finding.id = uneven.high.empty() ? "layout_kernels" : "layout_on_some_ranks";
  finding.severity = WarningIf(busy >= input.thresholds.busy);
  finding.share = share * busy;
  finding.saves = SavedAStep(waste, waste.layout.time);
  finding.text = fmt::format(
      "{}{} of the time of kernels {} only changes the layout of tensors between NCHW and NHWC, in "
      "{}, {} in {}: {}",
      OnUnevenRanks(profile, uneven), Percent(share), OfKernels(waste, waste.layout.time),
      HowMany(waste, waste.layout.kernels),
      MostOfIt(waste.layout_ops.front().second.time, waste.layout.time),
      OpText(profile, waste.layout_ops.front().first), HowToKeepLayout(FrameworkOf(profile)));
  finding.command = "kernels -show_name_regexes '.*(nchwToNhwc|nhwcToNchw).*' -top 10";
  finding.evidence.push_back(LayoutEvidence(profile, waste));
  return finding;
}

// Text such as "aten::sort", or "12 ops, such as jit(f)/layer_0/scan".
std::string OpsOfGrid(const Profile& profile, const SmallGrid& small) {
  const std::string_view op =
      small.op.valid() ? profile.strings[small.op] : std::string_view("no recorded op");
  return small.ops > 1 ? fmt::format("{} ops, such as {}", small.ops, op) : std::string(op);
}

Report SmallGridEvidence(const Profile& profile, const KernelWaste& waste) {
  using C = ColumnOf<SmallGrid>;
  return EvidenceOf<SmallGrid>(
      {
          C::Text("op", "", "The op that launched it, of several the one that takes most.",
                  [&](const SmallGrid& row) {
                    return std::string(row.op.valid() ? profile.strings[row.op] : "-");
                  }),
          C::Text("grid", "", "Its blocks.", &SmallGrid::grid),
          C::Number("kernels", Unit::kCount, "", "How many ran.",
                    [](const SmallGrid& row) -> Value { return row.sum.kernels; }),
          C::Number("time_us", Unit::kMicros, "", "Their time, added up.",
                    [](const SmallGrid& row) -> Value { return row.sum.time; }),
          C::Number("alone_us", Unit::kMicros, "", "Of that, while the device ran no other kernel.",
                    [](const SmallGrid& row) -> Value { return row.alone; }),
      },
      waste.small_grids,
      [&](const SmallGrid& row) { return FunctionName(profile.strings[row.kernel]); },
      "kernels that take less time");
}

Finding SmallGridFinding(const InputOf<KernelThresholds>& input, const KernelWaste& waste,
                         const SmallGrid& small, double busy) {
  const Profile& profile = input.profile();
  const std::string_view kernel = FunctionName(profile.strings[small.kernel]);
  const CallSite site =
      CallSiteOf(profile, LaunchedBy(profile)(small.first.track, small.first.row));
  const std::string line = SourceLine(profile, site.frame);
  const double share = Share(small.alone, waste.all.time);
  Finding finding;
  finding.id = "few_blocks";
  finding.severity = WarningIf(busy >= input.thresholds.busy);
  finding.share = share * busy;
  // What the other multiprocessors could take over.
  const Int128 saved = small.alone / small.multiprocessors * (small.multiprocessors - small.blocks);
  finding.saves = SavedAStep(waste, saved);
  finding.text = fmt::format(
      "{} of the time of kernels {} is in {} of {}{}, which runs in {} (grid {}) on a device of {} "
      "multiprocessors, so that most of them are idle meanwhile: give it more to do in parallel (a "
      "larger batch, one call for several), or use another op or algorithm",
      Percent(share), OfKernels(waste, small.alone), kernel, OpsOfGrid(profile, small),
      line.empty() ? "" : " at " + line, Count(static_cast<size_t>(small.blocks), "block"),
      small.grid, small.multiprocessors);
  finding.command = fmt::format("kernels -show_name_regexes {} -top 10",
                                QuoteWord(".*" + NameRegex(kernel) + ".*"));
  finding.evidence.push_back(SmallGridEvidence(profile, waste));
  return finding;
}

bool IsSlow(const SmallGrid& small, const KernelWaste& waste, const KernelThresholds& of) {
  return Share(small.alone, waste.all.time) >= of.few_blocks &&
         static_cast<double>(small.sum.time) >=
             of.few_blocks_us * kPicosPerMicro * static_cast<double>(small.sum.kernels);
}

// A few ranks that change layouts for far longer than the others are judged alone: all together
// would hide them.
absl::Status JudgeLayouts(const InputOf<KernelThresholds>& input, const KernelWaste& waste,
                          double busy, Verdict& verdict) {
  if (waste.layout.time <= 0) return absl::OkStatus();
  const UnevenSources uneven = UnevenSourcesOf(waste.layout_of_source, 0);
  KernelWaste of_high;
  if (!uneven.high.empty()) {
    PROFILER_ASSIGN_OR_RETURN(of_high, KernelWasteOf(input.selected, input.thresholds.few_blocks,
                                                     input.context, uneven.high));
  }
  const KernelWaste& judged = uneven.high.empty() ? waste : of_high;
  if (Share(judged.layout.time, judged.all.time) >= input.thresholds.layout) {
    verdict.findings.push_back(LayoutFinding(input, judged, uneven, busy));
  }
  return absl::OkStatus();
}

absl::StatusOr<Verdict> JudgeKernels(const InputOf<KernelThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(
      const KernelWaste waste,
      KernelWasteOf(input.selected, input.thresholds.few_blocks, input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto devices, TimesOfDevices(input.selected, input.context));
  Verdict verdict;
  if (waste.all.kernels == 0) {
    verdict.lacks = WhyNoDeviceWork(input.profile(), "no kernel ran on an accelerator");
    return verdict;
  }
  const double busy = BusyShareOf(devices);
  PROFILER_RETURN_IF_ERROR(JudgeLayouts(input, waste, busy, verdict));
  PROFILER_ASSIGN_OR_RETURN(const DataFormatting formatting,
                            DataFormattingOf(input.selected, input.context));
  if (formatting.time > 0 && Share(formatting.time, formatting.all) >= input.thresholds.layout) {
    verdict.findings.push_back(FormattingFinding(formatting, busy, input.thresholds.busy));
  }
  PROFILER_ASSIGN_OR_RETURN(
      const InstructionWork work,
      InstructionWorkOf(input.selected, input.query, input.thresholds.of_memory, input.context));
  auto far_below = FarBelowRoofsFinding(input.profile(), work, input.thresholds.far_below, busy,
                                        input.thresholds.busy);
  if (far_below) verdict.findings.push_back(*std::move(far_below));
  if (!waste.small_grids.empty() && IsSlow(waste.small_grids.front(), waste, input.thresholds)) {
    verdict.findings.push_back(SmallGridFinding(input, waste, waste.small_grids.front(), busy));
  }
  for (const SlowWork& slow : waste.slow) {
    if (Share(slow.sum.time, waste.all.time) < input.thresholds.slow) continue;
    verdict.findings.push_back(SlowFinding(input.profile(), waste, slow, busy));
    verdict.findings.back().severity = WarningIf(busy >= input.thresholds.busy);
  }
  PROFILER_ASSIGN_OR_RETURN(const DepthwiseKernels depthwise,
                            DepthwiseKernelsIn(input.selected, input.context));
  if (depthwise.time > 0 && Share(depthwise.time, depthwise.all) >= input.thresholds.depthwise) {
    verdict.findings.push_back(DepthwiseFinding(input.profile(), depthwise));
  }
  return verdict;
}

// Whether kernels may say what the rule judges: their grids, or by their names that they change
// layouts, are PyTorch's of depthwise convolutions, or are known to be slow; or instructions of
// TPUs by their categories, or of any accelerator by their recorded work.
bool TellsOfKernels(const Profile& profile) {
  const auto& devices = profile.devices.values();
  const auto is_accelerator = [](const DeviceRow& device) { return IsAccelerator(device.kind); };
  if (std::none_of(devices.begin(), devices.end(), is_accelerator)) return false;
  const bool has_cores = std::any_of(devices.begin(), devices.end(), [](const DeviceRow& device) {
    return IsAccelerator(device.kind) && device.core_count > 0;
  });
  if (has_cores || HasInstructionWork(profile)) return true;
  const bool has_tpus = std::any_of(devices.begin(), devices.end(), [](const DeviceRow& device) {
    return device.kind == DeviceKind::kTpu;
  });
  for (uint32_t i = 0; i < profile.strings.size(); ++i) {
    const std::string_view text = profile.strings[StringId(i)];
    if (text.find("nchwToNhwc") != text.npos || text.find("nhwcToNchw") != text.npos) return true;
    if (text.find(kDepthwiseKernel) != text.npos || SlowKernelOf(text)) return true;
    if (has_tpus && IsDataFormatting(text)) return true;
  }
  return false;
}

}  // namespace

extern const Rule kKernelChecker = RuleOf<KernelThresholds>{
    .name = "KernelChecker",
    .summary =
        "kernels that only change layouts, leave most of a device empty, use no tensor cores, "
        "or are known to be slow; instructions far below what memory can do",
    .run = JudgeKernels,
    .applies = TellsOfKernels,
};

}  // namespace profiler
