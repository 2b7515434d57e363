#include "profiler/compare/page/work/rows_to_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/base/text/without_digits.h"
#include "profiler/compare/pairing/stems.h"
#include "profiler/compare/stats/sort_values.h"

namespace profiler {
namespace {

// The middle value of the times of each item.
std::vector<double> MiddlesOf(const WorkInSteps& work) {
  std::vector<double> middles;
  middles.reserve(work.items.size());
  std::array<std::vector<double>, kSortedAtOnce> sorted;
  while (middles.size() < work.items.size()) {
    const size_t first = middles.size();
    const size_t count = std::min(kSortedAtOnce, work.items.size() - first);
    std::array<std::span<double>, kSortedAtOnce> samples;
    for (size_t i = 0; i < count; ++i) {
      const std::span<const double> times = work.Of(first + i);
      sorted[i].assign(times.begin(), times.end());
      samples[i] = sorted[i];
    }
    SortEach(std::span(samples).first(count));
    for (size_t i = 0; i < count; ++i) middles.push_back(sorted[i][sorted[i].size() / 2]);
  }
  return middles;
}

// "f32[8,128]" of the op's first result; empty if unknown.
std::string_view ShapeOf(const Profile& profile, OpId op, std::vector<std::string>& made) {
  const auto shapes = profile.ops.output_shapes[op];
  if (shapes.empty() || shapes[0].count == 0) return {};
  const auto first = profile.ops.dims.begin() + shapes[0].first;
  made.push_back(fmt::format("{}", fmt::join(first, first + shapes[0].count, ",")));
  return made.back();
}

void DescribeOp(const Profile& profile, OpId id, RowsToPair& to, PairedRow& row) {
  if (!id.valid()) return;
  const OpRow& op = profile.ops.row[id];
  if (op.kind != OpKind::kHloInstruction) return;
  row.category = profile.strings[op.category];
  if (op.framework_op.valid()) {
    row.framework_op = profile.strings[profile.ops.row[op.framework_op].name];
  }
  row.shape = ShapeOf(profile, id, to.made);
}

void DescribeLine(const Profile& profile, FrameId id, const RenamedFiles& renamed, PairedRow& row) {
  if (!id.valid()) return;
  const FrameRow& frame = profile.frames[id];
  row.is_line = frame.line > 0;
  const std::string_view path = profile.strings[frame.file];
  const std::string_view function = profile.strings[frame.function];
  const auto old_name = renamed.find(BaseNameOf(path));
  const std::string_view file = old_name == renamed.end() ? BaseNameOf(path) : old_name->second;
  row.stem = fmt::format("{} {}", path, function);
  row.loose_stem = fmt::format("{} {}", file, function);
  row.category = profile.strings[frame.code];
}

}  // namespace

RowsToPair RowsOf(const Profile& profile, const WorkInSteps& work, WorkNames names,
                  const RenamedFiles& renamed, bool pairs_renamed) {
  RowsToPair to;
  to.items.resize(work.items.size());
  to.made.reserve(work.items.size());
  std::iota(to.items.begin(), to.items.end(), 0);
  if (names == WorkNames::kLines) {
    const auto place = [&](uint32_t item) {
      const FrameId frame = work.items[item].frame;
      return frame.valid() ? std::tuple(profile.strings[profile.frames[frame].file],
                                        profile.frames[frame].line)
                           : std::tuple(std::string_view(), int64_t{0});
    };
    std::stable_sort(to.items.begin(), to.items.end(),
                     [&](uint32_t a, uint32_t b) { return place(a) < place(b); });
  }
  to.rows.reserve(to.items.size());
  for (const uint32_t item : to.items) {
    const WorkInSteps::Item& of = work.items[item];
    PairedRow row;
    row.name = of.name;
    row.type = of.type;
    if (names == WorkNames::kKernels) {
      row.stem = StemOf(WithoutArchitecture(Demangled(of.name)));
      row.loose_stem = WithoutDigits(row.stem);
      DescribeOp(profile, of.op, to, row);
    } else if (names == WorkNames::kLines) {
      DescribeLine(profile, of.frame, renamed, row);
    } else {
      row.loose_stem = WithoutTransforms(row.name);
      row.is_named_by_place = names == WorkNames::kOps;
      if (names == WorkNames::kOps) DescribeOp(profile, of.op, to, row);
    }
    // Here, as both sides are described at once, and rows are paired after that.
    if (row.stem.empty() && IsNumbered(row.name)) row.stem = StemOf(row.name);
    if (!pairs_renamed) {
      row.stem = row.name;
      row.loose_stem.clear();
    }
    to.rows.push_back(std::move(row));
  }
  return to;
}

void FillTimes(const WorkInSteps& work, RowsToPair& to) {
  const std::vector<double> middles = MiddlesOf(work);
  for (size_t i = 0; i < to.rows.size(); ++i) to.rows[i].time = middles[to.items[i]];
}

}  // namespace profiler
