#ifndef CLI_PROMPT_SCREEN_H_
#define CLI_PROMPT_SCREEN_H_

#include "profiler/render/render.h"

namespace profiler {

// The screen of stdout, or the screen that the environment describes. `shows` is whether output
// goes to a terminal; only then colors are used, unless NO_COLOR or TERM disables colors.
Screen FindScreen(bool shows);

}  // namespace profiler

#endif  // CLI_PROMPT_SCREEN_H_
