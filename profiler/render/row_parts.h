#ifndef PROFILER_RENDER_ROW_PARTS_H_
#define PROFILER_RENDER_ROW_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "profiler/base/threads/in_order.h"
#include "profiler/render/render.h"

namespace profiler {

// Appends the text of many rows on up to context.threads threads; `append(first, last, out)`
// appends the text of the rows [first, last). With context.spill, the text in `out` and the new
// text may be passed to `spill`; then `out` is empty afterwards.
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
        // The other parts have similar lengths; a growing buffer would be copied often.
        if (part == 0) {
          out.reserve(
              std::min(out.size() + parts * (text.size() + text.size() / 8), kMostReserved));
        }
        out += text;
        return absl::OkStatus();
      })
      .IgnoreError();  // a failure of `spill` is the caller's to handle
}

}  // namespace profiler

#endif  // PROFILER_RENDER_ROW_PARTS_H_
