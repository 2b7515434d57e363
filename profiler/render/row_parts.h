#ifndef PROFILER_RENDER_ROW_PARTS_H_
#define PROFILER_RENDER_ROW_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "profiler/base/in_order.h"

namespace profiler {

// Appends the text of many rows, which `append(first, last, out)` makes of some of them, on up to
// so many threads. How many there are changes nothing in the text.
template <typename Append>
void AppendRowParts(size_t rows, size_t threads, const Append& append, std::string& out) {
  constexpr size_t kPart = 4096;
  if (threads < 2 || rows <= kPart) return append(size_t{0}, rows, out);
  const size_t parts = (rows + kPart - 1) / kPart;
  InOrder<std::string> made(parts, threads, [&](size_t part) {
    std::string text;
    append(part * kPart, std::min(rows, (part + 1) * kPart), text);
    return text;
  });
  made.Run([&](size_t part, const std::string& text) {
        // The others are about as long: a buffer that grows is copied time and again.
        if (part == 0) out.reserve(out.size() + parts * (text.size() + text.size() / 8));
        out += text;
        return absl::OkStatus();
      })
      .IgnoreError();  // there is none
}

}  // namespace profiler

#endif  // PROFILER_RENDER_ROW_PARTS_H_
