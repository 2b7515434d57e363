#include "profiler/export/store/store_program.h"

#include "profiler/base/status.h"
#include "profiler/export/store/store_strings.h"

namespace profiler {
namespace {

using namespace store_file;

// Writes what was there to run, and where.
class ProgramWriter {
 public:
  ProgramWriter(const Profile& profile, const StoreSelection& selection, StoreFrames& frames)
      : profile_(profile), selection_(selection), frames_(frames) {}

  absl::Status Write() {
    PROFILER_RETURN_IF_ERROR(WriteStoreStrings(profile_.strings, frames_));
    PROFILER_RETURN_IF_ERROR(WriteSources());
    PROFILER_RETURN_IF_ERROR(WriteImportRows());
    PROFILER_RETURN_IF_ERROR(WriteRows(Table::kDevices, profile_.devices.values()));
    PROFILER_RETURN_IF_ERROR(WriteRows(Table::kTracks, profile_.tracks.values()));
    PROFILER_RETURN_IF_ERROR(WriteSteps());
    PROFILER_RETURN_IF_ERROR(WriteRows(Table::kMetrics, profile_.metrics.values()));
    PROFILER_RETURN_IF_ERROR(WriteRows(Table::kModules, profile_.modules.values()));
    PROFILER_RETURN_IF_ERROR(WriteRows(Table::kFrames, profile_.frames.values()));
    PROFILER_RETURN_IF_ERROR(WriteRows(Table::kOps, profile_.ops.row.values()));
    return WriteOpLists();
  }

 private:
  template <typename Rows>
  absl::Status WriteRows(Table table, const Rows& rows) {
    StoreTable out(table, frames_);
    for (const auto& row : rows) out.Add(row);
    return out.Finish();
  }

  absl::Status WriteSources() {
    const TimeAxis& axis = profile_.time_axis;
    StoreTable out(Table::kSources, frames_);
    for (uint32_t s = 0; s < profile_.sources.size(); ++s) {
      const OnAxis on_axis = axis.is_timed[s] != 0 ? OnAxis::kTimed : OnAxis::kUntimed;
      const SourceId source(s);
      out.Add(SourceFact{profile_.sources[source], on_axis, axis.zero[source], axis.start});
    }
    return out.Finish();
  }

  absl::Status WriteImportRows() {
    StoreTable out(Table::kImportRows, frames_);
    for (const ImportRow& row : profile_.import_rows) {
      out.Add(ImportFact{row.path, row.problem, row.count, row.first_offset, row.first_detail});
    }
    return out.Finish();
  }

  absl::Status WriteSteps() {
    StoreTable out(Table::kSteps, frames_);
    for (const StepId step : selection_.steps()) {
      StepRow row = profile_.steps[step];
      row.counts_as = selection_.CountsAs(step);
      out.Add(row);
    }
    return out.Finish();
  }

  // Calls add(out, op) for each op.
  template <typename AddRows>
  absl::Status WriteList(Table table, const AddRows& add) {
    StoreTable out(table, frames_);
    for (uint32_t op = 0; op < profile_.op_count(); ++op) add(out, OpId(op));
    return out.Finish();
  }

  absl::Status WriteOpLists() {
    const Ops& ops = profile_.ops;
    PROFILER_RETURN_IF_ERROR(WriteList(Table::kFrameworkOps, [&](StoreTable& out, OpId op) {
      const OpId framework_op = ops.row[op].framework_op;
      if (framework_op.valid()) out.Add(FrameworkOpFact{op, framework_op});
    }));
    PROFILER_RETURN_IF_ERROR(WriteList(Table::kOpTypes, [&](StoreTable& out, OpId op) {
      for (const StringId type : ops.types[op]) out.Add(TypeFact{op, type});
    }));
    PROFILER_RETURN_IF_ERROR(WriteList(Table::kOpShapes, [&](StoreTable& out, OpId op) {
      for (const int64_t dim : ops.shape[op]) out.Add(ShapeFact{op, dim});
    }));
    PROFILER_RETURN_IF_ERROR(WriteList(Table::kOpInputs, [&](StoreTable& out, OpId op) {
      for (const OpInput& input : ops.inputs[op]) out.Add(InputFact{op, input});
    }));
    PROFILER_RETURN_IF_ERROR(WriteList(Table::kOutputDims, [&](StoreTable& out, OpId op) {
      for (const OpOutputShape& shape : ops.output_shapes[op]) {
        for (uint32_t i = 0; i < shape.count; ++i) out.Add(DimFact{ops.dims[shape.first + i]});
      }
    }));
    PROFILER_RETURN_IF_ERROR(WriteList(Table::kOutputShapes, [&](StoreTable& out, OpId op) {
      for (const OpOutputShape& shape : ops.output_shapes[op]) {
        out.Add(OutputShapeFact{op, shape.slot, shape.count});
      }
    }));
    return WriteList(Table::kOpAttributes, [&](StoreTable& out, OpId op) {
      for (const OpAttribute& attribute : ops.attributes[op]) {
        out.Add(AttributeFact{op, attribute});
      }
    });
  }

  const Profile& profile_;
  const StoreSelection& selection_;
  StoreFrames& frames_;
};

}  // namespace

absl::Status WriteStoreProgram(const Profile& profile, const StoreSelection& selection,
                               StoreFrames& frames) {
  return ProgramWriter(profile, selection, frames).Write();
}

}  // namespace profiler
