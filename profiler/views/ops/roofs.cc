#include "profiler/views/ops/roofs.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include "profiler/analysis/instructions/kernel_peaks.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

struct RoofRow {
  DevicePeaks peaks;
  int64_t devices = 0;
  double flops = kAbsentReal;  // of all that ran on them
  Int128 span = 0;             // of their work, summed

  double flops_per_second() const { return flops / (static_cast<double>(span) * 1e-12); }
};

const std::vector<ColumnOf<RoofRow>>& RoofColumns() {
  using C = ColumnOf<RoofRow>;
  using Row = const RoofRow&;
  static const std::vector<C> kColumns = {
      C::Number("devices", Unit::kCount, "devices", "How many of these ran ops.",
                &RoofRow::devices),
      C::Real(
          "peak_flops_per_second", Unit::kFlopsPerSecond, "peak flops",
          "The most float operations that one can do: as recorded, else in 16 bit and dense; for "
          "work in 32 bit, which the name says, in that.",
          [](Row row) { return row.peaks.flops_per_second; }),
      C::Real("peak_bytes_per_second", Unit::kBytesPerSecond, "memory speed",
              "The most bytes that its main memory can move.",
              [](Row row) { return row.peaks.bytes_per_second; }),
      C::Real("ridge_point", Unit::kNone, "ridge",
              "Float operations per byte: an op with fewer is limited by memory.",
              [](Row row) { return row.peaks.ridge(); })
          .Typical(),
      C::Real(
          "flops_per_second", Unit::kFlopsPerSecond, "flop rate",
          "The float operations of all rows below this roof, of those that are known, by the time "
          "from the begin of a device's first work to the end of its last, summed over the "
          "devices: the mean of one.",
          &RoofRow::flops_per_second),
      C::Real("flops_utilization", Unit::kShare, "utilization",
              "flops_per_second as a part of the peak of one device; the sum over the roofs of a "
              "model is "
              "its model flops utilization (MFU).",
              [](Row row) { return row.flops_per_second() / row.peaks.flops_per_second; })
          .Typical(),
  };
  return kColumns;
}

constexpr size_t kComputeKinds = 3;

// The float operations of what ran on a device, by what limits them.
struct FlopsOnDevice {
  bool ran = false;
  std::array<double, kComputeKinds> flops = {kAbsentReal, kAbsentReal, kAbsentReal};

  void Add(ComputeKind kind, double more) {
    double& of = flops[static_cast<size_t>(kind)];
    of = (std::isnan(of) ? 0 : of) + more;
  }
};

std::vector<FlopsOnDevice> FlopsOfDevices(const Profile& profile, const std::vector<HloUse>& uses,
                                          const std::vector<DevicePeaks>& peaks) {
  std::vector<FlopsOnDevice> work(profile.devices.size());
  for (const HloUse& use : uses) {
    const ComputeKind kind = use.kernel.valid() && use.flops > 0
                                 ? ComputeKindOf(profile.strings[use.kernel])
                                 : ComputeKind::kUsual;
    ForEachDevice(use, [&](DeviceId device, int64_t occurrences) {
      FlopsOnDevice& of = work[device.row()];
      of.ran = true;
      if (std::isnan(use.flops)) return;
      const double part = static_cast<double>(occurrences) / static_cast<double>(use.occurrences);
      of.Add(KnownKind(peaks[device.row()], kind), part * use.flops);
    });
  }
  return work;
}

// What a roof's name says of the work below it, after the model.
std::string_view AfterModel(ComputeKind kind) {
  switch (kind) {
    case ComputeKind::kTf32:
      return ", TF32";
    case ComputeKind::kPlain32:
      return ", 32 bit without tensor cores";
    case ComputeKind::kUsual:
      break;
  }
  return "";
}

// Devices of one model.
struct ModelRoofs {
  int64_t devices = 0;
  Int128 span = 0;
  std::array<RoofRow, kComputeKinds> by_kind;

  void Add(const FlopsOnDevice& work, const DevicePeaks& peaks, Int128 time) {
    for (size_t i = 0; i < kComputeKinds; ++i) {
      if (devices == 0) by_kind[i].peaks = PeaksOfKind(peaks, static_cast<ComputeKind>(i));
      if (std::isnan(work.flops[i])) continue;
      by_kind[i].flops = (std::isnan(by_kind[i].flops) ? 0 : by_kind[i].flops) + work.flops[i];
    }
    ++devices;
    span += time;
  }

  // The usual roof is there, too, if no work is below another one.
  bool Has(size_t kind) const {
    if (by_kind[kind].flops > 0) return true;
    return kind == 0 && !Has(1) && !Has(2);
  }
};

}  // namespace

Report RoofTable(const Profile& profile, const std::vector<HloUse>& uses,
                 const std::vector<Int128>& spans, const std::vector<DevicePeaks>& peaks) {
  const std::vector<FlopsOnDevice> work = FlopsOfDevices(profile, uses, peaks);
  std::map<std::string, ModelRoofs> models;
  for (uint32_t i = 0; i < work.size(); ++i) {
    const DeviceRow& device = profile.devices[DeviceId(i)];
    if (!work[i].ran || device.kind == DeviceKind::kCpu) continue;
    models[ModelToShow(profile, device)].Add(work[i], peaks[i], spans[i]);
  }
  Report report = StartTable("roofs", "Roofs",
                             "the model of the device, and what its work is in if not as usual",
                             Headers(RoofColumns()));
  for (const auto& [model, of] : models) {
    for (size_t i = 0; i < kComputeKinds; ++i) {
      if (!of.Has(i)) continue;
      RoofRow roof = of.by_kind[i];
      roof.devices = of.devices;
      roof.span = of.span;
      const std::string name = fmt::format("{}{}", model, AfterModel(static_cast<ComputeKind>(i)));
      AppendRow(RoofColumns(), name, roof, report);
    }
  }
  return report;
}

}  // namespace profiler
