#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/how_to_record.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/steps/input/judged_input.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/text/listed.h"
#include "profiler/report/column.h"

namespace profiler {
namespace {

struct InputStepRow {
  StepId id;
  double total, waiting, copying, unexplained;       // picoseconds
  Value between = kAbsent, between_input = kAbsent;  // before the step, if one precedes it
  Value alone = kAbsent;

  double period() const { return total + static_cast<double>(OrZero(between)); }
  double share() const {
    const double all = waiting + copying + static_cast<double>(OrZero(between_input));
    return period() > 0 ? all / period() : 0;
  }
  double unexplained_share() const { return period() > 0 ? unexplained / period() : 0; }
};

// The time in which only input was waited for, by the step of the source that recorded it. Of files
// of one host that are one row the longest counts.
absl::flat_hash_map<StepId, Value> AloneByStep(const JudgedInput& input) {
  const Profile& profile = input.profile;
  const auto host = [&](StepId id) { return profile.sources[profile.steps[id].source].host; };
  absl::flat_hash_map<StepId, Value> alone;
  for (StepId id : input.timings.ids) alone[id] = kAbsent;
  for (const InputStep& step : input.use.steps) {
    for (size_t i = 0; i < step.ids.size(); ++i) {
      const auto row = std::find_if(step.ids.begin(), step.ids.end(), [&](StepId id) {
        return alone.contains(id) && (id == step.ids[i] || (!alone.contains(step.ids[i]) &&
                                                            host(id) == host(step.ids[i])));
      });
      if (row == step.ids.end()) continue;
      Value& most = alone[*row];
      const auto own = static_cast<Value>(step.alone_of[i]);
      most = most == kAbsent ? own : std::max(most, own);
    }
  }
  return alone;
}

std::vector<InputStepRow> RowsOf(const JudgedInput& input) {
  const auto alone = AloneByStep(input);
  const StepTimings& timings = input.timings;
  const std::vector<double> unexplained = UnexplainedTimes(timings, input.use);
  const std::vector<double> copies = timings.InputCopies();
  std::vector<InputStepRow> rows;
  for (size_t i = 0; i < timings.ids.size(); ++i) {
    InputStepRow& row = rows.emplace_back();
    row.id = timings.ids[i];
    row.total = timings.totals[i];
    row.waiting = timings.Of(StepPart::kInput)[i];
    row.copying = copies[i];
    row.unexplained = unexplained[i];
    if (const auto it = alone.find(timings.ids[i]); it != alone.end()) row.alone = it->second;
  }
  for (size_t i = 0; i < input.loop.steps.size() && input.judged.of_loop; ++i) {
    InputStepRow& row = rows[input.loop.steps[i]];
    row.between = static_cast<Value>(input.loop.totals[i]);
    row.between_input = static_cast<Value>(input.loop.input[i]);
    if (!input.use.records_all_waits()) row.unexplained += input.loop.unexplained[i];
  }
  return rows;
}

std::vector<ColumnOf<InputStepRow>> EvidenceColumns(bool of_loop) {
  using C = ColumnOf<InputStepRow>;
  std::vector<C> columns = {
      C::Number("step_us", Unit::kMicros, "", "How long the step took.", &InputStepRow::total)};
  if (of_loop) {
    columns.push_back(C::Number("between_us", Unit::kMicros, "",
                                "From the end of the step before to its begin.",
                                &InputStepRow::between));
    columns.push_back(C::Number("between_input_us", Unit::kMicros, "",
                                "Of that, while input was read or made and no device worked.",
                                &InputStepRow::between_input));
  }
  columns.push_back(C::Number("waiting_us", Unit::kMicros, "",
                              "While an op waited for input, and no device worked.",
                              &InputStepRow::waiting));
  columns.push_back(C::Number("alone_us", Unit::kMicros, "",
                              "While an op waited for input, and no other op ran.",
                              &InputStepRow::alone));
  columns.push_back(C::Number("copying_us", Unit::kMicros, "",
                              "Copies to devices while nothing else was recorded.",
                              &InputStepRow::copying));
  columns.push_back(C::Real("share", Unit::kShare, "input share",
                            of_loop ? "between_input_us, waiting_us and copying_us over step_us "
                                      "and between_us."
                                    : "waiting_us and copying_us over step_us.",
                            &InputStepRow::share));
  columns.push_back(C::Number("unexplained_us", Unit::kMicros, "",
                              "What may be input that was not recorded as such.",
                              &InputStepRow::unexplained));
  columns.push_back(C::Real(
      "unexplained_share", Unit::kShare, "",
      of_loop ? "unexplained_us over step_us and between_us." : "unexplained_us over step_us.",
      &InputStepRow::unexplained_share));
  return columns;
}

// What takes the time between steps: "save takes 90% of that", and what to do about it.
std::string BetweenText(const JudgedInput& input, std::string_view whole) {
  constexpr size_t kMostNamed = 3;
  constexpr double kTold = 0.05;
  constexpr double kMost = 0.5;
  std::vector<std::string> calls;
  double told = 0;
  for (const auto& [name, time] : input.loop.calls) {
    const double part = time / input.loop.calls_total();
    if (part < kTold || calls.size() == kMostNamed) break;
    calls.push_back(
        fmt::format("{} takes {:.0f}% of {}", CallText(input.profile, name), 100 * part, whole));
    told += part;
  }
  std::string text = fmt::format("{}", fmt::join(calls, ", "));
  if (calls.empty()) text = fmt::format("nothing was recorded that takes much of {}", whole);
  if (input.is_bound()) return text;
  if (told >= kMost) return text + "; do it less often, or in a thread while the next step runs";
  text += "; see what the loop does there, and do that less often";
  // Elsewhere the finding about input has it.
  if (!input.is_perhaps()) text += HowToRecordPython(input.profile);
  return text;
}

Finding MakeBetween(const JudgedInput& input) {
  Finding finding;
  finding.id = "between_steps";
  finding.severity = Severity::kWarning;
  finding.command = "phases";
  if (input.ranks != nullptr && !input.ranks->change()) {
    finding.subject = input.ranks->name;
    SetPlace(input.profile, input.ranks->worst().sources.front(), finding);
  }
  return finding;
}

}  // namespace

Report InputEvidence(const JudgedInput& input) {
  std::vector<InputStepRow> rows = RowsOf(input);
  const auto share = [&](const InputStepRow& row) {
    return input.is_perhaps() ? row.unexplained_share() : row.share();
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const InputStepRow& a, const InputStepRow& b) {
    return share(a) > share(b);
  });
  return EvidenceOf<InputStepRow>(
      EvidenceColumns(input.judged.of_loop), rows,
      [&](const InputStepRow& row) { return StepAndPlace(input.profile, row.id); },
      "steps with a smaller share");
}

Finding BetweenFinding(const JudgedInput& input, const PartShare& share) {
  Finding finding = MakeBetween(input);
  finding.text = OfLoop(input, share) + " is between steps";
  finding.text += ": " + BetweenText(input, "that");
  return finding;
}

Finding FewGapsFinding(const JudgedInput& input, const PartShare& share, const FewGaps& few) {
  constexpr size_t kMostListed = 6;
  Finding finding = MakeBetween(input);
  // Irregular ones may be the end of an epoch, which a longer recording shows less often.
  finding.severity = WarningIf(few.every > 0);
  const std::string steps = Listed(few.steps, kMostListed);
  finding.text = fmt::format(
      "{:.1f}% of the loop ({} of {}) is between steps, most of it before {}: {} there, {} before "
      "others",
      100 * share.mean_share, FormatMicros(static_cast<Value>(few.total)),
      FormatMicros(static_cast<Value>(few.loop)),
      few.every > 0 ? fmt::format("one step in every {} ({})", few.every, steps)
                    : fmt::format("steps {}", steps),
      FormatMicros(static_cast<Value>(few.mean)), FormatMicros(static_cast<Value>(few.others)));
  finding.text += "; " + BetweenText(input, "the time between steps");
  return finding;
}

}  // namespace profiler
