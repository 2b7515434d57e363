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
  to.rows.reserve(to.items.size());
  for (const uint32_t item : to.items) {
    const WorkInSteps::Item& of = work.items[item];
    PairedRow row;
    row.name = of.name;
    row.type = of.type;
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

void FillTimes(const WorkInSteps& work, RowsToPair& to) {
  const std::vector<double> middles = MiddlesOf(work);
  for (size_t i = 0; i < to.rows.size(); ++i) to.rows[i].time = middles[to.items[i]];
}

// The rows of both sides, and their pairs.
class Paired {
 public:
  Paired(const Side& base, const WorkInSteps& base_work, const Side& next,
         const WorkInSteps& new_work, WorkNames names, bool pairs_renamed, size_t threads)
      : base_(base), next_(next), base_work_(base_work), new_work_(new_work) {
    InParallel(2, threads, [&](size_t i) {
      if (i == 0) old_rows_ = RowsOf(base, base_work, names, pairs_renamed);
      if (i == 1) new_rows_ = RowsOf(next, new_work, names, pairs_renamed);
    });
    pairs_ = PairRows(old_rows_.rows, new_rows_.rows, [&] {
      InParallel(2, threads, [&](size_t i) {
        if (i == 0) FillTimes(base_work, old_rows_);
        if (i == 1) FillTimes(new_work, new_rows_);
      });
    });
  }

  size_t size() const { return pairs_.size(); }

  // The vectors are room for values.
  Change Compare(size_t i, const Comparison& comparison, std::vector<double>& base_room,
                 std::vector<double>& new_room) const {
    const RowPair& pair = pairs_[i];
    std::span<const double> base_values, new_values;
    if (pair.base) {
      base_values = base_.samples.Of(base_work_.Of(old_rows_.items[*pair.base]), base_room);
    }
    if (pair.next) {
      new_values = next_.samples.Of(new_work_.Of(new_rows_.items[*pair.next]), new_room);
    }
    if (!pair.base) return comparison.Added(new_values);
    if (!pair.next) return comparison.Removed(base_values);
    return comparison.Of(base_values, new_values);
  }

  // The row, without its change.
  DiffRow RowOf(size_t i) const {
    const RowPair& pair = pairs_[i];
    const PairedRow& shown = pair.next ? new_rows_.rows[*pair.next] : old_rows_.rows[*pair.base];
    DiffRow row;
    row.name = shown.name;
    row.by = pair.by;
    if (shown.type != shown.name) row.type = shown.type;
    if (pair.is_renamed) row.base_name = old_rows_.rows[*pair.base].name;
    if (pair.base) row.base_runs = base_work_.items[old_rows_.items[*pair.base]].runs;
    if (pair.next) row.new_runs = new_work_.items[new_rows_.items[*pair.next]].runs;
    return row;
  }

 private:
  const Side &base_, &next_;
  const WorkInSteps &base_work_, &new_work_;
  RowsToPair old_rows_, new_rows_;
  std::vector<RowPair> pairs_;
};

}  // namespace

std::vector<DiffRow> CompareWork(const Comparison& comparison, const Side& base,
                                 const WorkInSteps& base_work, const Side& next,
                                 const WorkInSteps& new_work, WorkNames names, bool pairs_renamed,
                                 const RunContext& context) {
  const Paired paired(base, base_work, next, new_work, names, pairs_renamed, context.threads());
  constexpr size_t kAtOnce = 256;
  const auto in_parts = [&](const auto& each) {
    InParallel(paired.size() / kAtOnce + 1, context.threads(), [&](size_t part) {
      each(part * kAtOnce, std::min(paired.size(), (part + 1) * kAtOnce));
    });
  };
  std::vector<Change> changes(paired.size());
  in_parts([&](size_t first, size_t end) {
    std::vector<double> base_room, new_room;
    for (size_t i = first; i < end; ++i) {
      changes[i] = paired.Compare(i, comparison, base_room, new_room);
    }
  });
  std::vector<Change*> judged;
  judged.reserve(changes.size());
  for (Change& change : changes) judged.push_back(&change);
  comparison.JudgeAll(std::move(judged));
  // Made in their order: they are large.
  const std::vector<size_t> order = OrderByChange(changes);
  std::vector<DiffRow> rows(paired.size());
  in_parts([&](size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
      rows[i] = paired.RowOf(order[i]);
      rows[i].change = changes[order[i]];
    }
  });
  return rows;
}

}  // namespace profiler
