#include "profiler/advise/rules/accelerators/formatting_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/report/column.h"

namespace profiler {
namespace {

using FormattingPlace = std::pair<std::string, Int128>;

// What times are divided by: of a device's step, if it has steps.
Int128 StepsOf(const DataFormatting& formatting) {
  return std::max<size_t>(formatting.device_steps, 1);
}

Report FormattingEvidence(const DataFormatting& formatting) {
  using C = ColumnOf<FormattingPlace>;
  return EvidenceOf<FormattingPlace>(
      {
          C::Number("time_us", Unit::kMicros, "",
                    "The time of its changes of layout, of a device's step where there are steps.",
                    [steps = StepsOf(formatting)](const FormattingPlace& place) -> Value {
                      return place.second / steps;
                    }),
          C::Real("share", Unit::kShare, "", "That as a part of the time of all instructions.",
                  [all = formatting.all](const FormattingPlace& place) {
                    return Share(place.second, all);
                  }),
      },
      formatting.places, [](const FormattingPlace& place) { return place.first; },
      "places that take less time");
}

std::string FormattingCommand(const DataFormatting& formatting) {
  std::vector<std::string> conditions;
  for (const std::string_view category : formatting.categories) {
    conditions.push_back(fmt::format("category == \"{}\"", category));
  }
  return fmt::format("hlo -where '{}' -order_by self_us -top 10", fmt::join(conditions, " || "));
}

}  // namespace

Finding FormattingFinding(const DataFormatting& formatting, double busy, double busy_high) {
  const auto& [place, most] = formatting.places.front();
  const Int128 steps = StepsOf(formatting);
  const double share = Share(formatting.time, formatting.all);
  Finding finding;
  finding.id = "data_formatting";
  finding.severity = WarningIf(busy >= busy_high);
  finding.share = share * busy;
  if (formatting.device_steps > 0) finding.saves = static_cast<Value>(formatting.time / steps);
  finding.text = fmt::format(
      "{} of the time of instructions ({} of {}{}) only changes the layout of arrays (data "
      "formatting), {} for {}: XLA copies where two ops want an array in different layouts. "
      "Keep the order of dimensions from op to op, and let dot_general or einsum contract the "
      "dimensions where they are, in place of a transpose before it",
      Percent(share), FormatMicros(static_cast<Value>(formatting.time / steps)),
      FormatMicros(static_cast<Value>(formatting.all / steps)),
      formatting.device_steps > 0 ? " of a device's step" : "", MostOfIt(most, formatting.time),
      place);
  finding.command = FormattingCommand(formatting);
  finding.evidence.push_back(FormattingEvidence(formatting));
  return finding;
}

}  // namespace profiler
