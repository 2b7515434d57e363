#include "profiler/analysis/steps/ranks/rank_rows.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/host_names.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/store/derive/steps/cut_files.h"

namespace profiler {
namespace {

class RankRowMaker {
 public:
  RankRowMaker(const Selected& selected, RankGroups groups, const Workers& workers)
      : profile_(selected.profile()),
        selected_(selected),
        groups_(groups),
        workers_(workers),
        runs_(RunsOf(profile_)),
        hosts_(profile_, runs_),
        are_cut_(CutFiles(profile_)) {}

  RankRows Make() && {
    for (const Worker& worker : workers_.all()) made_.row_of.push_back(RowOf(worker));
    AddEmptyRanks();
    ShowSelected();
    AddModels();
    return std::move(made_);
  }

 private:
  size_t RowOf(const Worker& worker) {
    std::string host = worker.host_regex;
    if (worker.has_own_steps && worker.source.valid()) host = hosts_.Of(worker.source);
    const std::string file(
        worker.source.valid() ? profile_.strings[profile_.sources[worker.source].path] : "");
    const bool by_host = groups_ == RankGroups::kHosts && !host.empty();
    std::string name = by_host ? host : worker.name.empty() ? file : worker.name;
    const bool is_cut = worker.source.valid() && are_cut_[worker.source.row()] != 0;
    const auto [at, is_new] = index_.try_emplace({worker.run, name}, made_.rows.size());
    if (is_cut && !is_new) made_.rows[at->second].is_cut_short = true;
    if (!is_new) return at->second;
    RankSteps& row = made_.rows.emplace_back();
    row.name = std::move(name);
    row.host = std::move(host);
    row.run = runs_.are_several() ? runs_.names[worker.run] : "";
    row.run_index = worker.run;
    row.source = worker.source;
    row.is_compared = !worker.is_parameter_server;
    row.is_cut_short = is_cut;
    if (groups_ == RankGroups::kRanks && worker.has_own_steps && worker.source.valid()) {
      row.rank = profile_.sources[worker.source].rank;
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
      made_.rows[RowOf(worker)].is_shown = selected_.source_filter().Has(track);
    }
  }

  void ShowSelected() {
    for (const Track track : Tracks(profile_)) {
      if (!selected_.source_filter().Has(track.row)) continue;
      made_.rows[made_.row_of[workers_.Of(track.row.source, track.row.device)]].is_shown = true;
    }
  }

  void AddModels() {
    std::vector<std::set<std::string_view>> models(made_.rows.size());
    for (const Track track : Tracks(profile_, HoldsDeviceWork)) {
      const std::string_view model = profile_.strings[profile_.devices[track.row.device].model];
      if (model.empty() || track.events.size() == 0) continue;
      models[made_.row_of[workers_.Of(track.row.source, track.row.device)]].insert(model);
    }
    for (size_t i = 0; i < made_.rows.size(); ++i) {
      made_.rows[i].model = fmt::format("{}", fmt::join(models[i], ", "));
    }
  }

  const Profile& profile_;
  const Selected& selected_;
  const RankGroups groups_;
  const Workers& workers_;
  const Runs runs_;
  const HostNames hosts_;
  const std::vector<char> are_cut_;  // by source
  RankRows made_;
  std::map<std::pair<uint32_t, std::string>, size_t> index_;  // of rows, by run and name
};

}  // namespace

RankRows RowsOfRanks(const Selected& selected, RankGroups groups, const Workers& workers) {
  return RankRowMaker(selected, groups, workers).Make();
}

}  // namespace profiler
