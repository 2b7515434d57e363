#include "profiler/store/derive/exec_parts.h"

#include "profiler/base/threads/in_parallel.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

// Splits the ops into parts of about `size` facts.
std::vector<OpRange> PartsOf(const std::vector<uint32_t>& facts, size_t facts_of_part) {
  std::vector<OpRange> parts;
  size_t count = facts_of_part;
  for (uint32_t op = 0; op < facts.size(); ++op) {
    if (count >= facts_of_part || op - parts.back().first == EventsOfOps::kMostOps) {
      parts.push_back({op, op});
      count = 0;
    }
    parts.back().last = op + 1;
    count += facts[op];
  }
  return parts;
}

// Parts are small enough to fit a CPU cache, because their rows are accessed in the order of
// events. If the blocks have facts of most ops, there are fewer parts, because each part visits
// every such block.
std::vector<OpRange> PartsOf(const ExecFacts& facts) {
  constexpr size_t kFactsOfPart = 24 << 10, kVisits = 8;
  std::vector<OpRange> parts = PartsOf(facts.counts, kFactsOfPart);
  const std::vector<uint32_t> part_of_op = PartOfOp(parts, facts.counts.size());
  const size_t visits = facts.recorded.VisitsOf(part_of_op) + facts.snapshots.VisitsOf(part_of_op) +
                        facts.kept.VisitsOf(part_of_op);
  const size_t most =
      kVisits * (facts.recorded.blocks() + facts.snapshots.blocks() + facts.kept.blocks());
  if (visits <= most) return parts;
  return PartsOf(facts.counts, kFactsOfPart * visits / most);
}

}  // namespace

ExecFacts::ExecFacts(const Profile& profile, size_t threads) : counts(profile.op_count()) {
  const auto count = [](OpId op, std::vector<uint32_t>& of) {
    if (op.valid()) ++of[op.row()];
  };
  std::vector<uint32_t> of_recorded(counts.size()), of_snapshots(counts.size());
  std::vector<uint32_t> of_kept(counts.size());
  InParallel(4, threads, [&](size_t kind) {
    if (kind == 0) {
      profile.recorded_execs.ForEachOf([&](OpId op) { count(op, of_recorded), recorded.Add(op); },
                                       &ExecRow::op);
    } else if (kind == 1) {
      profile.snapshots.ForEachOf([&](OpId op) { count(op, of_snapshots), snapshots.Add(op); },
                                  &SnapshotRow::op);
    } else if (kind == 2) {
      profile.kept_execs.ForEachOf([&](OpId op) { count(op, of_kept), kept.Add(op); },
                                   &KeptExecRow::op);
    } else {
      for (const UnplacedRow& row : profile.unplaced) count(row.op, counts);
      for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
        if (!IsSummed(profile.tracks[TrackId(t)])) continue;
        for (const OpId op : profile.events[TrackId(t)].op) count(op, counts);
      }
    }
  });
  for (size_t op = 0; op < counts.size(); ++op) {
    counts[op] += of_recorded[op] + of_snapshots[op] + of_kept[op];
  }
}

ExecParts::ExecParts(const Profile& from, size_t threads)
    : profile(from),
      facts(from, threads),
      ops(PartsOf(facts)),
      events(from, ops, threads),
      keys(ops.size()) {}

void ExecParts::Begin(const EventsOfOps::Group& group, size_t threads) {
  events.Copy(group, threads);
  InParallel(group.last - group.first, threads,
             [&](size_t i) { keys[group.first + i] = KeysOf(group.first + i); });
}

ExecKeys ExecParts::KeysOf(size_t part) const {
  ExecKeys found(ops[part], facts.counts);
  const auto put = [&](OpId op, StepId step, DeviceId device) {
    if (ops[part].Has(op)) found.Put(op, {step, device});
  };
  facts.recorded.ForEach(ops[part], [&](size_t block) {
    profile.recorded_execs.ForEachOfBlocks(block, block + 1, put, &ExecRow::op, &ExecRow::step,
                                           &ExecRow::device);
  });
  facts.snapshots.ForEach(ops[part], [&](size_t block) {
    profile.snapshots.ForEachOfBlocks(block, block + 1, put, &SnapshotRow::op, &SnapshotRow::step,
                                      &SnapshotRow::device);
  });
  facts.kept.ForEach(ops[part], [&](size_t block) {
    profile.kept_execs.ForEachOfBlocks(block, block + 1, put, &KeptExecRow::op, &KeptExecRow::step,
                                       &KeptExecRow::device);
  });
  for (const UnplacedRow& row : profile.unplaced) {
    put(row.op, row.step, profile.tracks[row.track].device);
  }
  events.ForEach(part, [&](const EventsOfOps::Run& run, const EventsOfOps::Piece& piece, OpId op) {
    found.Put(op, {run.step, piece.device});
  });
  found.EndPut();
  return found;
}

}  // namespace profiler::derive
