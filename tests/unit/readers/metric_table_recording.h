// A table of metrics as it is read, and helpers to find its series.
#ifndef TESTS_UNIT_READERS_METRIC_TABLE_RECORDING_H_
#define TESTS_UNIT_READERS_METRIC_TABLE_RECORDING_H_

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/readers/metric_table/metric_table.h"

namespace profiler {

inline constexpr Int128 kSecond = 1'000'000'000'000;

struct MetricRecording {
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  Profile profile;

  explicit MetricRecording(const std::string& text) {
    status = kMetricTableFormat.read(Input::FromBytes("m.csv", text), builder, report, context);
    profile = builder.Build();
  }
  absl::Status status;

  int64_t Counted(ImportProblem problem) const {
    int64_t count = 0;
    for (const ImportReport::Entry& entry : report.entries()) {
      count += entry.problem == problem ? entry.count : 0;
    }
    return count;
  }
  // "node|kind|name or device|dimension|unit".
  std::string Name(const Series& series) const {
    const MetricRow& metric = profile.metrics[series.metric];
    const StringId name = series.device.valid() ? profile.devices[series.device].name : metric.name;
    std::string text;
    for (const StringId id :
         {profile.sources[series.source].host, metric.kind, name, metric.dimension, metric.unit}) {
      text += std::string(profile.strings[id]) + "|";
    }
    text.pop_back();
    return text;
  }
  std::vector<double> Values(const std::string& name) const {
    std::string names;
    for (const Series& series : profile.series) {
      if (Name(series) == name) return series.value;
      names += Name(series) + "\n";
    }
    FAIL("no series " << name << " of\n" << names);
    return {};
  }
  // ps since 1970.
  Int128 FirstTime() const {
    const Series& first = profile.series.at(0);
    return profile.time_axis.At(first.source, first.time[0]);
  }
};

}  // namespace profiler

#endif  // TESTS_UNIT_READERS_METRIC_TABLE_RECORDING_H_
