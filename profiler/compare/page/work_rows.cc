#include "profiler/compare/page/work_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "profiler/base/text/without_digits.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/page/diff_table.h"
#include "profiler/compare/pairing/stems.h"
#include "profiler/compare/row_pairs.h"
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

// The rows of one side to pair, and which item each row is.
struct RowsToPair {
  std::vector<PairedRow> rows;
  std::vector<uint32_t> items;
  std::vector<std::string> made;  // owns shapes
};

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

void DescribeLine(const Profile& profile, FrameId id, PairedRow& row) {
  if (!id.valid()) return;
  const FrameRow& frame = profile.frames[id];
  const std::string_view file = profile.strings[frame.file];
  const std::string_view function = profile.strings[frame.function];
  row.stem = fmt::format("{} {}", file, function);
  row.loose_stem = fmt::format("{} {}", BaseNameOf(file), function);
  row.category = profile.strings[frame.code];
}

RowsToPair RowsOf(const Side& side, const WorkInSteps& work, WorkNames names, bool pairs_renamed) {
  const Profile& profile = side.profile();
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
  const std::vector<double> middles = MiddlesOf(work);
  to.rows.reserve(to.items.size());
  for (const uint32_t item : to.items) {
    const WorkInSteps::Item& of = work.items[item];
    PairedRow row;
    row.name = of.name;
    row.type = of.type;
    row.time = middles[item];
    if (names == WorkNames::kKernels) {
      const std::string name = Demangled(of.name);
      row.stem = StemOf(name);
      row.loose_stem = WithoutDigits(row.stem);
      DescribeOp(profile, of.op, to, row);
    } else if (names == WorkNames::kLines) {
      DescribeLine(profile, of.frame, row);
    } else if (names == WorkNames::kOps) {
      DescribeOp(profile, of.op, to, row);
    }
    // Here, as both sides are described at once, and rows are paired after that.
    if (row.stem.empty()) row.stem = StemOf(row.name);
    if (!pairs_renamed) {
      row.stem = row.name;
      row.loose_stem.clear();
    }
    to.rows.push_back(std::move(row));
  }
  return to;
}

}  // namespace

std::vector<DiffRow> CompareWork(const Comparison& comparison, const Side& base,
                                 const WorkInSteps& base_work, const Side& next,
                                 const WorkInSteps& new_work, WorkNames names, bool pairs_renamed,
                                 const RunContext& context) {
  RowsToPair sides[2];
  InParallel(2, context.threads(), [&](size_t i) {
    sides[i] = i == 0 ? RowsOf(base, base_work, names, pairs_renamed)
                      : RowsOf(next, new_work, names, pairs_renamed);
  });
  const RowsToPair &old_rows = sides[0], &new_rows = sides[1];
  const std::vector<RowPair> pairs = PairRows(old_rows.rows, new_rows.rows);
  std::vector<DiffRow> rows(pairs.size());
  constexpr size_t kAtOnce = 256;
  InParallel(pairs.size() / kAtOnce + 1, context.threads(), [&](size_t part) {
    std::vector<double> base_room, new_room;
    const size_t end = std::min(pairs.size(), (part + 1) * kAtOnce);
    for (size_t i = part * kAtOnce; i < end; ++i) {
      const RowPair& pair = pairs[i];
      const PairedRow& shown = pair.next ? new_rows.rows[*pair.next] : old_rows.rows[*pair.base];
      DiffRow& row = rows[i];
      row.name = shown.name;
      row.by = pair.by;
      if (shown.type != shown.name) row.type = shown.type;
      if (pair.is_renamed) row.base_name = old_rows.rows[*pair.base].name;
      std::span<const double> base_values, new_values;
      if (pair.base) {
        const uint32_t item = old_rows.items[*pair.base];
        row.base_runs = base_work.items[item].runs;
        base_values = base.samples.Of(base_work.Of(item), base_room);
      }
      if (pair.next) {
        const uint32_t item = new_rows.items[*pair.next];
        row.new_runs = new_work.items[item].runs;
        new_values = next.samples.Of(new_work.Of(item), new_room);
      }
      row.change = !pair.base   ? comparison.Added(new_values)
                   : !pair.next ? comparison.Removed(base_values)
                                : comparison.Of(base_values, new_values);
    }
  });
  std::vector<Change*> changes;
  changes.reserve(rows.size());
  for (DiffRow& row : rows) changes.push_back(&row.change);
  comparison.JudgeAll(std::move(changes));
  SortByChange(rows);
  return rows;
}

}  // namespace profiler
