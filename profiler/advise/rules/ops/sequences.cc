#include "profiler/analysis/ops/torch/sequences.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct SequenceThresholds {
  Threshold cells = {"cells", 20, "so many calls of a recurrent cell in a step are a loop"};
  Threshold share = {"share", 0.1, "... if they take this share of the steps or more, 0 to 1", 1};
  Threshold single = {"single", 100,
                      "an inference of so many matrix products or more, nearly all of one row, "
                      "computes inputs one by one"};
};

Finding PrefixFinding(const Profile& profile, const GrownPrefix& prefix) {
  const std::string_view op = profile.strings[prefix.op];
  Finding finding = Warning(
      "no_kv_cache", "",
      fmt::format("generation computes the whole sequence again for each token: from call to call "
                  "the input of {} is one position longer ({} to {}, {} times). Keep the keys and "
                  "values of earlier positions (a KV cache; use_cache=True in transformers), and "
                  "compute logits for the last position only",
                  op, prefix.shortest, prefix.longest, prefix.grown),
      TraceCommand(NameRegex(op)));
  using C = ColumnOf<GrownPrefix>;
  finding.evidence.push_back(EvidenceOf<GrownPrefix>(
      {
          C::Number("shortest", Unit::kCount, "", "The positions of the shortest input.",
                    [](const GrownPrefix& one) -> Value { return one.shortest; }),
          C::Number("longest", Unit::kCount, "", "Those of the longest.",
                    [](const GrownPrefix& one) -> Value { return one.longest; }),
          C::Number("grown", Unit::kCount, "", "How often it was one longer than before.",
                    [](const GrownPrefix& one) -> Value { return one.grown; }),
      },
      {prefix}, [&](const GrownPrefix& one) { return profile.strings[one.op]; }));
  return finding;
}

// The layer that computes what the cell does, for all positions in one call.
std::string_view LayerOfCell(std::string_view cell) {
  if (cell == "aten::lstm_cell") return "nn.LSTM";
  return cell == "aten::gru_cell" ? "nn.GRU" : "nn.RNN";
}

Finding CellFinding(const Profile& profile, const CellLoop& loop, const SequenceWork& work) {
  const std::string_view op = profile.strings[loop.op];
  const std::string line = SourceLine(profile, CallSiteOf(profile, loop.first).frame);
  Finding finding;
  finding.id = "cell_loop";
  finding.share = Share(loop.time, work.span);
  finding.text = fmt::format(
      "a step calls {} {} times{}, which takes {} of a step ({}) without the backward pass: where "
      "the inputs of all positions are known before, {} computes them in one call, in fewer and "
      "larger ops",
      op, loop.calls / work.steps, line.empty() ? "" : " at " + line,
      FormatMicros(loop.time / work.steps), Percent(finding.share), LayerOfCell(op));
  finding.command = TraceCommand(NameRegex(op));
  return finding;
}

bool AreSingleInputs(const ProductRows& products, double least) {
  constexpr double kNearlyAll = 0.95;
  const auto calls = static_cast<double>(products.calls);
  return calls >= least && static_cast<double>(products.of_one_row) >= kNearlyAll * calls;
}

Finding SingleInputsFinding(const Profile& profile, const ProductRows& products) {
  Finding finding;
  finding.id = "single_inputs";
  finding.text = fmt::format(
      "{} of {} matrix products have one row (batch size 1): where the inputs are known together, "
      "a batch of them reads the weights once, and calls fewer ops",
      products.of_one_row, products.calls);
  finding.command = TraceCommand(NameRegex(profile.strings[products.op]));
  return finding;
}

absl::StatusOr<Verdict> JudgeSequences(const InputOf<SequenceThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const SequenceWork work, SequenceWorkIn(input.selected, input.context));
  const Profile& profile = input.profile();
  Verdict verdict;
  if (work.prefix) verdict.findings.push_back(PrefixFinding(profile, *work.prefix));
  if (AreSingleInputs(work.products, input.thresholds.single)) {
    verdict.findings.push_back(SingleInputsFinding(profile, work.products));
  }
  for (const CellLoop& loop : work.cells) {
    const double calls = static_cast<double>(loop.calls) / static_cast<double>(work.steps);
    if (calls < input.thresholds.cells || Share(loop.time, work.span) < input.thresholds.share) {
      continue;
    }
    verdict.findings.push_back(CellFinding(profile, loop, work));
  }
  return verdict;
}

}  // namespace

extern const Rule kSequenceChecker = RuleOf<SequenceThresholds>{
    .name = "SequenceChecker",
    .summary = "sequences and inputs that PyTorch computes one by one, in more ops than are needed",
    .run = JudgeSequences,
    .applies = HasSequenceOps,
};

}  // namespace profiler
