#ifndef PROFILER_READERS_TFPROF_EXEC_FACTS_H_
#define PROFILER_READERS_TFPROF_EXEC_FACTS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/tables.h"

namespace profiler {

// What ExecProfile messages of a ProfileProto say: when, where and with how much memory a node ran
// in a step. As it stands there, with times in microseconds (0: none) and lanes by their names, so
// that it can be decoded apart from the rest of the file. Each list goes on where that of the row
// before ends; texts point into the file.
struct ExecFacts {
  struct Exec {
    int64_t step = 0;  // the framework's number
    int64_t runs = 0, start = 0, end = 0;
    bool is_whole = true;  // it was read to its end
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
    SnapshotRow row;  // without ids; its time is in microseconds
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
  std::vector<std::string_view> output_records;  // room for the decoder's own use
  std::vector<std::string_view> names;           // some of lanes, the one told last first

  void Clear();
  // A lane's name, most often where it stood first: who goes on with these facts need not look at
  // all of the file again.
  std::string_view SameName(std::string_view name);
  // Makes room for so many execs that ran once, and held one output.
  void Reserve(size_t count);
};

// Appends what one ExecProfile says; of a damaged one, as far as it can be read. `cut`: the file
// ends inside its node. `detail` names the node.
void DecodeExec(int64_t step, std::string_view record, bool cut, std::string_view detail,
                const Place& place, ExecFacts& facts);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_EXEC_FACTS_H_
