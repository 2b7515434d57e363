#include "profiler/views/overview_verdicts.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "profiler/report/format_value.h"
#include "profiler/views/table.h"
#include "profiler/views/table_row.h"

namespace profiler {
namespace {

using enum ColumnType;

// Shares of the mean step, as xprof judges them; docs/metrics.md lists them.
constexpr double kInputHigh = 0.2, kInputModerate = 0.05, kUnexplained = 0.03;
constexpr double kOutputHigh = 0.2, kOutputModerate = 0.05;
constexpr double kPartHigh = 0.15, kPartModerate = 0.03;
constexpr double kLeast16Bit = 0.1;  // of device compute

constexpr char kInputCommand[] = "advise -checkers InputChecker";

struct Verdict {
  std::string id, severity, text, command;
};

Report StartVerdicts() {
  Report report = StartTable(
      "verdicts", "Verdicts", "what is judged, and how bad it is",
      {
          TableColumn("severity", kText, Unit::kNone, "severity", "info or warning"),
          TableColumn("text", kText, Unit::kNone, "verdict", "what was found"),
          TableColumn("command", kText, Unit::kNone, "more", "the command that shows more"),
      });
  report.shape = Shape::kFindings;
  return report;
}

class Judge {
 public:
  explicit Judge(const StepTimings& timings)
      : timings_(timings), step_(timings.is_whole ? "the recording" : "a step") {}

  Report Take() && {
    const bool other_is_told = AddInput();
    AddPart(StepPart::kOutput, "output", kOutputHigh, kOutputModerate,
            "getting results from devices and writing them out",
            "steps -select total_us,output_us -order_by output_us");
    AddPart(StepPart::kCompile, "compile", kPartHigh, kPartModerate,
            "compiling: once per program, and again for each new shape",
            "steps -select total_us,compile_us -order_by compile_us");
    AddPart(StepPart::kKernelLaunch, "kernel_launch", kPartHigh, kPartModerate,
            "launching kernels: many small ones can be fused, or compiled by XLA",
            "kernels -order_by occurrences -top 10");
    AddPart(StepPart::kCollectives, "collectives", kPartHigh, kPartModerate,
            "collectives between devices with nothing else to do", "advise -checkers JobChecker");
    if (!other_is_told) {
      AddPart(StepPart::kOther, "other", kPartHigh, kPartModerate,
              "what nothing recorded explains: idle, waiting, or Python that was not traced",
              "steps -select total_us,other_us -order_by other_us");
    }
    AddPrecision();
    return std::move(report_);
  }

 private:
  std::string Part(double share, double picos) const {
    return fmt::format("{:.1f}% of {} ({} of {})", 100 * share, step_, Time(picos),
                       Time(timings_.mean()));
  }
  static std::string Time(double picos) {
    return FormatValue(static_cast<Value>(picos), Unit::kMicros);
  }

  void Add(Verdict verdict) {
    TableRow(report_, verdict.id).Text(verdict.severity).Text(verdict.text).Text(verdict.command);
    report_.rows.back().depth = 1;
  }

  // Whether it told of the part `other`, which may hide input that was not recorded.
  bool AddInput() {
    const double share = timings_.Share(StepPart::kInput) + timings_.Share(StepPart::kHostToDevice);
    const double picos = timings_.Mean(StepPart::kInput) + timings_.Mean(StepPart::kHostToDevice);
    const double other = timings_.Share(StepPart::kOther);
    const std::string spent =
        Part(share, picos) + " is waiting for input, and copying it to devices";
    if (share >= kInputHigh) {
      Add({"highly_input_bound", "warning",
           "highly input bound: " + spent + ": make the input faster before all else",
           kInputCommand});
    } else if (share >= kInputModerate) {
      Add({"moderately_input_bound", "warning", "moderately input bound: " + spent, kInputCommand});
    } else if (other >= kUnexplained) {
      Add({"potentially_input_bound", "info",
           fmt::format("perhaps input bound: {} is explained by nothing that was recorded; it may "
                       "be reading, or Python",
                       Part(other, timings_.Mean(StepPart::kOther))),
           "steps -select total_us,input_us,other_us -order_by other_us"});
      return true;
    } else {
      Add({"not_input_bound", "info", "not input bound: " + spent, ""});
    }
    return false;
  }

  void AddPart(StepPart part, std::string_view name, double high, double moderate,
               std::string_view what, std::string command) {
    const double share = timings_.Share(part);
    if (share < moderate) return;
    const bool is_high = share >= high;
    Add({fmt::format("{}_{}", is_high ? "high" : "moderate", name), is_high ? "warning" : "info",
         fmt::format("{} is {}", Part(share, timings_.Mean(part)), what), std::move(command)});
  }

  void AddPrecision() {
    const double bits16 = timings_.Mean(StepPart::kDeviceCompute16);
    const double all = bits16 + timings_.Mean(StepPart::kDeviceCompute32);
    if (all <= 0 || bits16 >= kLeast16Bit * all) return;
    Add({"little_16_bit", "info",
         fmt::format(
             "{:.1f}% of device compute is in 16 bit: more of it is faster, if the accuracy "
             "allows it",
             100 * bits16 / all),
         "advise -checkers PrecisionChecker"});
  }

  const StepTimings& timings_;
  const std::string_view step_;
  Report report_ = StartVerdicts();
};

}  // namespace

Report VerdictSection(const StepTimings& timings) {
  if (!timings.empty() && timings.mean() > 0) return Judge(timings).Take();
  Report report = StartVerdicts();
  report.notes.push_back(
      {"not_judged", Severity::kInfo, "the time of a step is not known, nor what it goes to"});
  return report;
}

}  // namespace profiler
