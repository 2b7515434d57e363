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
#include "profiler/store/file/format.h"

namespace profiler {

// Puts the fields of message Store into the tables of a builder.
class StoreTables {
 public:
  // `path`: of the file, for the report of what it has that is not known here.
  StoreTables(ProfileBuilder& builder, std::string path, uint64_t file_bytes, ImportReport& report);

  // The next field. False where it cannot be used: nothing after it can be.
  bool Add(store_file::Table table, std::string_view message);
  // A field or column from a program that knows more.
  void CountUnknown(std::string_view what);

  bool has_sources() const { return tables_.sources.size() > 0; }
  // Gives the builder what belongs to no table. Nothing may follow.
  void Finish();

 private:
  template <typename Row, typename AddRow>
  bool AddRows(std::string_view message, const AddRow& add);
  bool AddProgram(store_file::Table table, std::string_view message);
  bool AddOpLists(store_file::Table table, std::string_view message);
  bool AddRuns(store_file::Table table, std::string_view message);
  bool AddStrings(std::string_view message);
  bool AddSource(const store_file::SourceFact& fact);
  bool AddImportFact(const store_file::ImportFact& row);
  bool AddOutputShape(const store_file::OutputShapeFact& row);
  bool AddUnplaced(const UnplacedRow& row);
  bool AddEvent(const store_file::EventFact& row);
  bool CanNest(const store_file::EventFact& row) const;
  bool AddFlow(const FlowRow& row);
  bool AddTensor(std::string_view message);

  ProfileBuilder& builder_;
  Profile& tables_;
  const std::string path_;
  ImportReport& report_;
  StoreChunkReader chunk_;
  store_file::Table table_ = store_file::Table::kHeader;
  uint64_t rows_ = 0;          // of the table at hand
  std::string partial_;        // the beginning of a text that goes on
  std::vector<int64_t> dims_;  // of output shapes
  size_t dims_used_ = 0;
  uint32_t run_groups_ = 1;  // of the sources
  size_t import_facts_ = 0;
  uint64_t row_bytes_ = 0;  // what the rows of all tables take here
  const uint64_t most_row_bytes_;
  std::shared_ptr<StoreTensors> tensors_;
};

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_TABLES_H_
