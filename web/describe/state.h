// What is open, as JSON.
#ifndef WEB_DESCRIBE_STATE_H_
#define WEB_DESCRIBE_STATE_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/engine/profile_handle.h"

namespace profiler::web {

struct OpenState {
  std::string_view version;        // of the program
  std::vector<std::string> paths;  // what is open or being opened, as named
  ProfileHandle profile;           // empty while it is being opened
  bool has_base = false;
  std::vector<std::string> base_paths;  // of the base, as named
  bool is_opening = false;
  std::string doing;       // what opening is busy with
  int done_permille = -1;  // of that; negative if unknown
  std::string error;       // why nothing is open
};

std::string StateJson(const OpenState& state);

}  // namespace profiler::web

#endif  // WEB_DESCRIBE_STATE_H_
