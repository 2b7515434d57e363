#ifndef PROFILER_EXPORT_STACKS_PPROF_TABLES_H_
#define PROFILER_EXPORT_STACKS_PPROF_TABLES_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/export/stacks/stacks.h"

namespace profiler {

// The tables of a pprof Profile that its samples refer to, encoded as fields of that message. Ids
// are assigned in order of first use.
class PprofTables {
 public:
  PprofTables() { IdOf(""); }

  int64_t IdOf(std::string_view text);
  int64_t IdOfKept(std::string_view text);  // `text` must outlive the tables
  // The id of the location of the frame's own line.
  uint64_t LineLocation(const StackFrame& frame);
  // The id of a location as tfprof writes it, with the caller's line and the called function.
  uint64_t CallLocation(const StackFrame& caller, const StackFrame& frame);

  // Fields 4, 5 and 6 of the Profile. Call them after the last sample.
  const std::string& locations() const { return locations_; }
  const std::string& functions() const { return functions_; }
  const std::string& strings() const { return strings_; }

 private:
  // The numbers of two texts (see `numbers_`), and a line.
  using Key = std::tuple<uint32_t, uint32_t, int64_t>;

  int64_t Add(std::string_view text);
  uint32_t NumberOf(std::string_view text);
  // The location of `function` at the line of `file`.
  uint64_t Location(std::string_view file, const StackFrame& function, int64_t line);
  uint64_t FunctionOf(const StackFrame& frame);

  // The keys point into the texts of frames.
  absl::flat_hash_map<absl::string_view, uint32_t> numbers_;
  absl::flat_hash_map<Key, uint64_t> location_ids_, function_ids_;
  absl::flat_hash_map<absl::string_view, int64_t> string_ids_;
  std::deque<std::string> made_;  // owns texts of string_ids_ that have no other owner
  std::string locations_, functions_, strings_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_STACKS_PPROF_TABLES_H_
