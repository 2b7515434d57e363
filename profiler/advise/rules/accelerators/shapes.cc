#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/shapes/alignment.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct ShapeThresholds {
  Threshold share = {"share", 0.1,
                     "products whose shapes are not aligned take this share of the time of all "
                     "products or more, 0 to 1",
                     1};
  Threshold of_steps = {
      "of_steps", 0.02,
      "... and this share of the time of all steps, else it is no warning, 0 to 1", 1};
};

double ProductRate(const UnalignedProduct& product) {
  return product.self > 0 ? product.flops / (static_cast<double>(product.self) * 1e-12)
                          : kAbsentReal;
}

Int128 UnalignedTime(const Alignment& alignment) {
  Int128 time = 0;
  for (const UnalignedProduct& product : alignment.unaligned) time += product.self;
  return time;
}

struct UnalignedTexts {
  std::string where, remedy, command;
};

// Without recorded sizes only kernels' names are known: of them libraries also take those that load
// less for views that begin at such addresses.
UnalignedTexts TextsOf(const Alignment& alignment) {
  constexpr char kPad[] =
      "the dimensions to a multiple of 8 in 16 bit, 4 in 32 bit (a vocabulary, "
      "too)";
  const UnalignedProduct& longest = alignment.unaligned.front();
  if (!longest.shape.empty()) {
    return {"in shapes whose rows are no multiple of 16 bytes, so that kernels load less at a time",
            fmt::format(": pad {}, first of {} ({})", kPad, longest.op, longest.shape),
            "roofline -where \"name =~ '.*_align[124].*'\" -order_by self_us -top 10"};
  }
  return {fmt::format("in kernels that load less than 16 bytes at a time, {} in {}; these "
                      "are for rows that are no multiple of 16 bytes, and for views that do not "
                      "begin at one",
                      MostOfIt(longest.self, UnalignedTime(alignment)),
                      WordOfAlignment(longest.kernel)),
          fmt::format(". Sizes were not recorded (PyTorch: record_shapes=True); where they are not "
                      "aligned, pad {}",
                      kPad),
          "kernels -show_name_regexes '.*_align[124].*' -top 10"};
}

std::string_view NameOfProduct(const UnalignedProduct& product) {
  return product.op.empty() ? WordOfAlignment(product.kernel) : product.op;
}

Finding Unaligned(const Alignment& alignment, Int128 time) {
  UnalignedTexts texts = TextsOf(alignment);
  Finding finding =
      Warning("unaligned_products", "",
              fmt::format("{} of the time of matrix products ({} of {}) is {}{}",
                          Percent(Share(time, alignment.products)), FormatMicros(time),
                          FormatMicros(alignment.products), texts.where, texts.remedy),
              std::move(texts.command));
  using C = ColumnOf<UnalignedProduct>;
  finding.evidence.push_back(EvidenceOf<UnalignedProduct>(
      {
          C::Text("shape", "", "The sizes of the product; - if they were not recorded.",
                  [](const UnalignedProduct& row) {
                    return row.shape.empty() ? std::string("-") : row.shape;
                  }),
          C::Number("time_us", Unit::kMicros, "", "The time of its kernels.",
                    &UnalignedProduct::self),
          C::Number("occurrences", Unit::kCount, "", "How many there were.",
                    &UnalignedProduct::occurrences),
          C::Real("flops_per_second", Unit::kFlopsPerSecond, "", "Its float operations per second.",
                  ProductRate),
      },
      alignment.unaligned, NameOfProduct, "products that take less time", kLittleEvidence));
  return finding;
}

// 1 where no step of known length was recorded.
absl::StatusOr<double> TimeShareOfSteps(const RuleInput& input, Int128 time) {
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedStepTimings(input.selected, input.query, input.context));
  double whole = 0;
  for (const StepTimings& run : *runs) {
    if (run.is_known()) whole = std::accumulate(run.totals.begin(), run.totals.end(), whole);
  }
  return whole > 0 ? static_cast<double>(time) / whole : 1;
}

absl::StatusOr<Verdict> JudgeShapes(const InputOf<ShapeThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const Alignment alignment,
                            AlignmentOf(input.selected, input.query, input.context));
  Verdict verdict;
  if (alignment.products == 0) {
    verdict.lacks =
        WhyNoDeviceWork(input.profile(), "no kernel of a matrix product ran on an accelerator");
    return verdict;
  }
  const Int128 time = UnalignedTime(alignment);
  if (Share(time, alignment.products) >= input.thresholds.share && time > 0) {
    verdict.findings.push_back(Unaligned(alignment, time));
    PROFILER_ASSIGN_OR_RETURN(const double share, TimeShareOfSteps(input, time));
    verdict.findings.back().severity = WarningIf(share >= input.thresholds.of_steps);
  }
  return verdict;
}

// Without recorded shapes kernels' names suffice. The products of JAX are instructions, which XLA
// pads.
bool HasProductsToPad(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  if (!ListsAccelerators(profile)) return false;
  const Framework framework = FrameworkOf(profile);
  if (framework == Framework::kPyTorch) return true;
  const bool has_shapes =
      std::any_of(ops.begin(), ops.end(), [](const OpRow& op) { return op.input_shapes.valid(); });
  return has_shapes || (framework != Framework::kJax && NamesAlignment(profile));
}

}  // namespace

extern const Rule kShapeChecker = RuleOf<ShapeThresholds>{
    .name = "ShapeChecker",
    .summary = "matrix products whose shapes keep kernels from loading fast",
    .run = JudgeShapes,
    .applies = HasProductsToPad,
};

}  // namespace profiler
