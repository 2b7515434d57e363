#include "profiler/analysis/steps/rank_steps.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/collectives/worker_use.h"
#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/steps/ranks/compare_ranks.h"
#include "profiler/analysis/steps/ranks/rank_rows.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr double kMostOfWait = 0.9;

// The rows while they are added up.
class RankTable {
 public:
  RankTable(const Selected& selected, RankGroups groups)
      : profile_(selected.profile()), selected_(selected), groups_(groups), workers_(profile_) {
    RankRows rows = RowsOfRanks(selected, groups, workers_);
    row_of_ = std::move(rows.row_of);
    for (RankSteps& row : rows.rows) parts_.emplace_back().row = std::move(row);
  }

  absl::Status Fill(RunContext& context) {
    const Selected everywhere = selected_.AtAllPlaces();
    counted_.resize(workers_.all().size());
    PROFILER_ASSIGN_OR_RETURN(const auto uses, WorkerUses(everywhere, context));
    for (const WorkerUse& use : uses) AddSteps(use);
    PROFILER_ASSIGN_OR_RETURN(const auto compared, SharedCollectives(everywhere, context));
    AddWaits(*compared);
    return absl::OkStatus();
  }

  std::vector<RankSteps> Take() && {
    for (Part& part : parts_) Finish(part);
    CompareRuns();
    std::vector<RankSteps> rows;
    for (Part& part : parts_) rows.push_back(std::move(part.row));
    return rows;
  }

 private:
  // Sums over the whole recordings of a step.
  struct StepOfRow {
    double span = 0, own = 0;
    int64_t whole = 0, number = kUnknown;
  };

  struct Part {
    RankSteps row;
    std::map<std::pair<StringId, int64_t>, StepOfRow> by_step;
    std::vector<double> spans, owns;  // of whole steps
    Int128 wait = 0, late = 0, latest = 0, waited_for = 0;
    double exposed_wait = 0, exposed = 0, exposed_sends = 0, unmet = 0;
    int64_t device_steps = 0;        // steps of each device with collectives, added up
    int64_t steps = 0;               // of its workers, that count
    std::set<uint32_t> collectives;  // compared
  };

  void AddSteps(const WorkerUse& use) {
    Part& part = parts_[row_of_[use.index]];
    part.row.communicates = part.row.communicates || use.communication > 0;
    part.row.knows_exchange = part.row.knows_exchange && use.knows_exchange();
    part.exposed_wait += static_cast<double>(use.exposed_wait);
    part.exposed += static_cast<double>(use.exposed);
    part.unmet += static_cast<double>(use.exposed_unmet);
    part.exposed_sends += static_cast<double>(use.exposed_sends);
    part.steps += use.steps;
    const bool all_partial =
        std::all_of(use.each.begin(), use.each.end(),
                    [&](const WorkerUse::Step& one) { return profile_.steps[one.id].partial; });
    for (const WorkerUse::Step& one : use.each) {
      const StepRow& step = profile_.steps[one.id];
      if (all_partial || !step.partial) counted_[use.index].insert(one.id);
      if (step.found_by == StepFoundBy::kWhole) continue;
      StepOfRow& of_row = part.by_step[KeyOf(one.id)];
      if (step.partial) continue;
      of_row.span += static_cast<double>(one.span);
      of_row.own += static_cast<double>(one.own);
      of_row.number = step.number;
      ++of_row.whole;
    }
  }

  // Ranks of a host take a step together, so that it is one.
  std::pair<StringId, int64_t> KeyOf(StepId id) const {
    const StepRow& step = profile_.steps[id];
    if (groups_ == RankGroups::kHosts && step.number != kUnknown) return {step.name, step.number};
    return {StringId(), -1 - static_cast<int64_t>(id.row())};
  }

