#include "profiler/advise/advise.h"
#include "profiler/catalog/views.h"
#include "profiler/report/finding_columns.h"
#include "profiler/views/view.h"

namespace profiler {

// Not in advise/, because rules use other views (LeafViews()) and advise/ must not include views/.
extern const View kAdviseView = {
    .name = "advise",
    .summary = "what to change first: findings of rules, with evidence",
    .details =
        "A section is a rule, a row in it a finding: how bad it is, a sentence, the command that "
        "shows more, and what acting on it could save where that can be derived (docs/advice.md). "
        "Below each rule are its thresholds, as -threshold RULE.NAME=VALUE takes them.",
    .run = [](const Selected& selected, const Query& query,
              RunContext& context) { return AdviseView(selected, query, LeafViews(), context); },
    .columns = [] { return Headers(RuleFindingColumns().columns); },
    .shape = Shape::kTable,
    .parts = RuleHelp,
    .obeys = kSelectionUses | OptionUse::kOpTypes | OptionUse::kCheckers | OptionUse::kThresholds |
             OptionUse::kFailOn,
    .takes_tfprof_options = true,
    .events = EventUse::kAlways,
};

}  // namespace profiler
