#include "profiler/views/steps/steps_columns.h"

#include <fmt/format.h>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/analysis/step_split/timed_phases.h"
#include "profiler/analysis/steps/outside_steps.h"
#include "profiler/store/kind_names.h"

namespace profiler {
namespace {

struct PartText {
  StepPart part;
  std::string_view title, sentence;
};
constexpr PartText kParts[] = {
    {StepPart::kCompile, "compile", "compiling"},
    {StepPart::kOutput, "output", "copies from devices to hosts; outfeed"},
    {StepPart::kInput, "input", "waiting for input; infeed"},
    {StepPart::kHostCompute, "host compute", "other work of hosts"},
    {StepPart::kHostToDevice, "host to device", "copies from hosts to devices"},
    {StepPart::kKernelLaunch, "kernel launch",
     "hosts start work of devices, which do nothing meanwhile"},
    {StepPart::kDeviceCompute16, "device 16 bit",
     "devices compute with 16-bit floats, by the kernels' names"},
    {StepPart::kDeviceCompute32, "device 32 bit", "devices compute otherwise"},
    {StepPart::kDeviceToDevice, "device to device",
     "copies on and between devices, and of no recorded direction"},
    {StepPart::kCollectives, "collectives", "collectives of devices or hosts"},
    {StepPart::kOther, "other", "nothing of these was recorded"},
};

constexpr PartText kPhasesPart = {
    StepPart::kHostCompute, kTimedPhases,
    "phases that the framework's hooks timed, which contain what GPUs did"};

// The step's name in xprof, which is its number if devices took part in the step.
std::string PeersName(const StepsRow& row) {
  if (!row.is_step()) return "";
  const bool by_number = row.number() != kUnknown && row.sum.has_device_work();
  return by_number ? std::to_string(row.number()) : row.name();
}

std::string HostOfStep(const StepsRow& row) {
  if (row.is_step()) {
    const std::string_view host = row.profile.strings[row.profile.sources[row.step().source].host];
    if (!host.empty()) return std::string(host);
  }
  return fmt::format("{}", fmt::join(row.sum.hosts, ", "));
}

}  // namespace

StepsRow::StepsRow(const Profile& of, const StepSum& step, const StepSplit& parts)
    : profile(of), sum(step), split(parts) {
  host = HostOfStep(*this);
}

std::string StepsRow::name() const {
  if (!is_step()) return std::string(kOutsideSteps);
  const std::string_view name = profile.strings[profile.steps[id()].name];
  if (!name.empty()) return std::string(name);
  return number() == kUnknown ? "step" : std::to_string(number());
}

Value StepsRow::mark() const {
  Value longest = kAbsent;
  for (const StepId step : sum.steps) {
    const int64_t mark = profile.steps[step].mark;
    if (mark != kUnknown && (longest == kAbsent || mark > longest)) longest = mark;
  }
  return longest;
}

std::vector<std::string> StepsRow::paths() const {
  std::vector<std::string> paths;
  for (const StepId step : sum.steps) {
    paths.emplace_back(profile.strings[profile.sources[profile.steps[step].source].path]);
  }
  return paths;
}

StepsColumn StepTotalColumn() {
  return StepsColumn::Number(
             "total_us", Unit::kMicros, "total",
             "wall time from its mark, or the end of the step before if that is "
             "later, to the end of its mark and of all work launched in it; that of "
             "the whole step, also where places are left out",
             &StepsRow::total)
      .In(Detail::kReport);
}

std::vector<StepsColumn> StepWorkColumns(const ExecSums& all) {
  using C = StepsColumn;
  using Row = const StepsRow&;
  return {
      C::Number("cpu_us", Unit::kMicros, "cpu",
                "time of its executions on their devices' hosts, overlapping work added up, "
                "without calls that only wait",
                // Work that did not run took no time.
                [](Row row) { return OrZero(row.sum.execs.cpu_time); })
          .In(Detail::kReport)
          .GrandTotal(all.cpu_time),
      C::Number(
          "accelerator_us", Unit::kMicros, "accelerator",
          "time of its work on accelerators, overlapping work added up: accelerator_micros, summed",
          [](Row row) { return row.sum.ran ? row.sum.execs.accelerator_time() : 0; })
          .In(Detail::kReport)
          .GrandTotal(all.accelerator_time()),
      C::Number("device_span_us", Unit::kMicros, "device span",
                "wall time from the first begin to the last end of its work on an accelerator; of "
                "several the longest",
                [](Row row) { return row.sum.device_span(); }),
  };
}

std::vector<StepsColumn> StepPartColumns(bool are_phases) {
  std::vector<StepsColumn> columns;
  for (PartText text : kParts) {
    if (are_phases && text.part == StepPart::kHostCompute) text = kPhasesPart;
    columns.push_back(StepsColumn::Number(
        fmt::format("{}_us", Name(text.part)), Unit::kMicros, text.title,
        fmt::format("of the total: {}", text.sentence), [part = text.part](const StepsRow& row) {
          const bool is_known = !IsOfDevices(part) || !LacksDeviceTimes(row.profile);
          return is_known ? row.split[part] : kAbsent;
        }));
  }
  return columns;
}

std::vector<StepsColumn> StepsColumns(bool has_sources, const ExecSums& all, bool are_phases) {
  using C = StepsColumn;
  using Row = const StepsRow&;
  return Concat<StepsRow>({
      C::Text("step", "step",
              "as xprof calls it: the name of its mark, or its number for steps of accelerators "
              "and steps without a name",
              PeersName),
      C::Number("number", Unit::kNone, "number",
                "the framework's own number of the step, which -step takes",
                [](Row row) { return Known(row.number()); })
          .In(Detail::kReport),
      C::Number("rank", Unit::kNone, "rank", "the rank that recorded it",
                [](Row row) {
                  return row.is_step() ? Known(row.profile.sources[row.step().source].rank)
                                       : kAbsent;
                })
          .In(Detail::kReport)
          .If(has_sources),
      C::Text("host", "host", "where it ran; of a source that holds several hosts all of them",
              &StepsRow::host)
          .In(Detail::kReport),
      StepTotalColumn(),
      C::Number("mark_us", Unit::kMicros, "mark",
                "how long the mark around the step lasted, as recorded; of several inputs the "
                "longest",
                &StepsRow::mark)
          .In(Detail::kReport),
      C::Real(
          "against_median", Unit::kShare, "of median",
          "total_us divided by its median over all steps of the host and of its kind (what made "
          "them has one name) that are not partial, selected or not",
          &StepsRow::against_median)
          .Typical()
          .In(Detail::kReport),
      C::Flag("outlier", "outlier",
              "far slower than the host's other steps of its kind that are not partial: by more "
              "than 3 median "
              "deviations and 20 % of the median; of a step that was cut at its end, what is left",
              &StepsRow::is_outlier)
          .In(Detail::kReport),
      StepWorkColumns(all),
      PartColumns<StepsRow>(StepMetricColumns(), &StepsRow::metrics),
      StepPartColumns(are_phases),
      C::Real("infeed_share_min", Unit::kShare, "least infeed",
              "of the TPU core that waits least in the infeed: its share of the total; there where "
              "cores have one",
              [](Row row) { return row.split.infeed_share_min; })
          .Typical()
          .Optional(),
      C::Real("infeed_share_max", Unit::kShare, "most infeed",
              "the same of the TPU core that waits longest in the infeed",
              [](Row row) { return row.split.infeed_share_max; })
          .Typical()
          .Optional(),
      C::Number("bytes", Unit::kBytes, "bytes", "memory requested, summed over its executions",
                [](Row row) { return row.sum.execs.bytes; })
          .GrandTotal(all.bytes),
      C::Number("peak_bytes", Unit::kBytes, "peak bytes",
                "the most that each op held, summed over its executions: no peak of the step",
                [](Row row) { return row.sum.execs.peak_bytes; })
          .GrandTotal(all.peak_bytes),
      C::Number("ops_run", Unit::kCount, "different ops", "how many different ops ran in it",
                [](Row row) { return row.sum.ops; }),
      C::Number("runs", Unit::kCount, "runs", "how often ops ran in it",
                [](Row row) { return row.sum.ran ? row.sum.execs.runs : 0; })
          .GrandTotal(all.runs),
      C::Text("found_by", "found by",
              "how the step is known: recorded (the source numbers it), marker (a mark on the "
              "timeline), inferred, or whole (the source has no steps and counts as one)",
              [](Row row) { return row.is_step() ? Name(row.step().found_by) : ""; }),
      C::Number("confidence_pct", Unit::kPercent, "confidence",
                "of an inferred step: the part of its thread's time that repeats",
                [](Row row) { return Known(row.step().confidence_percent); })
          .Optional(),
      C::Flag("partial", "partial",
              "a part of the step was not recorded, or its time contains work of a step before the "
              "recording",
              [](Row row) { return row.sum.is_partial(row.profile); })
          .In(Detail::kReport),
      C::List("sources", "sources", "the inputs that hold it; there where several were opened",
              &StepsRow::paths)
          .If(has_sources),
  });
}

}  // namespace profiler
