#include "profiler/advise/rules/accelerators/work/roof_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/column.h"

namespace profiler {
namespace {

constexpr double kNearlyAllTime = 0.9;

// The shares of their peaks that devices use; NaN where that is not known.
struct PeakUse {
  double compute = kAbsentReal, memory = kAbsentReal;
  double uncounted = 0;  // the share of time in instructions whose float operations are unknown
};

PeakUse UseOfPeaks(const InstructionWork& work, const std::vector<DevicePeaks>& peaks,
                   const std::vector<const DeviceBusy*>& devices) {
  double flops = 0, bytes = 0, most_flops = 0, most_bytes = 0;
  Int128 time = 0, with_flops = 0, with_bytes = 0;
  for (const DeviceBusy* device : devices) {
    for (const SourceId source : device->sources) {
      const auto found = work.devices.find({source, device->device});
      if (found == work.devices.end()) continue;
      const WorkOnDevice& of = found->second;
      const double seconds = static_cast<double>(of.time) * 1e-12;
      time += of.time;
      with_flops += of.with_flops;
      with_bytes += of.with_bytes;
      flops += of.flops;
      bytes += of.bytes;
      most_flops += seconds * peaks[device->device.row()].flops_per_second;
      most_bytes += seconds * peaks[device->device.row()].bytes_per_second;
    }
  }
  PeakUse use;
  if (time <= 0) return use;
  if (with_flops > 0) use.uncounted = 1 - ShareOf(with_flops, time);
  if (ShareOf(with_flops, time) >= kNearlyAllTime) use.compute = flops / most_flops;
  if (ShareOf(with_bytes, time) >= kNearlyAllTime) use.memory = bytes / most_bytes;
  return use;
}

// Above a peak it is another one than the device has, or caches serve what counts as memory.
bool IsShareOfPeak(double share) { return share > 0 && share <= 1; }

bool IsScatter(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  const OpRow& written = profile.ops.row[WrittenOp(profile, op)];
  for (const StringId name : {row.category, row.type, written.type}) {
    if (profile.strings[name].starts_with("scatter")) return true;
  }
  return false;
}

std::string_view ScatterRemedy(Framework framework) {
  if (framework == Framework::kJax) {
    return ": it writes or adds rows by their indices, as the gradient of an embedding does. Where "
           "indices are sorted or do not repeat, say so (indices_are_sorted, unique_indices); else "
           "sort them, and where rows are added, add up those of one index first "
           "(jax.ops.segment_sum). For a small table a product with one-hot rows may be faster";
  }
  return ": it writes or adds rows by their indices, as the gradient of an embedding does. Sort "
         "the "
         "indices, and where rows are added, add up those of one index first, or for a small table "
         "use a product with one-hot rows";
}

// Whether a window is reduced for each element, as TPUs compute cumulative sums of JAX.
bool IsCumulative(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  const bool is_window = profile.strings[row.category].starts_with("reduce-window") ||
                         profile.strings[row.type].starts_with("reduce-window");
  return is_window &&
         profile.strings[profile.ops.row[WrittenOp(profile, op)].type].starts_with("cum");
}

constexpr std::string_view kCumulativeRemedy =
    ": XLA reduces a window for each element. jax.lax.associative_scan, or for a sum a product "
    "with "
    "a triangular matrix, may be faster";

std::string ComputeText(const SlowPlace& place) {
  constexpr double kHardly = 0.001;
  return place.of_compute < kHardly ? "hardly computes anything"
                                    : fmt::format("reaches {:.1f}% of its peak of float operations",
                                                  100 * place.of_compute);
}

Report SlowPlaceEvidence(const InstructionWork& work) {
  using C = ColumnOf<SlowPlace>;
  const Int128 steps = std::max<size_t>(work.device_steps, 1);
  return EvidenceOf<SlowPlace>(
      {
          C::Number("instructions", Unit::kCount, "", "How many instructions are of that place.",
                    [](const SlowPlace& place) -> Value { return place.instructions; }),
          C::Number("time_us", Unit::kMicros, "",
                    "Their time, of a device's step where there are steps.",
                    [steps](const SlowPlace& place) -> Value { return place.time / steps; }),
          C::Real("of_memory", Unit::kShare, "", "The share of the memory's speed that they reach.",
                  [](const SlowPlace& place) { return place.of_memory; }),
      },
      work.slow, [](const SlowPlace& place) { return place.place; }, "places that take less time");
}

}  // namespace

absl::StatusOr<std::string> PeakUseText::Of(const std::vector<const DeviceBusy*>& devices) {
  if (!work_) {
    PROFILER_ASSIGN_OR_RETURN(
        InstructionWork work,
        InstructionWorkOf(input_.selected, input_.query, /*efficiency=*/0, input_.context));
    work_.emplace(std::move(work));
    peaks_ = PeaksOfDevices(input_.profile(), input_.query.device_peaks);
  }
  const PeakUse use = UseOfPeaks(*work_, peaks_, devices);
  const std::string_view whose = devices.size() == 1 ? "its" : "their";
  std::string text;
  if (IsShareOfPeak(use.compute)) {
    text = fmt::format("{} of {} peak of float operations", Percent(use.compute), whose);
  }
  if (IsShareOfPeak(use.memory)) {
    text += fmt::format("{}{} of the speed of {} memory", text.empty() ? "" : " and ",
                        Percent(use.memory), whose);
  }
  if (text.empty()) return text;
  if (1 - use.uncounted < kNearlyAllTime) {
    text += fmt::format("; {} of the time is in instructions whose float operations are not known",
                        Percent(use.uncounted));
  }
  constexpr double kMuch = 0.6, kLittle = 0.3;
  const bool is_memory_bound = IsShareOfPeak(use.memory) && use.memory >= kMuch &&
                               IsShareOfPeak(use.compute) && use.compute < kLittle;
  return fmt::format(". {} instructions reach {}{}", devices.size() == 1 ? "Its" : "Their", text,
                     is_memory_bound
                         ? ": memory limits it, so smaller types, which move fewer bytes, make it "
                           "faster, and where most bytes are weights a larger batch does more with "
                           "each"
                         : "");
}

std::optional<Finding> FarBelowRoofsFinding(const Profile& profile, const InstructionWork& work,
                                            double least, double busy, double busy_high) {
  if (work.slow.empty()) return std::nullopt;
  const SlowPlace& place = work.slow.front();
  const double share = Share(place.time, work.time);
  if (share < least) return std::nullopt;
  const Int128 steps = std::max<size_t>(work.device_steps, 1);
  const std::string_view name = profile.strings[profile.ops.row[place.op].name];
  const std::string_view written =
      profile.strings[profile.ops.row[WrittenOp(profile, place.op)].name];
  const bool is_scatter = IsScatter(profile, place.op);
  const bool is_cumulative = IsCumulative(profile, place.op);
  Finding finding;
  finding.id = "far_below_roofs";
  finding.severity = WarningIf((is_scatter || is_cumulative) && busy >= busy_high);
  finding.share = share * busy;
  finding.text = fmt::format(
      "{} of the time of instructions ({}{}) is in {}{}{} at {} of the speed of the device's "
      "memory, and {}{}",
      Percent(share), FormatMicros(static_cast<Value>(place.time / steps)),
      work.device_steps > 0 ? " of a device's step" : "",
      2 * place.most > place.time ? "" : "instructions such as ", written,
      place.place == written ? "" : ", " + place.place + ",", Percent(place.of_memory),
      ComputeText(place),
      is_scatter      ? ScatterRemedy(FrameworkOf(profile))
      : is_cumulative ? kCumulativeRemedy
                      : std::string_view());
  finding.command = fmt::format("roofline -show_name_regexes {}", QuoteWord(NameRegex(name)));
  finding.evidence.push_back(SlowPlaceEvidence(work));
  return finding;
}

}  // namespace profiler