  // By collective, whether ranks of several rows are in it. Of a row that is a rank all are: its
  // devices wait for each other, too.
  std::vector<char> AreBetweenRows(const ComparedCollectives& compared) const {
    constexpr size_t kNone = SIZE_MAX;
    const auto count = static_cast<size_t>(compared.waits.compared());
    std::vector<char> are_between(count, groups_ == RankGroups::kRanks ? 1 : 0);
    std::vector<size_t> first(count, kNone);
    for (size_t i = 0; i < compared.events.size(); ++i) {
      const CollectivePart& of = compared.waits.parts[i];
      if (!of.is_compared()) continue;
      const CollectiveEvent& event = compared.events[i];
      const size_t row = row_of_[workers_.Of(event.source, event.device)];
      if (first[of.collective] == kNone) first[of.collective] = row;
      if (first[of.collective] != row) are_between[of.collective] = 1;
    }
    return are_between;
  }

  // Times are of the steps that count, while collectives are all that were compared.
  void AddWaits(const ComparedCollectives& compared) {
    for (const RankWaits& one : compared.waits.ranks) {
      const uint32_t worker = workers_.Of(one.source, one.device);
      Part& part = parts_[row_of_[worker]];
      part.device_steps += one.compared > 0 ? static_cast<int64_t>(counted_[worker].size()) : 0;
    }
    const std::vector<char> are_between = AreBetweenRows(compared);
    for (size_t i = 0; i < compared.events.size(); ++i) {
      const CollectivePart& of = compared.waits.parts[i];
      if (!of.is_compared()) continue;
      const CollectiveEvent& event = compared.events[i];
      const uint32_t worker = workers_.Of(event.source, event.device);
      Part& part = parts_[row_of_[worker]];
      members_[{part.row.run_index, event.group}].insert(row_of_[worker]);
      const bool counts = counted_[worker].count(event.step) > 0;
      if (counts) part.wait += of.wait;
      if (are_between[of.collective] == 0) continue;
      part.collectives.insert(of.collective);
      part.row.last += of.is_last ? 1 : 0;
      part.waited_for += of.waited_for;
      part.latest = std::max(part.latest, of.late);
      if (!counts) continue;
      part.late += of.late;
      Int128& waited_for =
          waited_for_[{part.row.run_index, profile_.steps[event.step].number}][row_of_[worker]];
      waited_for += of.waited_for;
    }
    AddStepsWaitedFor();
    AddGroups();
  }

  void AddGroups() {
    std::map<uint32_t, size_t> ranks;  // by run
    for (const Part& part : parts_) ++ranks[part.row.run_index];
    uint32_t number = 0;
    for (const auto& [group, rows] : members_) {
      ++number;
      if (rows.size() == ranks[group.first]) continue;
      for (const size_t row : rows) parts_[row].row.groups.push_back(number);
    }
  }

  // Counts the steps in which others waited most for one rank.
  void AddStepsWaitedFor() {
    std::map<uint32_t, int64_t> steps;  // by run
    for (const auto& [step, by_row] : waited_for_) {
      Int128 all = 0;
      for (const auto& [row, time] : by_row) all += time;
      for (const auto& [row, time] : by_row) {
        if (2 * time > all) ++parts_[row].row.waited_for_steps;
      }
      ++steps[step.first];
    }
    for (Part& part : parts_) part.row.compared_steps = steps[part.row.run_index];
    for (size_t row = 0; row < parts_.size(); ++row) AddMainSteps(row);
  }

  void AddMainSteps(size_t row) {
    std::vector<double> times;
    std::vector<int64_t> numbers;
    for (const auto& [step, by_row] : waited_for_) {
      const auto it = by_row.find(row);
      if (it == by_row.end()) continue;
      times.push_back(static_cast<double>(it->second));
      numbers.push_back(step.second);
    }
    RankSteps& rank = parts_[row].row;
    for (size_t i : FewestWithMost(times, kMostOfWait)) {
      rank.main_waited_for.push_back(numbers[i]);
    }
    constexpr double kMostOfSingle = 2.0 / 3;
    const auto most = std::max_element(times.begin(), times.end());
    const double all = std::accumulate(times.begin(), times.end(), 0.0);
    if (most != times.end() && *most > 0 && *most >= kMostOfSingle * all) {
      rank.single_waited_for = numbers[static_cast<size_t>(most - times.begin())];
    }
  }

