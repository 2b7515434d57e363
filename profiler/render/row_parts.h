#ifndef PROFILER_RENDER_ROW_PARTS_H_
#define PROFILER_RENDER_ROW_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "profiler/base/threads/in_order.h"
#include "profiler/render/render.h"

namespace profiler {

// Appends the text of many rows, which `append(first, last, out)` makes of some of them, on up to
// context.threads threads. Where context.spill takes text, it may get what `out` holds and what is
// appended: then `out` ends empty.
template <typename Append>
void AppendRowParts(size_t rows, const RenderContext& context, const Append& append,
                    std::string& out) {
  constexpr size_t kPart = 4096, kMostReserved = 64 << 20;
  const bool is_whole = context.threads < 2 && !context.spill;
  if (is_whole || rows <= kPart) return append(size_t{0}, rows, out);
  if (context.spill) {
    if (!context.spill(out).ok()) return;
    out.clear();
  }
  const size_t parts = (rows + kPart - 1) / kPart;
  InOrder<std::string> made(parts, context.threads, [&](size_t part) {
    std::string text;
    append(part * kPart, std::min(rows, (part + 1) * kPart), text);
    return text;
  });
  made.Run([&](size_t part, const std::string& text) {
        if (context.spill) return context.spill(text);
        // Most often the others are about as long: a buffer that grows is copied time and again.
        if (part == 0) {
          out.reserve(
              std::min(out.size() + parts * (text.size() + text.size() / 8), kMostReserved));
        }
        out += text;
        return absl::OkStatus();
      })
      .IgnoreError();  // who takes text knows that he could not
}

}  // namespace profiler

#endif  // PROFILER_RENDER_ROW_PARTS_H_
