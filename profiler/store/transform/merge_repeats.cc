#include "profiler/store/transform/merge_repeats.h"

#include <fmt/format.h>

#include <string_view>

#include "profiler/store/transform/merge_facts.h"
#include "profiler/store/transform/merge_rows.h"

namespace profiler {

void RepeatedFacts::Find(size_t i) {
  const Profile& part = *part_.profile;
  execs_.emplace(part.execs().row);
  work_.emplace(part);
  any_dropped_ = false;
  dropped_.assign(part.execs().row.size(), 0);
  apart_.assign(part.steps.size(), 0);
  for (uint32_t e = 0; e < dropped_.size(); ++e) {
    const ExecRow& row = (*execs_)[e];
    if (!row.step.valid()) continue;
    const uint32_t group = part_.GroupOf(part.steps[row.step]);
    auto [it, is_new] =
        facts_[part_.run_of[group]].try_emplace(KeyOf(row), FactPlace{i, ExecId(e), group});
    if (is_new || (it->second.part == i && it->second.group == group)) continue;
    const Profile& earlier_part = parts_[it->second.part];
    const ExecRow& earlier = earlier_part.execs().row[it->second.row];
    if (SameFact(earlier_part, earlier, part, row)) {
      dropped_[e] = 1;
      any_dropped_ = true;
      ++report_.repeated_facts;
    } else {
      apart_[row.step.row()] = 1;
      NoteConflict(earlier_part, earlier, row);
    }
  }
}

RepeatedFacts::FactKey RepeatedFacts::KeyOf(const ExecRow& row) const {
  const StepRow& step = part_.profile->steps[row.step];
  return {part_.ops[row.op.row()], step.number, part_.profile->sources[step.source].rank,
          Mapped(part_.devices, row.device)};
}

void RepeatedFacts::NoteConflict(const Profile& earlier_part, const ExecRow& earlier,
                                 const ExecRow& row) {
  if (report_.conflicting_facts++ > 0) return;
  const Profile& part = *part_.profile;
  report_.first_conflict =
      fmt::format("op {} in step {}: {} and {}", part.strings[part.ops.row[row.op].name],
                  part.steps[row.step].number, PathOf(earlier_part, earlier), PathOf(part, row));
  const SourceRow& source = part.sources[part.steps[row.step].source];
  const std::string_view host = part.strings[source.host];
  if (source.rank != kUnknown || host.empty()) return;
  report_.first_conflict += fmt::format(", both of host {} and without a rank", host);
}

std::vector<char> RepeatedFacts::DroppedEvents(TrackId track) {
  if (!any_dropped_) return {};
  const Events& events = part_.profile->events[track];
  const DeviceId device = part_.profile->tracks[track].device;
  std::vector<char> is_dropped(events.size());
  for (uint32_t e = 0; e < events.size(); ++e) {
    is_dropped[e] = IsDropped(events.op[e], events.step[e], device) ? 1 : 0;
  }
  const std::vector<char> is_work = work_->Of(*part_.profile, track);
  if (is_work.empty()) return is_dropped;
  std::vector<char> goes_with_op = is_dropped;    // also events without an op, within one
  for (uint32_t e = 0; e < events.size(); ++e) {  // parents come first
    if (is_work[e] == 0 && events.op[e].valid()) continue;
    const uint32_t parent = events.parent[e];
    goes_with_op[e] = parent == Events::kNoParent ? 0 : goes_with_op[parent];
    if (is_work[e] != 0) is_dropped[e] = goes_with_op[e];
  }
  return is_dropped;
}

}  // namespace profiler
