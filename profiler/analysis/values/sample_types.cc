#include "profiler/analysis/values/sample_types.h"

#include <algorithm>
#include <utility>

#include "profiler/store/sample_metrics.h"

namespace profiler {
namespace {

struct SampleUnit {
  std::string_view name;
  Measure measure;
  Int128 factor;
};

// The units that pprof scales; any other counts things.
constexpr SampleUnit kUnits[] = {
    {"nanoseconds", Measure::kMicros, kPicosPerNano},
    {"ns", Measure::kMicros, kPicosPerNano},
    {"microseconds", Measure::kMicros, kPicosPerMicro},
    {"us", Measure::kMicros, kPicosPerMicro},
    {"milliseconds", Measure::kMicros, Int128{1000} * kPicosPerMicro},
    {"ms", Measure::kMicros, Int128{1000} * kPicosPerMicro},
    {"seconds", Measure::kMicros, kPicosPerSecond},
    {"s", Measure::kMicros, kPicosPerSecond},
    {"bytes", Measure::kBytes, 1},
    {"byte", Measure::kBytes, 1},
    {"b", Measure::kBytes, 1},
    {"kilobytes", Measure::kBytes, int64_t{1} << 10},
    {"kb", Measure::kBytes, int64_t{1} << 10},
    {"megabytes", Measure::kBytes, int64_t{1} << 20},
    {"mb", Measure::kBytes, int64_t{1} << 20},
};

// A file that this program wrote names its own columns.
SampleTypes::Counted MeaningOf(std::string_view name, std::string_view unit) {
  SampleTypes::Counted counted;
  for (const SampleUnit& known : kUnits) {
    if (known.name == unit) counted = {known.measure, known.factor};
  }
  for (const OpColumn& column : OpColumns()) {
    if (column.measure && column.name == name) counted.measure = *column.measure;
  }
  return counted;
}

template <typename T>
bool Has(const std::vector<T>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

class Chooser {
 public:
  explicit Chooser(const Profile& profile) : profile_(profile) {
    types_.of_metric.resize(profile.metrics.size());
  }

  SampleTypes Run(std::string_view name) && {
    ForEach([&](uint32_t, const MetricRow& row) {
      const std::string_view type = NameOf(row);
      if (!Has(types_.recorded, type)) types_.recorded.push_back(type);
      if (name.empty() ? row.is_default : type == name) Choose(row);
    });
    ForEach([&](uint32_t metric, const MetricRow& row) {
      if (!Has(types_.chosen, NameOf(row))) return;
      Count(metric);
      CountBefore(metric);
    });
    return std::move(types_);
  }

 private:
  template <typename Function>
  void ForEach(const Function& function) const {
    for (uint32_t i = 0; i < profile_.metrics.size(); ++i) {
      const MetricRow& row = profile_.metrics[MetricId(i)];
      if (profile_.strings[row.kind] == kStackSamples) function(i, row);
    }
  }

  std::string_view NameOf(const MetricRow& row) const { return profile_.strings[row.name]; }
  SampleTypes::Counted MeaningOfRow(const MetricRow& row) const {
    return MeaningOf(NameOf(row), profile_.strings[row.unit]);
  }

  void Choose(const MetricRow& row) {
    if (Has(types_.chosen, NameOf(row))) return;
    const Measure measure = MeaningOfRow(row).measure;
    if (Has(measures_, measure)) return;
    measures_.push_back(measure);
    types_.chosen.push_back(NameOf(row));
  }

  void Count(uint32_t metric) {
    types_.of_metric[metric] = MeaningOfRow(profile_.metrics[MetricId(metric)]);
  }

  // "alloc_objects" stands before "alloc_space", "samples" before "cpu".
  void CountBefore(uint32_t metric) {
    if (metric == 0 || Has(measures_, Measure::kOccurrence)) return;
    const MetricRow& row = profile_.metrics[MetricId(metric - 1)];
    const bool is_count = profile_.strings[row.kind] == kStackSamples &&
                          profile_.strings[row.unit] == "count" &&
                          MeaningOfRow(row).measure == Measure::kOccurrence;
    if (is_count) Count(metric - 1);
  }

  const Profile& profile_;
  SampleTypes types_;
  std::vector<Measure> measures_;  // of what was chosen
};

}  // namespace

SampleTypes ChooseSampleTypes(const Profile& profile, std::string_view name) {
  return Chooser(profile).Run(name);
}

Query SelectSampled(const Profile& profile, Query query) {
  if (!query.selects_default() || profile.execs().row.size() > 0) return query;
  const SampleTypes types = ChooseSampleTypes(profile, query.sample_type);
  std::optional<Measure> measure;
  for (uint32_t i = 0; i < profile.metrics.size() && !measure; ++i) {
    const std::string_view name = profile.strings[profile.metrics[MetricId(i)].name];
    if (types.of_metric[i] && Has(types.chosen, name)) measure = types.of_metric[i]->measure;
  }
  if (measure && *measure != Measure::kMicros) query.select = {*measure};
  return query;
}

}  // namespace profiler
