#include <algorithm>
#include <array>
#include <string_view>

#include "profiler/analysis/values/exec_sums.h"
#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/query/measures.h"
#include "profiler/query/quirks.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/row_facts.h"
#include "profiler/views/info/info_reasons.h"
#include "profiler/views/info/info_sections.h"

namespace profiler {
namespace {

// A row of the section, for one of tfprof's columns.
struct RecordedRow {
  std::string_view recorded;
  int64_t has, of;  // numbers of ops
  std::string_view why;
};

const std::vector<ColumnOf<RecordedRow>>& RecordedColumns() {
  using C = ColumnOf<RecordedRow>;
  static const std::vector<C> kColumns = {
      C::Text("recorded", "recorded", "yes, partly or no", &RecordedRow::recorded),
      C::Number("ops", Unit::kCount, "ops", "how many ops have a value", &RecordedRow::has),
      C::Number("of_ops", Unit::kCount, "of", "how many ops could have one: all, or those that ran",
                &RecordedRow::of),
      C::Text("why", "why, and what to record instead",
              "why some ops or all have none, and what to record instead", &RecordedRow::why),
  };
  return kColumns;
}

// The numbers of ops for which a fact is known.
struct KnownOps {
  int64_t ops = 0, graph_nodes = 0, ran = 0;
  int64_t on_accelerator = 0, accelerator = 0, misses_accelerator = 0;
  std::array<int64_t, 4> bytes = {};  // in the order of Measure
  int64_t shape = 0, float_ops = 0, device = 0, type = 0, frame = 0;
  int64_t with_inputs = 0, input_shapes = 0;
};

class Counter {
 public:
  explicit Counter(const Profile& profile)
      : profile_(profile), execs_(profile.execs().row), rules_(profile, Quirks(false)) {}

  KnownOps Run() {
    for (uint32_t op = 0; op < profile_.op_count(); ++op) {
      AddOp(OpId(op));
      AddExecs(OpId(op));
      AddInputs(OpId(op));
    }
    return counts_;
  }

 private:
  void AddOp(OpId op) {
    const OpRow& row = profile_.ops.row[op];
    ++counts_.ops;
    counts_.graph_nodes += row.kind == OpKind::kGraphNode;
    counts_.shape += !profile_.ops.shape[op].empty();
    counts_.float_ops += row.float_ops != kUnknown;
    counts_.type += !profile_.strings[row.type].empty();
    counts_.frame += row.frame.valid();
  }

  void AddExecs(OpId op) {
    const auto [first, last] = profile_.ExecsOf(op);
    bool ran = false, on_accelerator = false, recorded = false, misses = false;
    std::array<bool, 4> bytes = {};
    for (uint32_t i = first; i < last; ++i) {
      const ExecRow& row = execs_[i];
      ran |= DidRun(row);
      misses |= rules_.MissesAccelerator(row);
      const bool is_there =
          row.device.valid() && DidRun(row) && IsAccelerator(profile_.devices[row.device].kind);
      on_accelerator |= is_there || row.accelerator_time != 0;
      recorded |= (is_there && !rules_.MissesAccelerator(row)) || row.accelerator_time != 0;
      bytes[0] |= row.requested_bytes != kUnknown;
      bytes[1] |= row.peak_bytes != kUnknown;
      bytes[2] |= row.residual_bytes != kUnknown;
      bytes[3] |= row.output_bytes != kUnknown;
    }
    if (!ran) return;
    ++counts_.ran;
    counts_.on_accelerator += on_accelerator;
    counts_.accelerator += recorded;
    counts_.misses_accelerator += misses;
    counts_.device += profile_.ops.row[op].assigned_device.valid();
    for (size_t i = 0; i < bytes.size(); ++i) counts_.bytes[i] += bytes[i];
  }

  void AddInputs(OpId op) {
    bool has_inputs = false, all_known = true;
    for (const OpInput& input : profile_.ops.inputs[op]) {
      if (input.control) continue;
      has_inputs = true;
      const auto& shapes = profile_.ops.output_shapes[input.producer];
      all_known &= std::any_of(shapes.begin(), shapes.end(), [&](const OpOutputShape& shape) {
        return shape.slot == input.output && shape.count > 0;
      });
    }
    const bool has_shapes = !has_inputs && profile_.ops.row[op].input_shapes.valid();
    counts_.with_inputs += has_inputs || has_shapes;
    counts_.input_shapes += (has_inputs && all_known) || has_shapes;
  }

