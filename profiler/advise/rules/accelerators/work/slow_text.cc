#include "profiler/advise/rules/accelerators/work/slow_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "profiler/advise/rules/accelerators/work/busiest_text.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/query/options/spelling.h"
#include "profiler/store/derive/derive.h"

namespace profiler {
namespace {

std::string_view WhatSlowKernelDoes(SlowKernel kind) {
  switch (kind) {
    case SlowKernel::kIndexBackward:
      return "it adds up the rows of equal indices one after another, as the gradient of "
             "table[index] and index_put_(accumulate=True) do, and so is slow where few indices "
             "are distinct. torch.nn.functional.embedding, index_select and index_add_ use other "
             "kernels";
    case SlowKernel::kFullSort:
      return "it sorts all values. Where only the largest or smallest are needed, as to sample "
             "from the most likely tokens, take these with torch.topk and sort no others";
    case SlowKernel::kDequantize:
      return "it turns weights of 4 or 8 bits into 16 bits before each product, however few tokens "
             "that has: larger micro-batches, and fewer of them, spread it over more tokens";
  }
  return "";
}

std::string_view IdOfSlowKernel(SlowKernel kind) {
  switch (kind) {
    case SlowKernel::kIndexBackward:
      return "index_backward";
    case SlowKernel::kFullSort:
      return "full_sort";
    case SlowKernel::kDequantize:
      return "dequantize";
  }
  return "";
}

}  // namespace

std::string OfKernels(const KernelWaste& waste, Int128 time) {
  const int64_t steps = std::max<int64_t>(waste.steps, 1);
  return fmt::format("({} of {}{})", FormatMicros(static_cast<Value>(time / steps)),
                     FormatMicros(static_cast<Value>(waste.all.time / steps)),
                     waste.steps > 0 ? " a step" : "");
}

std::string HowMany(const KernelWaste& waste, int64_t kernels) {
  const auto count = [](int64_t value, const std::string& what) {
    return Count(static_cast<size_t>(value), what);
  };
  if (waste.steps == 0) return count(kernels, "kernel");
  if (kernels >= waste.steps) return count(kernels / waste.steps, "kernel") + " a step";
  return count(kernels, "kernel") + " in " + count(waste.steps, "step");
}

Finding SlowFinding(const Profile& profile, const KernelWaste& waste, const SlowWork& slow,
                    double busy) {
  const std::string_view kernel = FunctionName(profile.strings[slow.kernel]);
  const CallSite site = CallSiteOf(profile, LaunchedBy(profile)(slow.first.track, slow.first.row));
  const std::string line = SourceLine(profile, site.frame);
  const bool has_op = slow.op.valid() && profile.strings[slow.op] != derive::kUnattributed;
  const double share = Share(slow.sum.time, waste.all.time);
  Finding finding;
  finding.id = IdOfSlowKernel(slow.kind);
  finding.share = share * busy;
  // Other kernels of a sort have other names.
  const std::string_view what =
      slow.kind == SlowKernel::kFullSort ? "sorting, in kernels such as " : "";
  finding.text = fmt::format("{} of the time of kernels {} is {}{}{}{}, {}: {}", Percent(share),
                             OfKernels(waste, slow.sum.time), what.empty() ? "in " : what, kernel,
                             has_op ? fmt::format(" of {}", profile.strings[slow.op]) : "",
                             line.empty() ? "" : " at " + line, HowMany(waste, slow.sum.kernels),
                             WhatSlowKernelDoes(slow.kind));
  finding.command = fmt::format("kernels -show_name_regexes {} -top 10",
                                QuoteWord(".*" + NameRegex(kernel) + ".*"));
  return finding;
}

}  // namespace profiler