  static void Finish(Part& part) {
    RankSteps& row = part.row;
    row.steps = static_cast<int64_t>(part.by_step.size());
    for (const auto& [key, step] : part.by_step) {
      if (step.whole == 0) continue;
      part.spans.push_back(step.span / static_cast<double>(step.whole));
      part.owns.push_back(step.own / static_cast<double>(step.whole));
      if (step.number != kUnknown) row.own_of_steps.emplace_back(step.number, part.owns.back());
    }
    std::sort(row.own_of_steps.begin(), row.own_of_steps.end());
    row.own = SummaryOf(part.owns).median;
    row.whole = SummaryOf(std::move(part.spans));
    row.compared = static_cast<int64_t>(part.collectives.size());
    if (part.steps > 0) row.exposed_sends = part.exposed_sends / static_cast<double>(part.steps);
    if (row.compared == 0 && row.exposed_sends == 0) return;
    if (row.compared > 0) row.latest = static_cast<double>(part.latest);
    row.waited_for = static_cast<double>(part.waited_for);
    if (part.steps > 0) {
      row.exposed_wait = part.exposed_wait / static_cast<double>(part.steps);
      row.unmet = part.unmet / static_cast<double>(part.steps);
      row.exchange = part.exposed / static_cast<double>(part.steps) - row.exposed_wait - row.unmet;
    }
    if (part.device_steps == 0) return;
    const auto steps = static_cast<double>(part.device_steps);
    row.wait = static_cast<double>(part.wait) / steps;
    row.late = static_cast<double>(part.late) / steps;
  }

  void CompareRuns() {
    std::map<uint32_t, std::vector<RankSteps*>> timed, in_collectives;
    for (Part& part : parts_) {
      if (!part.row.is_compared) continue;
      if (part.row.whole.count > 0 && !part.row.is_cut_short)
        timed[part.row.run_index].push_back(&part.row);
      if (part.row.compared > 0) in_collectives[part.row.run_index].push_back(&part.row);
    }
    for (const auto& [run, rows] : timed) CompareTimes(rows);
    for (const auto& [run, rows] : in_collectives) CompareWaits(rows);
  }

  const Profile& profile_;
  const Selected& selected_;
  const RankGroups groups_;
  const Workers workers_;
  std::vector<Part> parts_;
  std::vector<size_t> row_of_;  // by worker
  // By run and step number, and by row: how long others waited for it.
  std::map<std::pair<uint32_t, int64_t>, std::map<size_t, Int128>> waited_for_;
  // Of groups, by run and name: the rows that were compared in it.
  std::map<std::pair<uint32_t, std::string_view>, std::set<size_t>> members_;
  std::vector<std::set<StepId>> counted_;  // by worker: its whole steps, or partial if all are
};

}  // namespace

double OwnMean(const RankSteps& steps) {
  const auto& own = steps.own_of_steps;
  if (own.empty() || own.size() != steps.whole.count) return std::nan("");
  double sum = 0;
  for (const auto& [number, time] : own) sum += time;
  return sum / static_cast<double>(own.size());
}

uint64_t HeapBytes(const RankSteps& rank) {
  return HeapBytes(rank.name) + HeapBytes(rank.host) + HeapBytes(rank.run) + HeapBytes(rank.model) +
         HeapBytes(rank.main_waited_for) + HeapBytes(rank.groups) +
         rank.own_of_steps.capacity() * sizeof(rank.own_of_steps[0]);
}

absl::StatusOr<std::vector<RankSteps>> StepsByRank(const Selected& selected, RankGroups groups,
                                                   RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  RankTable table(selected, groups);
  PROFILER_RETURN_IF_ERROR(table.Fill(context));
  return std::move(table).Take();
}

}  // namespace profiler
