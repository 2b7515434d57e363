#include "profiler/sql/spans/overlaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "profiler/base/status.h"

namespace profiler::sql {
namespace {

constexpr size_t kSpansBetweenChecks = 4096;

bool IsBefore(const Span& a, const Span& b) {
  return std::tie(a.part, a.begin, a.id) < std::tie(b.part, b.begin, b.id);
}

void Sort(std::vector<Span>& spans) {
  std::erase_if(spans, [](const Span& span) { return span.begin >= span.end; });
  std::sort(spans.begin(), spans.end(), IsBefore);
}

// The spans of one side that have begun and may not have ended.
class OpenSpans {
 public:
  void Add(const Span& span) { spans_.push_back(span); }

  // Calls `pair` with those that overlap `begun`, which begins now; drops those that have ended.
  template <typename Pair>
  void ForEach(const Span& begun, const Pair& pair) {
    size_t kept = 0;
    for (const Span& span : spans_) {
      if (span.part != begun.part || span.end <= begun.begin) continue;
      spans_[kept++] = span;
      pair(span);
    }
    spans_.resize(kept);
  }

 private:
  std::vector<Span> spans_;
};

// No overflow: begin < end, and the difference is of two values that a length of SQL may have.
int64_t LengthOf(int64_t begin, int64_t end) {
  int64_t length = 0;
  return __builtin_sub_overflow(end, begin, &length) ? INT64_MAX : length;
}

}  // namespace

absl::StatusOr<std::vector<SpanPair>> FindOverlaps(std::vector<Span> left, std::vector<Span> right,
                                                   size_t most,
                                                   const std::function<absl::Status()>& check) {
  Sort(left);
  Sort(right);
  std::vector<SpanPair> pairs;
  OpenSpans open_left, open_right;
  bool is_full = false;
  const auto add = [&](const Span& of_left, const Span& of_right, int64_t begin) {
    if (pairs.size() >= most) {
      is_full = true;
      return;
    }
    const int64_t end = std::min(of_left.end, of_right.end);
    pairs.push_back({begin, LengthOf(begin, end), of_left.id, of_right.id, of_left.part});
  };
  size_t l = 0, r = 0;
  while (l < left.size() || r < right.size()) {
    const bool is_left = r == right.size() || (l < left.size() && !IsBefore(right[r], left[l]));
    if (is_left) {
      const Span& span = left[l++];
      open_right.ForEach(span, [&](const Span& other) { add(span, other, span.begin); });
      open_left.Add(span);
    } else {
      const Span& span = right[r++];
      open_left.ForEach(span, [&](const Span& other) { add(other, span, span.begin); });
      open_right.Add(span);
    }
    if (is_full) {
      return absl::ResourceExhaustedError(fmt::format(
          "more than {} million pairs overlap: give a partition column, or select fewer rows",
          most / 1'000'000));
    }
    if ((l + r) % kSpansBetweenChecks == 0) PROFILER_RETURN_IF_ERROR(check());
  }
  return pairs;
}

}  // namespace profiler::sql
