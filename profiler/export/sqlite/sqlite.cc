#include <fmt/format.h>

#include <memory>
#include <string_view>

#include "profiler/base/status.h"
#include "profiler/export/export.h"
#include "profiler/sql/database/database.h"

namespace profiler {
namespace {

class FileOfDatabase final : public sql::DatabaseFile {
 public:
  explicit FileOfDatabase(OutputFile& file) : file_(file) {}

  absl::Status WriteAt(uint64_t offset, std::string_view bytes) override {
    return file_.WriteAt(offset, bytes);
  }
  absl::StatusOr<size_t> ReadAt(uint64_t offset, char* to, size_t size) override {
    return file_.ReadAt(offset, to, size);
  }

 private:
  OutputFile& file_;
};

absl::StatusOr<ExportResult> ExportDatabase(const Selected& selected, const Query& /*query*/,
                                            const ExportParams& params, OutputFiles& files,
                                            RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files.Create(params.outfile));
  FileOfDatabase database(*file);
  PROFILER_ASSIGN_OR_RETURN(const sql::WrittenDatabase written,
                            sql::WriteDatabase(selected.profile(), database, context));
  PROFILER_RETURN_IF_ERROR(file->Close());
  return ExportResult{fmt::format("database written to {} ({} tables, {} rows)", params.outfile,
                                  written.tables, written.rows),
                      {}};
}

}  // namespace

extern const Exporter kSqliteExporter = {
    .name = "sqlite",
    .help =
        "an SQLite database with the tables that `sql` has (docs/sql.md), for sqlite3, Python, "
        "pandas and DuckDB: columns of ids are foreign keys with indices, times are in ns and "
        "beside them exactly in ps. -from and -to cut it; it has all steps and devices",
    .run = ExportDatabase,
    .obeys = OptionUse::kWindow,
};

}  // namespace profiler
