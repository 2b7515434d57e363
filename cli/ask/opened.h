// The open profiles, and how a command asks the engine about them.
#ifndef CLI_ASK_OPENED_H_
#define CLI_ASK_OPENED_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/commands/command.h"
#include "profiler/engine/engine.h"
#include "profiler/engine/profile_handle.h"
#include "profiler/engine/trend.h"
#include "profiler/open/open.h"
#include "profiler/render/render.h"

namespace profiler {

// The inputs named by the options.
OpenRequest InputsOf(const Options& options);

struct Opened {
  ProfileHandle profile;
  ProfileHandle base;                   // what -base names; empty without it
  std::vector<ProfileHandle> parts;     // each of several inputs by itself, once a query names them
  std::vector<std::string> part_paths;  // of `parts`
  std::vector<std::string> base_paths;  // of what -base names
  std::vector<std::string> input_paths;  // of the open inputs, or of inputs that failed to open
};

// Whether the command compares the profile with the base.
bool IsCompared(const Command& command, const Opened& opened);

// The profiles that the command is about. `open` opens a path by itself: if the command's query
// names the parts, they are opened and kept in `opened`.
absl::StatusOr<std::vector<ProfileHandle>> ProfilesFor(const Command& command, Opened& opened,
                                                       const OpenOne& open);

// `gives_statistic`: whether somebody set -stat for all commands.
Question QuestionOf(const Command& command, bool gives_statistic, const Renderer& renderer);

// The context of the command's answer, for any screen.
RenderContext ContextOf(const Command& command, const Opened& opened, size_t threads);

}  // namespace profiler

#endif  // CLI_ASK_OPENED_H_
