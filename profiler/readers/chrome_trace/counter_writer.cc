#include "profiler/readers/chrome_trace/counter_writer.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "profiler/readers/chrome_trace/processes.h"

namespace profiler::chrome_trace {
namespace {

constexpr std::string_view kOwnProcess = "counters on:";

}  // namespace

// Parses "KIND" or "KIND,NAME"; with a name, the counter's name is the dimension.
MetricId CounterWriter::OwnMetric(const CounterValue& counter) {
  const std::string category(builder_.strings()[counter.category]);
  const std::string unit(builder_.strings()[counter.key]);
  const size_t comma = category.find(',');
  const std::string kind = category.substr(0, comma);
  MetricRow row;
  row.name = counter.name;
  row.unit = unit == "value" ? StringId() : counter.key;
  if (kind != "Counter") row.kind = builder_.Intern(kind);
  if (comma != category.npos) {
    row.name = builder_.Intern(std::string_view(category).substr(comma + 1));
    row.dimension = counter.name;
  }
  return builder_.Metric(row);
}

MetricId CounterWriter::OthersMetric(const CounterValue& counter) {
  MetricRow row;
  row.name = counter.name;
  if (counter.has_several) {
    row.name = builder_.Intern(fmt::format("{}: {}", ShortName(builder_.strings()[counter.name]),
                                           builder_.strings()[counter.key]));
  }
  return builder_.Metric(row);
}

// Parses "DEVICE (PLACE)" after the prefix; for a node's own metrics DEVICE is "host", and PLACE
// names the node.
DeviceId CounterWriter::OwnDevice(std::string_view process) {
  process.remove_prefix(kOwnProcess.size());
  const size_t open = process.rfind(" (");
  const bool has_place = open != process.npos && process.ends_with(')');
  const std::string place(has_place ? process.substr(open + 2, process.size() - open - 3) : "");
  const std::string name(process.substr(0, has_place ? open : process.npos));
  if (name == "host" && place.empty()) return DeviceId();
  const DeviceId id = devices_.Named(name == "host" ? place : name);
  if (!place.empty()) builder_.device(id).host = builder_.Intern(place);
  return id;
}

DeviceId CounterWriter::OthersDevice(std::string_view process) {
  const ProcessKind kind = KindOfProcess(process, has_all_streams_);
  return kind.writer == ProcessKind::Writer::kAny ? DeviceId() : devices_.Named(kind.device);
}

void CounterWriter::Write(const Slices& slices) {
  // Caches the meaning of a counter, which has thousands of values.
  std::map<std::tuple<uint32_t, StringId, StringId, StringId, bool>, std::pair<MetricId, DeviceId>>
      known;
  for (const CounterValue& counter : slices.counters) {
    const auto [it, is_new] = known.try_emplace(std::tuple(
        counter.process, counter.name, counter.key, counter.category, counter.has_several));
    if (is_new) {
      const std::string process(builder_.strings()[slices.processes[counter.process].name]);
      const bool is_own = process.starts_with(kOwnProcess);
      it->second = {is_own ? OwnMetric(counter) : OthersMetric(counter),
                    is_own ? OwnDevice(process) : OthersDevice(process)};
    }
    const auto [metric, device] = it->second;
    builder_.AddCounter({metric, source_, device, counter.time, counter.value});
  }
}

}  // namespace profiler::chrome_trace
