#include "profiler/analysis/instructions/op_needs.h"

#include <limits>

namespace profiler {
namespace {

// Ops that need more are few, and would make a tuple of tuples long to look through.
constexpr size_t kMostVisited = 256;

}  // namespace

OpNeeds::OpNeeds(const Profile& profile, const std::vector<char>& runs) : of_(runs.size()) {
  constexpr uint32_t kNever = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> seen_for(runs.size(), kNever);
  for (uint32_t i = 0; i < runs.size(); ++i) {
    if (runs[i] == 0) continue;
    std::vector<OpId> open;
    const auto add_inputs = [&](OpId op) {
      for (const OpInput& input : profile.ops.inputs[op]) {
        if (input.producer.valid()) open.push_back(input.producer);
      }
    };
    add_inputs(OpId(i));
    size_t visited = 0;
    while (!open.empty() && visited < kMostVisited) {
      const OpId op = open.back();
      open.pop_back();
      if (seen_for[op.row()] == i) continue;
      seen_for[op.row()] = i;
      ++visited;
      if (runs[op.row()] != 0) {
        of_[i].push_back(op);
      } else {
        add_inputs(op);
      }
    }
    if (!open.empty()) of_[i].clear();
  }
}

}  // namespace profiler
