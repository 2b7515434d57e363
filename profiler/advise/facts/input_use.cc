#include "profiler/advise/facts/input_use.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "profiler/advise/facts/step_times.h"
#include "profiler/views/input_waits.h"
#include "profiler/views/intervals.h"

namespace profiler {
namespace {

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}
bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// A graph that takes its input from Python has these.
bool IsFed(std::string_view type) {
  return StartsWith(type, "Placeholder") || type == "_Arg" || StartsWith(type, "_arg_");
}

bool IsPipeline(std::string_view type) {
  return EndsWith(type, "Dataset") || EndsWith(type, "DatasetV2") || EndsWith(type, "DatasetV3") ||
         EndsWith(type, "DatasetV4");
}

struct StepIntervals {
  std::vector<Interval> waiting, other;
};

class Collector {
 public:
  Collector(const Profile& profile, const SelectedSteps& steps, const Places& places)
      : profile_(profile), steps_(steps), places_(places), of_step_(profile.steps.size()) {}

  InputUse Run() {
    waits_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) AddOp(profile_.strings[op.type]);
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) AddTrack(TrackId(t));
    for (const StepTime& time : StepTimes(profile_, steps_, places_, RunsOf(profile_)))
      AddStep(time);
    return std::move(use_);
  }

 private:
  void AddOp(std::string_view type) {
    waits_.push_back(WaitsForInput(type));
    use_.is_fed = use_.is_fed || IsFed(type);
    use_.has_pipeline = use_.has_pipeline || IsPipeline(type);
    use_.has_prefetch = use_.has_prefetch || StartsWith(type, "Prefetch");
  }

  void AddTrack(TrackId id) {
    const TrackRow& track = profile_.tracks[id];
    if (track.role != TrackRole::kExec || track.kind == TrackKind::kMarker) return;
    const Events& events = profile_.events[id];
    for (size_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      const OpId op = events.op[e];
      if (!op.valid() || !step.valid() || !steps_.Has(step)) continue;
      if (!places_.Has(step, track.device)) continue;
      StepIntervals& intervals = of_step_[step.row()];
      const bool waits = waits_[op.row()];
      (waits ? intervals.waiting : intervals.other)
          .push_back({events.begin[e], events.begin[e] + events.duration[e]});
      if (waits) {
        use_.waits[std::string(profile_.strings[profile_.ops.row[op].type])] += events.duration[e];
      }
    }
  }

  // Of several sources of one step the one that waits longest: the others wait for it.
  void AddStep(const StepTime& time) {
    InputStep most;
    most.number = time.number;
    most.span = time.wall;
    for (StepId step : time.steps) {
      std::vector<Interval> both = of_step_[step.row()].waiting;
      const Int128 waiting = TotalLength(both);
      if (waiting <= most.waiting) continue;
      const std::vector<Interval>& other = of_step_[step.row()].other;
      both.insert(both.end(), other.begin(), other.end());
      most.waiting = waiting;
      most.alone = TotalLength(std::move(both)) - TotalLength(other);
    }
    use_.steps.push_back(most);
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  const Places& places_;
  std::vector<char> waits_;  // by op
  std::vector<StepIntervals> of_step_;
  InputUse use_;
};

}  // namespace

InputUse InputUseOf(const Profile& profile, const SelectedSteps& steps, const Places& places) {
  return Collector(profile, steps, places).Run();
}

}  // namespace profiler
