#include "profiler/advise/rules/ops/starved_threads_text.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// What data make slow is hardly of several kinds of ops.
constexpr size_t kFewKinds = 3, kFewAlikeKinds = 5;

constexpr std::string_view kUseFewerThreads =
    ". Likely more threads compute than cores are free, so that ops wait for threads: try fewer "
    "(torch.set_num_threads or OMP_NUM_THREADS, 1 in each worker of a DataLoader), and see which "
    "CPU limit the container has and what else runs on the machine";

std::string StalledText(const Profile& profile, const StarvedThreads& stalled) {
  return fmt::format(
      "{:.1f}% of a step is in runs of {} kinds of CPU ops that take at least 30 times as long as "
      "the shortest run of the same {}: {} takes {} on average in {} of {} runs, and {} in the "
      "shortest",
      100 * stalled.share, stalled.kinds,
      stalled.knows_shapes ? "op on inputs of the same shape" : "call in other steps",
      profile.strings[stalled.op], FormatMicros(static_cast<Value>(stalled.mean)), stalled.stalled,
      stalled.runs, FormatMicros(static_cast<Value>(stalled.shortest)));
}

std::string AlikeText(const AlikeOps& alike) {
  return fmt::format(
      "{:.1f}% of a step is in {} kinds of CPU ops that take about {} each, whether "
      "they get {:.0f} values or {:.0f} times as many",
      100 * alike.share, alike.kinds, FormatMicros(static_cast<Value>(alike.time)), alike.fewest,
      alike.most / alike.fewest);
}

}  // namespace

std::optional<Finding> StarvedThreadsFinding(const Profile& profile, const StarvedThreads& stalled,
                                             double least) {
  const AlikeOps& alike = stalled.alike;
  const bool is_stalled =
      stalled.kinds >= kFewKinds && stalled.share >= least && 2 * stalled.most_have >= least;
  const bool is_alike =
      alike.kinds >= kFewAlikeKinds && alike.small_kinds >= kFewKinds && alike.share >= least;
  if (!is_stalled && !is_alike) return std::nullopt;
  Finding finding =
      Warning("starved_threads", "",
              (is_stalled ? StalledText(profile, stalled) : AlikeText(alike)) +
                  std::string(kUseFewerThreads),
              is_stalled ? fmt::format("trace -show_name_regexes {} -order_by duration_us -top 20",
                                       QuoteWord(NameRegex(profile.strings[stalled.op])))
                         : "ops -where 'placement == \"host\"' -order_by self_us -top 20");
  finding.share = is_stalled ? stalled.share : alike.share;
  return finding;
}

}  // namespace profiler
