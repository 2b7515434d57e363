// Shortens a column of texts so that texts that differ still do, where the width allows it.
#ifndef PROFILER_RENDER_CUT_APART_H_
#define PROFILER_RENDER_CUT_APART_H_

#include <cstddef>
#include <string>
#include <vector>

namespace profiler {

// A printable text and the columns that it may take.
struct TextToCut {
  std::string text;
  size_t width;
};

// Each text in at most its width, as CutMiddle() does. Where that would make different texts the
// same, each of them shows the place from which on it is like no other.
std::vector<std::string> CutApart(const std::vector<TextToCut>& texts, bool unicode);

}  // namespace profiler

#endif  // PROFILER_RENDER_CUT_APART_H_
