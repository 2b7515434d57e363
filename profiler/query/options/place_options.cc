#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

std::vector<OptionSpec> PlaceOptions() {
  return WithUse(
      OptionUse::kPlaces,
      {
          RegexOption("source", "Only from input files whose path matches.",
                      [](Options& o) -> RegexSet& { return o.query.selection.sources; }),
          RegexOption("host",
                      "Only what ran on hosts that match: a host name, or /job:J/.../task:N.",
                      [](Options& o) -> RegexSet& { return o.query.selection.hosts; }),
          RegexOption("rank", "Only what ran in processes whose rank or task number matches.",
                      [](Options& o) -> RegexSet& { return o.query.selection.ranks; }),
          RegexOption("device", "Only what ran on devices whose name matches.",
                      [](Options& o) -> RegexSet& { return o.query.selection.devices; }),
      });
}

}  // namespace

const OptionSet kPlaceOptions = {PlaceOptions};

}  // namespace profiler
