// A profile with values in every column of every table. The columns come from the schema, so a new
// one is filled like the others; Fix() sets values that cannot be arbitrary.
#ifndef TESTS_UNIT_STORE_FILLED_PROFILE_H_
#define TESTS_UNIT_STORE_FILLED_PROFILE_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "profiler/store/facts.h"
#include "profiler/store/transform/merge_rows.h"

namespace profiler {

class FilledProfile {
 public:
  static constexpr uint32_t kRows = 3;  // of each table

  // Texts begin with `part`, so that profiles of different parts have no common rows.
  explicit FilledProfile(std::string part) : part_(std::move(part)) {}

  Profile Make() {
    EachTable([&](auto of) {
      for (uint32_t i = 0; of.kField != 0 && i < kRows; ++i) AddRow(of, i);
    });
    return builder_.Build();
  }

 private:
  template <typename Of>
  void AddRow(Of of, uint32_t i) {
    typename Of::Row row;
    EachMember(row, [&](auto& member) {
      if constexpr (std::is_same_v<std::remove_reference_t<decltype(member)>, typename Of::Id>) {
        if (i > 0) member = typename Of::Id(i - 1);  // a row only refers to earlier ones
      } else {
        Fill(member, i);
      }
    });
    Fix(row, i);
    Add(of, row);
  }

  void Fill(StringId& text, uint32_t) {
    text = builder_.Intern(part_ + " text " + std::to_string(++number_));
  }
  template <typename Table>
  void Fill(Id<Table>& id, uint32_t i) {
    const auto rows = static_cast<uint32_t>(CountRowsOf<Id<Table>>(tables_));
    if (rows > 0) id = Id<Table>(i % rows);
  }
  void Fill(EventId& event, uint32_t i) { event = {TrackId(i), 0}; }
  void Fill(bool& flag, uint32_t i) { flag = i % 2 == 0; }
  void Fill(double& real, uint32_t) { real = ++number_ + 0.5; }
  void Fill(Int128& wide, uint32_t) { wide = (static_cast<Int128>(1) << 70) + ++number_; }
  void Fill(std::vector<int64_t>& list, uint32_t) { list = {++number_, ++number_}; }
  void Fill(Origin&, uint32_t) {}  // derived
  void Fill(ImportSeverity&, uint32_t) {}
  template <typename T>
  void Fill(T& value, uint32_t i) {
    if constexpr (std::is_integral_v<T>) {
      value = static_cast<T>(++number_);
    } else {
      value = static_cast<T>(i % (static_cast<uint32_t>(LastOf(value)) + 1));
    }
  }

  template <typename Row>
  void Fix(Row&, uint32_t) {}
  void Fix(SourceFact& row, uint32_t i) { row.run_group = std::min(i, 1u); }
  void Fix(OpRow& row, uint32_t i) { row.run_group = std::min(i, 1u); }
  // The last two are views of one step, from sources of one run.
  void Fix(StepRow& row, uint32_t i) {
    row.counts_as = i == 2 ? StepId(1) : StepId();
    if (i == 2) row.number = builder_.step(StepId(1)).number;
  }
  void Fix(ImportRow& row, uint32_t) {
    row.problem = builder_.Intern("dangling_input");
    row.sentence =
        builder_.Intern("an input names a node that is not in the file: the edge was left out");
    row.severity = ImportSeverity::kLoss;
  }
  void Fix(OutputShapeFact& row, uint32_t i) { row.count = i; }
  // Small times are not rounded.
  void Fix(KeptExecRow& row, uint32_t i) {
    row.cpu_time = 200 + i;
    row.accelerator_time = 300 + i;
  }
  void Fix(WorkTimeRow& row, uint32_t i) { row.time = 400 + i; }

  template <PlainTable Of>
  void Add(Of of, const typename Of::Row& row) {
    RowsOf(tables_, of).push_back(row);
  }
  void Add(table::Tracks, const TrackRow& row) {
    tables_.tracks.push_back(row);
    tables_.events.push_back({});
  }
  void Add(table::Sources, const SourceFact& row) { builder_.AddSource(row); }
  void Add(table::FrameworkOps, const FrameworkOpFact&) {}  // ops have it
  void Add(table::OpTypes, const TypeFact& row) { builder_.AddType(row.op, row.type); }
  void Add(table::OpShapes, const ShapeFact& row) { builder_.AddShapeDim(row.op, row.dim); }
  void Add(table::OpInputs, const InputFact& row) { builder_.AddInput(row.op, row); }
  void Add(table::OutputDims, const DimFact&) {}  // come with the shapes
  void Add(table::OutputShapes, const OutputShapeFact& row) {
    builder_.AddOutputShape(row.op, row.slot, std::vector<int64_t>(row.count, ++number_));
  }
  void Add(table::OpAttributes, const AttributeFact& row) { builder_.AddAttribute(row.op, row); }
  void Add(table::Events, const EventFact& row) { builder_.AddEvent(row.track, row); }
  void Add(table::Counters, const CounterRow& row) { builder_.AddCounter(row); }
  void Add(table::VariableDims, const VariableDimFact&) {}  // variables have them
  void Add(table::Execs, const ExecRow&) {}                 // made from the others

  const std::string part_;
  ProfileBuilder builder_;
  Profile& tables_ = builder_.Restore();
  uint32_t number_ = 0;  // no two columns or rows have the same
};

}  // namespace profiler

#endif  // TESTS_UNIT_STORE_FILLED_PROFILE_H_
