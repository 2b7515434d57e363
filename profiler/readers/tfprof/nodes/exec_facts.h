#ifndef PROFILER_READERS_TFPROF_NODES_EXEC_FACTS_H_
#define PROFILER_READERS_TFPROF_NODES_EXEC_FACTS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/tables.h"

namespace profiler {

// The content of ExecProfile messages of a ProfileProto: when, where and with how much memory a
// node ran in a step. Times are in microseconds (0 means none) and lanes are names, as in the file,
// so that messages can be decoded independently of the rest of the file. The lists of each row
// start where those of the row before end. Texts point into the file.
struct ExecFacts {
  struct Exec {
    int64_t step = 0;  // the framework's number of the step
    int64_t runs = 0, start = 0, end = 0;
    bool is_whole = true;  // it was read to the end
    size_t lanes_end = 0, seen_end = 0, snapshots_end = 0, allocations_end = 0;
  };
  // One entry of accelerator_execs or cpu_execs.
  struct Lane {
    std::string_view name;
    bool accelerator = false;
    size_t times_end = 0;
  };
  struct Time {
    int64_t start = 0, duration = 0;
    std::string_view at;
  };
  struct Snapshot {
    SnapshotRow row;  // without ids; the time is in microseconds
    size_t outputs_end = 0;
  };
  struct Allocation {
    int64_t time = 0, delta = 0;
  };

  std::vector<Exec> execs;
  std::vector<Lane> lanes;
  std::vector<Time> times;
  std::vector<std::string_view> seen;  // `devices`
  std::vector<Snapshot> snapshots;
  std::vector<OutputRow> outputs;  // without ids
  std::vector<Allocation> allocations;
  std::vector<std::string_view> output_records;  // temporary memory of the decoder
  std::vector<std::string_view> names;           // recent lane names, the latest first

  void Clear();
  // Returns the first occurrence of an equal name in the file, so that later comparisons do not
  // load the whole file again.
  std::string_view SameName(std::string_view name);
  // Reserves memory for `count` execs, assuming one run and one output each.
  void Reserve(size_t count);
};

// Appends the content of one ExecProfile; a damaged message is read up to the damage. `cut` means
// that the file ends inside the node. `detail` names the node in problems.
void DecodeExec(int64_t step, std::string_view record, bool cut, std::string_view detail,
                const Place& place, ExecFacts& facts);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_NODES_EXEC_FACTS_H_