  const Profile& profile_;
  PackedTable<ExecId, ExecRow>::Reader execs_;
  const TfprofRunRules rules_;
  KnownOps counts_;
};

class ColumnTable {
 public:
  explicit ColumnTable(const Profile& profile)
      : profile_(profile),
        counts_(Counter(profile).Run()),
        why_(ReasonsFor(profile, counts_.graph_nodes > 0, counts_.with_inputs > 0)) {
    for (const SourceRow& source : profile.sources.values()) has_traces_ |= source.has_code_traces;
  }

  Report Make() {
    AddMemory();
    AddTimes();
    AddFromGraph();
    AddFromOtherFiles();
    return std::move(report_);
  }

 private:
  void AddRow(std::string_view name, const RecordedRow& row) {
    AppendRow(RecordedColumns(), name, row, report_);
  }
  void Add(std::string_view name, int64_t has, int64_t of, std::string_view why_not,
           std::string_view why_not_all = {}) {
    if (has > 0 && has >= of) return AddRow(name, {"yes", has, of, ""});
    AddRow(name, has > 0 ? RecordedRow{"partly", has, of, why_not_all}
                         : RecordedRow{"no", has, of, why_not});
  }
  void Add(Measure measure, int64_t has, int64_t of, std::string_view why_not,
           std::string_view why_not_all = {}) {
    Add(Info(measure).name, has, of, why_not, why_not_all);
  }

  void AddMemory() {
    const std::string_view why = counts_.ran > 0 ? why_.memory : why_.nothing_ran;
    const Measure measures[] = {Measure::kBytes, Measure::kPeakBytes, Measure::kResidualBytes,
                                Measure::kOutputBytes};
    for (size_t i = 0; i < counts_.bytes.size(); ++i) {
      Add(measures[i], counts_.bytes[i], counts_.ran, why,
          "of the others that ran no memory was recorded");
    }
  }

  void AddTimes() {
    Add(Measure::kMicros, counts_.ran, counts_.ran, why_.nothing_ran);
    AddAccelerator();
    Add(Measure::kCpuMicros, counts_.ran, counts_.ran, why_.nothing_ran);
    Add(Measure::kOccurrence, counts_.ran, counts_.ran, why_.nothing_ran);
  }

  void AddAccelerator() {
    constexpr std::string_view kMisses =
        "GPU ops ran, but no stream statistics (stream:all) were recorded: TensorFlow needs CUPTI "
        "and the right to use it; record again with them";
    const std::string_view name = Info(Measure::kAcceleratorMicros).name;
    const int64_t has = counts_.accelerator, of = counts_.on_accelerator;
    if (counts_.ran == 0) {
      AddRow(name, {"no", has, of, why_.nothing_ran});
    } else if (of == 0) {
      AddRow(name, {"yes", has, of, why_.accelerator});
    } else if (counts_.misses_accelerator == 0) {
      AddRow(name, {"yes", has, of, ""});
    } else {  // several files have the op, and one may have its times
      AddRow(name, {has > 0 ? "partly" : "no", has, of, kMisses});
    }
  }

  void AddFromGraph() {
    Add(Measure::kParams, counts_.shape, counts_.shape, why_.parameters);
    Add(kDeviceColumn, counts_.device, counts_.ran, why_.device,
        "the others ran on no device whose name is known");
    Add(kOpTypesColumn, counts_.type, counts_.ops, why_.types,
        "the others were seen only while running, without a type");
    Add(kInputShapesColumn, counts_.input_shapes, counts_.with_inputs, why_.shapes,
        why_.some_shapes);
  }

  void AddFromOtherFiles() {
    Add(Measure::kFloatOps, counts_.float_ops, counts_.ops, why_.float_ops,
        "ops of other types have no registered number of float operations");
    Add(kTensorValueColumn, static_cast<int64_t>(profile_.variables.size()),
        static_cast<int64_t>(profile_.variables.size()), why_.tensors);
    Add("code_traces", has_traces_ ? counts_.frame : 0, counts_.ops,
        profile_.samples.empty()
            ? why_.stacks
            : "of ops; of functions that Python's profilers counted `code` shows them",
        "the others were made by no line of Python that is known");
  }

  const Profile& profile_;
  const KnownOps counts_;
  const MissingReasons why_;
  bool has_traces_ = false;
  Report report_ = StartTable("columns", "Columns of scope, graph, code and op",
                              "what -select calls it; code_traces is what the view code shows",
                              Headers(RecordedColumns()));
};

}  // namespace

Report ColumnSection(const Profile& profile) { return ColumnTable(profile).Make(); }

}  // namespace profiler
