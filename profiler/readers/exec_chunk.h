#ifndef PROFILER_READERS_EXEC_CHUNK_H_
#define PROFILER_READERS_EXEC_CHUNK_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/readers/exec_facts.h"

namespace profiler {

// The execs of some nodes of a ProfileProto, decoded ahead of what else the nodes say.
struct ExecChunk {
  ExecFacts facts;
  std::vector<size_t> execs_end;  // by node
  // All of it is as a writer leaves it. Where it is not, a chunk does not tell what was met: the
  // nodes are read one field after the other, so that damage is told where it stands.
  bool is_sound = true;
};

// `nodes`: the bytes of each. `file_begin`: the first byte of the file that they point into.
ExecChunk DecodeExecs(const std::vector<std::string_view>& nodes, const std::string& path,
                      const char* file_begin);

}  // namespace profiler

#endif  // PROFILER_READERS_EXEC_CHUNK_H_
