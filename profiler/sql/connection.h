// SQLite's connection for one query: it holds nothing, may only read, and ends by limits.
#ifndef PROFILER_SQL_CONNECTION_H_
#define PROFILER_SQL_CONNECTION_H_

#include <sqlite3.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"

namespace profiler::sql {

class Connection {
 public:
  // `context` limits the time and memory of queries, and must outlive the connection.
  static absl::StatusOr<std::unique_ptr<Connection>> Open(RunContext& context);
  // A connection that writes a new database, in the only file of the SQLite file system of this
  // name.
  static absl::StatusOr<std::unique_ptr<Connection>> OpenFile(const std::string& file_system,
                                                              RunContext& context);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  sqlite3* db() const { return db_; }
  // Adds an empty schema, for the tables of a further profile.
  absl::Status AddSchema(const std::string& name);
  // From now on only reading is allowed. Tables must be added before.
  void AllowReadingOnly();

  // Makes the query fail with this error, which a function of the query calls.
  void Fail(absl::Status why) { stopped_ = std::move(why); }
  // The error of the last call of SQLite in the query `text`.
  absl::Status ErrorIn(std::string_view text, int rc) const;

 private:
  explicit Connection(RunContext& context) : context_(context) {}
  static absl::StatusOr<std::unique_ptr<Connection>> Open(const char* path, const char* file_system,
                                                          RunContext& context);

  static int Progress(void* connection);

  sqlite3* db_ = nullptr;
  RunContext& context_;
  absl::Status stopped_;
};

}  // namespace profiler::sql

#endif  // PROFILER_SQL_CONNECTION_H_
