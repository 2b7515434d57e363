#include "profiler/analysis/steps/rank_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/collective_waits.h"
#include "profiler/analysis/collectives/worker_use.h"
#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// The folder of a file, without the folders above it; empty if it has none.
std::string_view FolderOf(std::string_view path) {
  const size_t end = path.rfind('/');
  if (end == path.npos) return {};
  path = path.substr(0, end);
  return path.substr(path.rfind('/') + 1);
}

// The hosts of sources. Where no host was recorded it is the folder of the file, if the files of
// the run are in several folders.
class HostNames {
 public:
  HostNames(const Profile& profile, const Runs& runs)
      : profile_(profile), runs_(runs), folders_(runs.names.size()) {
    for (uint32_t i = 0; i < profile.sources.size(); ++i) {
      const SourceRow& source = profile.sources[SourceId(i)];
      if (source.is_beside_profile || !Recorded(source).empty()) continue;
      folders_[runs.of_source[i]].insert(FolderOf(profile.strings[source.path]));
    }
  }

  std::string Of(const Worker& worker) const {
    if (!worker.has_own_steps || !worker.source.valid()) return worker.host_regex;
    const SourceRow& source = profile_.sources[worker.source];
    if (const std::string_view host = Recorded(source); !host.empty()) return std::string(host);
    const bool has_several = folders_[runs_.of_source[worker.source.row()]].size() > 1;
    return has_several ? std::string(FolderOf(profile_.strings[source.path])) : "";
  }

 private:
  // Readers call the host of a rank "rank N" if the file does not name it.
  std::string_view Recorded(const SourceRow& source) const {
    const std::string_view host = profile_.strings[source.host];
    return host == fmt::format("rank {}", source.rank) ? std::string_view() : host;
  }

  const Profile& profile_;
  const Runs& runs_;
  std::vector<std::set<std::string_view>> folders_;  // by run, of sources without a host
};

// The rows while they are added up.
class RankTable {
 public:
  RankTable(const Selected& selected, RankGroups groups)
      : profile_(selected.profile()),
        selected_(selected),
        groups_(groups),
        runs_(RunsOf(profile_)),
        hosts_(profile_, runs_),
        workers_(profile_) {
    for (const Worker& worker : workers_.all()) row_of_.push_back(RowOf(worker));
    AddEmptyRanks();
    ShowSelected();
  }

