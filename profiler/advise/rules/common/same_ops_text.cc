#include "profiler/advise/rules/common/same_ops_text.h"

#include <fmt/format.h>

#include <cstddef>

namespace profiler {

std::string SameOpsText(const Profile& profile, const OpsOfTwo& ops, std::string_view other) {
  constexpr char kLookAtChip[] =
      "look at that chip: its clock, power and temperature, and what else runs on it";
  if (ops.are_all_slower) {
    return fmt::format("it runs as many of each op, and nearly all take longer there, so {}",
                       kLookAtChip);
  }
  if (ops.slower.empty()) {
    return fmt::format("it runs as many of each op: look at what differs in their work, and {}",
                       kLookAtChip);
  }
  const size_t more = ops.slower.size() - 1;
  return fmt::format(
      "it runs as many of each op, and only {}{} longer there ({:.2f} times as long as on {}): the "
      "chip is as fast for the others, so look at how the work of {} is divided (what a mask "
      "or the data let it skip)",
      profile.strings[ops.slower.front()],
      more == 0   ? " takes"
      : more == 1 ? " and 1 other take"
                  : fmt::format(" and {} others take", more),
      ops.slower_ratio, other, more == 0 ? "this op" : "these ops");
}

}  // namespace profiler
