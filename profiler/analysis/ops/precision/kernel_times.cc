#include "profiler/analysis/ops/precision/kernel_times.h"

#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "profiler/analysis/instructions/kernel_instructions.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {

Processes::Processes(const Profile& profile) : of_source_(profile.sources.size()) {
  const Runs runs = RunsOf(profile);
  std::map<std::tuple<uint32_t, int64_t, std::string_view>, size_t> index;
  for (uint32_t s = 0; s < profile.sources.size(); ++s) {
    const SourceRow& source = profile.sources[SourceId(s)];
    if (source.is_beside_profile) continue;
    const std::string_view host = profile.strings[source.host];
    const bool is_known = source.rank != kUnknown || !host.empty();
    const auto [at, is_new] = index.try_emplace(
        {runs.of_source[s], source.rank, is_known ? host : profile.strings[source.path]},
        all_.size());
    if (is_new) all_.push_back({runs.of_source[s], SourceId(s)});
    of_source_[s] = at->second;
  }
  if (all_.empty()) all_.emplace_back();
}

namespace {

struct KernelNameFacts {
  Precision precision = Precision::kUnknown;
  bool is_product = false, is_8_bits = false, is_layout = false;
  std::optional<bool> on_tensor_cores;
  bool is_by_tensile = false;
};

KernelNameFacts FactsOfName(std::string_view text) {
  return {PrecisionOfKernel(text), IsProductKernel(text), HasFloatsOf8Bits(text),
          IsLayoutKernel(text),    UsesTensorCores(text), text.starts_with("Cijk_")};
}

// `told`: the precision of the kernel's name, or of its instruction. `is_kernel`: the name is not
// that of the op, which says less about its kernels than its type.
void AddKernel(const KernelNameFacts& facts, Precision told, bool is_kernel, int64_t time,
               KernelTimes& of_op) {
  if (facts.is_layout) {
    of_op.layout += time;
    return;
  }
  const auto precision = static_cast<size_t>(told);
  of_op.all += time;
  of_op.named[precision] += time;
  const bool is_product = is_kernel && facts.is_product;
  if (is_product) of_op.of_products[precision] += time;
  if (is_kernel && facts.precision == Precision::kBits32) {
    // AMD's matrix cores, which Tensile's kernels use, multiply float32 as it is.
    if (facts.on_tensor_cores == true && !facts.is_by_tensile) of_op.tf32 += time;
    if (is_product && facts.on_tensor_cores == false) of_op.plain += time;
  }
  if (facts.is_8_bits && facts.precision == Precision::kBits16) {
    of_op.named_8 += time;
    if (is_product) of_op.products_8 += time;
  }
}

}  // namespace

absl::StatusOr<ByProcessOp<KernelTimes>> KernelTimesOfOps(const Selected& selected,
                                                          const Processes& processes,
                                                          const RunContext& context) {
  const Profile& profile = selected.profile();
  absl::flat_hash_map<StringId, KernelNameFacts> names;
  const auto in_command_buffers = PrecisionsInCommandBuffers(profile);
  ByProcessOp<KernelTimes> times;
  PROFILER_RETURN_IF_ERROR(
      ForEachEvent(selected, HoldsDeviceWork, context, [&](const Track& track, uint32_t event) {
        const OpId op = track.events.op[event];
        const StringId name = EventName(profile, track.events, event);
        if (!op.valid() || !name.valid()) return;
        const auto [facts, is_new] = names.try_emplace(name);
        if (is_new) facts->second = FactsOfName(profile.strings[name]);
        Precision told = facts->second.precision;
        if (told == Precision::kUnknown && IsCommandBuffer(profile, op)) {
          const auto known = in_command_buffers.find(name);
          if (known != in_command_buffers.end()) told = known->second;
        }
        AddKernel(facts->second, told, name != profile.ops.row[op].name,
                  track.events.selves()[event], times[{processes.Of(track.row.source), op}]);
      }));
  return times;
}

}  // namespace profiler
