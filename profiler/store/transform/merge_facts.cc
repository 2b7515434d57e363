#include "profiler/store/transform/merge_facts.h"

namespace profiler {
namespace {

// Converts to absolute time, so that times of sources with different time zeros can be compared.
// kUnknown is returned unchanged.
Int128 Nanos(const Profile& profile, const ExecRow& row, int64_t picos) {
  if (picos == kUnknown || !row.step.valid()) return picos;
  const SourceRow& source = profile.sources[profile.steps[row.step].source];
  const Int128 epoch_ns = source.epoch_ns == kUnknown ? 0 : source.epoch_ns;
  return epoch_ns + picos / 1000;
}

}  // namespace

bool SameFact(const Profile& a, const ExecRow& x, const Profile& b, const ExecRow& y) {
  static_assert(RowSchema<ExecRow>::kColumns == 13,
                "a column distinguishes executions, or does not");
  return x.runs == y.runs && x.cpu_time == y.cpu_time && x.accelerator_time == y.accelerator_time &&
         x.requested_bytes == y.requested_bytes && x.peak_bytes == y.peak_bytes &&
         x.residual_bytes == y.residual_bytes && x.output_bytes == y.output_bytes &&
         Nanos(a, x, x.first_start) == Nanos(b, y, y.first_start) &&
         Nanos(a, x, x.last_end) == Nanos(b, y, y.last_end);
}

std::string_view PathOf(const Profile& profile, const ExecRow& row) {
  return profile.strings[profile.sources[profile.steps[row.step].source].path];
}

}  // namespace profiler
