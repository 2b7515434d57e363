#ifndef CLI_PROMPT_SCREEN_H_
#define CLI_PROMPT_SCREEN_H_

#include "profiler/render/render.h"

namespace profiler {

// The screen that stdout is on, or the one that the environment tells of. `shows` says whether what
// is drawn goes to a terminal: only there are colours, unless NO_COLOR or TERM speaks against them.
Screen FindScreen(bool shows);

}  // namespace profiler

#endif  // CLI_PROMPT_SCREEN_H_
