// The tables of a pprof Profile that its samples refer to.
#ifndef PROFILER_READERS_PPROF_PROFILE_TABLES_H_
#define PROFILER_READERS_PPROF_PROFILE_TABLES_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler::pprof {

struct SampleType {
  std::string_view type, unit;
};

// A line of code at a location. Without a function, the line is that of an unknown one.
struct CodeLine {
  uint32_t function = UINT32_MAX;  // a row of functions()
  int64_t line = kUnknown;
};

struct Location {
  uint64_t mapping = 0, address = 0;
  uint32_t first = 0, count = 0;  // its lines: inlined functions first, then their callers
};

struct Function {
  StringId name, file;
  int64_t start_line = kUnknown;
};

// Everything of the file but its samples, of which only the bytes are kept.
class ProfileTables {
 public:
  ProfileTables(const Place& place, ProfileBuilder& builder) : place_(place), builder_(builder) {}

  absl::Status Read(std::string_view bytes, RunContext& context);

  const std::vector<std::string_view>& samples() const { return samples_; }
  const std::vector<SampleType>& sample_types() const { return sample_types_; }
  std::string_view default_type() const { return default_type_; }
  int64_t time_ns() const { return time_ns_; }  // since 1970; kUnknown if not recorded
  // Whether the last sample is cut by the end of the file.
  bool is_cut() const { return is_cut_; }

  // A row of locations(), or kNone.
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t FindLocation(uint64_t id) const;
  const Location& location(uint32_t row) const { return locations_[row]; }
  std::span<const CodeLine> LinesOf(const Location& location) const {
    return std::span(lines_).subspan(location.first, location.count);
  }
  const Function& function(uint32_t row) const { return functions_[row]; }
  // The file name of a binary; "" if there is none of that id.
  std::string_view BinaryName(uint64_t mapping) const;

  // Entry `index` of the string table. One that is not there counts as a problem at `at`.
  std::string_view Text(int64_t index, std::string_view at) const;

 private:
  // The raw messages of the tables, in file order.
  struct Raw {
    std::vector<std::string_view> types, mappings, locations, functions;
  };

  absl::Status Scan(std::string_view bytes, RunContext& context, Raw& raw);
  void TakeNumber(const WireWalk& walk);
  void ReadType(std::string_view bytes);
  void ReadMapping(std::string_view bytes);
  void ReadFunction(std::string_view bytes);
  void ReadLocation(std::string_view bytes);
  CodeLine ReadLine(std::string_view bytes);

  const Place& place_;
  ProfileBuilder& builder_;
  std::vector<std::string_view> strings_, samples_;
  std::vector<SampleType> sample_types_;
  std::vector<Function> functions_;
  std::vector<Location> locations_;
  std::vector<CodeLine> lines_;
  absl::flat_hash_map<uint64_t, uint32_t> function_ids_, location_ids_;
  absl::flat_hash_map<uint64_t, std::string_view> binaries_;
  int64_t default_index_ = 0, time_ns_ = kUnknown;
  std::string_view default_type_;
  bool is_cut_ = false;
};

}  // namespace profiler::pprof

#endif  // PROFILER_READERS_PPROF_PROFILE_TABLES_H_