  absl::Status Fill(RunContext& context) {
    const Selected everywhere = selected_.AtAllPlaces();
    std::map<std::pair<uint32_t, std::string>, size_t> worker_by_name;
    for (size_t i = 0; i < workers_.all().size(); ++i) {
      worker_by_name[{workers_.all()[i].run, workers_.all()[i].name}] = i;
    }
    steps_of_.resize(workers_.all().size());
    PROFILER_ASSIGN_OR_RETURN(const auto uses, WorkerUses(everywhere, context));
    for (const WorkerUse& use : uses) {
      AddSteps(use, worker_by_name[{use.worker.run, use.worker.name}]);
    }
    PROFILER_ASSIGN_OR_RETURN(const auto events, FindCollectives(everywhere, context));
    AddWaits(FindWaits(profile_, events));
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
  struct Part {
    RankSteps row;
    uint32_t run = 0;
    std::vector<double> spans, owns;  // of whole steps
    Int128 wait = 0, late = 0, latest = 0;
    int64_t device_steps = 0;  // steps of each device with collectives, added up
  };

  size_t RowOf(const Worker& worker) {
    std::string host = hosts_.Of(worker);
    const std::string file(
        worker.source.valid() ? profile_.strings[profile_.sources[worker.source].path] : "");
    const bool by_host = groups_ == RankGroups::kHosts && !host.empty();
    std::string name = by_host ? host : worker.name.empty() ? file : worker.name;
    const auto [at, is_new] = index_.try_emplace({worker.run, name}, parts_.size());
    if (!is_new) return at->second;
    Part& part = parts_.emplace_back();
    part.run = worker.run;
    part.row.name = std::move(name);
    part.row.host = std::move(host);
    part.row.run = runs_.names.size() > 1 ? runs_.names[worker.run] : "";
    part.row.source = worker.source;
    part.row.is_compared = !worker.is_parameter_server;
    if (groups_ == RankGroups::kRanks && worker.has_own_steps && worker.source.valid()) {
      part.row.rank = profile_.sources[worker.source].rank;
    }
    return at->second;
  }

  // Ranks of the job whose files hold no event.
  void AddEmptyRanks() {
    std::set<SourceId> recorded;
    for (const TrackRow& track : profile_.tracks.values()) recorded.insert(track.source);
    for (const StepRow& step : profile_.steps.values()) recorded.insert(step.source);
    for (uint32_t i = 0; i < profile_.sources.size(); ++i) {
      const SourceRow& source = profile_.sources[SourceId(i)];
      if (source.rank == kUnknown || source.is_beside_profile) continue;
      if (recorded.count(SourceId(i)) > 0) continue;
      Worker worker;
      worker.name = fmt::format("rank {}", source.rank);
      worker.source = SourceId(i);
      worker.run = runs_.of_source[i];
      worker.has_own_steps = true;
      TrackRow track;  // stands for what it might have recorded
      track.source = SourceId(i);
      parts_[RowOf(worker)].row.is_shown = selected_.source_filter().Has(track);
    }
  }

  void ShowSelected() {
    for (const Track track : Tracks(profile_)) {
      if (!selected_.source_filter().Has(track.row)) continue;
      parts_[row_of_[workers_.Of(track.row.source, track.row.device)]].row.is_shown = true;
    }
  }

  void AddSteps(const WorkerUse& use, size_t worker) {
    Part& part = parts_[row_of_[worker]];
    part.row.communicates = part.row.communicates || use.communication > 0;
    for (const WorkerUse::Step& one : use.each) {
      const StepRow& step = profile_.steps[one.id];
      ++steps_of_[worker];
      if (step.found_by == StepFoundBy::kWhole) continue;
      ++part.row.steps;
      if (step.partial) continue;
      part.spans.push_back(static_cast<double>(one.span));
      part.owns.push_back(static_cast<double>(one.own));
    }
  }

  void AddWaits(const CollectiveWaits& waits) {
    for (const RankWaits& one : waits.ranks) {
      const uint32_t worker = workers_.Of(one.source, one.device);
      Part& part = parts_[row_of_[worker]];
      part.row.compared += one.compared;
      part.row.last += one.last;
      part.wait += one.wait;
      part.late += one.late;
      part.latest = std::max(part.latest, one.latest);
      part.device_steps += one.compared > 0 ? steps_of_[worker] : 0;
    }
  }

  static void Finish(Part& part) {
    RankSteps& row = part.row;
    row.own = SummaryOf(part.owns).median;
    row.whole = SummaryOf(std::move(part.spans));
    if (row.compared == 0) return;
    const auto steps = static_cast<double>(std::max<int64_t>(1, part.device_steps));
    row.wait = static_cast<double>(part.wait) / steps;
    row.late = static_cast<double>(part.late) / steps;
    row.latest = static_cast<double>(part.latest);
  }

  // The lower of the middle values: of two ranks the faster one is the one to compare with.
  static double MiddleOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[(values.size() - 1) / 2];
  }

  void CompareRuns() {
    std::map<uint32_t, std::vector<RankSteps*>> by_run;
    for (Part& part : parts_) {
      if (part.row.is_compared && part.row.whole.count > 0) by_run[part.run].push_back(&part.row);
    }
    for (const auto& [run, rows] : by_run) {
      if (rows.size() < 2) continue;
      std::vector<double> medians, owns;
      for (const RankSteps* row : rows) {
        medians.push_back(row->whole.median);
        owns.push_back(row->own);
      }
      const double middle = MiddleOf(std::move(medians)), own = MiddleOf(std::move(owns));
      for (RankSteps* row : rows) {
        row->middle = middle;
        row->middle_own = own;
        if (middle > 0) row->against_middle = row->whole.median / middle;
        if (own > 0) row->own_against_middle = row->own / own;
      }
    }
  }

  const Profile& profile_;
  const Selected& selected_;
  const RankGroups groups_;
  const Runs runs_;
  const HostNames hosts_;
  const Workers workers_;
  std::vector<Part> parts_;
  std::map<std::pair<uint32_t, std::string>, size_t> index_;  // of parts_, by run and name
  std::vector<size_t> row_of_;                                // by worker
  std::vector<int64_t> steps_of_;                             // by worker
};

}  // namespace

uint64_t HeapBytes(const RankSteps& rank) {
  return HeapBytes(rank.name) + HeapBytes(rank.host) + HeapBytes(rank.run);
}

absl::StatusOr<std::vector<RankSteps>> StepsByRank(const Selected& selected, RankGroups groups,
                                                   RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  RankTable table(selected, groups);
  PROFILER_RETURN_IF_ERROR(table.Fill(context));
  return std::move(table).Take();
}

bool IsStraggler(const RankSteps& rank, const StragglerLimits& limits) {
  // False for a rank that was not compared, as its values are NaN.
  return rank.own_against_middle > 1 + limits.more &&
         rank.own - rank.middle_own > limits.of_step * rank.whole.median;
}

}  // namespace profiler
