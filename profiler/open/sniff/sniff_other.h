#ifndef PROFILER_OPEN_SNIFF_SNIFF_OTHER_H_
#define PROFILER_OPEN_SNIFF_SNIFF_OTHER_H_

#include <string>
#include <string_view>

namespace profiler {

// The index file of a TensorFlow checkpoint, which is a LevelDB table: known by its last bytes.
int SniffCheckpointIndex(std::string_view bytes);

// What Python's cProfile dumps: a marshalled dictionary whose keys are (file, line, function).
int SniffPythonStats(std::string_view bytes);

// Our own store, of whatever version.
int SniffStore(std::string_view bytes);

// Of what no reader will ever take, a name and what to do, for the one who gave it by mistake:
// "a TensorBoard event log; ..."; "" where that too is unknown.
std::string DescribeOther(std::string_view file_name, std::string_view bytes);

}  // namespace profiler

#endif  // PROFILER_OPEN_SNIFF_SNIFF_OTHER_H_
