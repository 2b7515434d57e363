#ifndef PROFILER_READERS_STORE_STORE_TABLES_H_
#define PROFILER_READERS_STORE_STORE_TABLES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/readers/common/import_report.h"
#include "profiler/readers/store/store_chunk.h"
#include "profiler/readers/store/store_tensors.h"
#include "profiler/store/builder.h"
#include "profiler/store/facts.h"
#include "profiler/store/file/format.h"

namespace profiler {

// Adds the fields of message Store to the tables of a builder.
class StoreTables {
 public:
  // `path` is the path of the file, used to report its unknown fields.
  StoreTables(ProfileBuilder& builder, std::string path, uint64_t file_bytes, ImportReport& report);

  // Adds the next field. Returns false if the field, and so everything after it, is unusable.
  bool Add(store_file::Table table, std::string_view message);
  // Counts a field or column of a newer program.
  void CountUnknown(std::string_view what);

  bool has_sources() const { return tables_.sources.size() > 0; }
  std::vector<std::string> SourcePaths() const;
  // Sets the values that are in no table. Nothing may be added afterwards.
  void Finish();

 private:
  bool AddStrings(std::string_view message);
  bool AddChunk(store_file::Table table, std::string_view message);
  template <typename Of>
  bool AddRows(std::string_view message);

  // Adds a row of a plain table. Returns false if the row is invalid.
  template <PlainTable Of>
  bool Take(Of of, const typename Of::Row& row) {
    RowsOf(tables_, of).push_back(row);
    return true;
  }
  bool Take(table::Sources, const SourceFact& fact);
  bool Take(table::ImportRows, const ImportRow& row);
  bool Take(table::Tracks, const TrackRow& row);
  bool Take(table::Ops, const OpRow& row);
  bool Take(table::FrameworkOps, const FrameworkOpFact& row);
  bool Take(table::OpTypes, const TypeFact& row);
  bool Take(table::OpShapes, const ShapeFact& row);
  bool Take(table::OpInputs, const InputFact& row);
  bool Take(table::OutputDims, const DimFact& row);
  bool Take(table::OutputShapes, const OutputShapeFact& row);
  bool Take(table::OpAttributes, const AttributeFact& row);
  bool Take(table::Unplaced, const UnplacedRow& row);
  bool Take(table::Events, const EventFact& event);
  bool Take(table::Flows, const FlowRow& row);
  bool Take(table::Counters, const CounterRow& row);
  bool Take(table::VariableDims, const VariableDimFact& row);
  bool CanNest(const EventFact& row) const;
  bool AddTensor(std::string_view message);

  ProfileBuilder& builder_;
  Profile& tables_;
  const std::string path_;
  ImportReport& report_;
  StoreChunkReader chunk_;
  store_file::Table table_ = store_file::Table::kHeader;
  uint64_t rows_ = 0;          // of the current table
  std::string partial_;        // the first part of a text that continues
  std::vector<int64_t> dims_;  // of output shapes
  size_t dims_used_ = 0;
  uint32_t run_groups_ = 1;  // of the sources
  size_t import_facts_ = 0;
  uint64_t row_bytes_ = 0;  // the memory of the rows of all tables so far
  const uint64_t most_row_bytes_;
  std::shared_ptr<StoreTensors> tensors_;
};

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_TABLES_H_
