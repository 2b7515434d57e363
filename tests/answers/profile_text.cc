#include "tests/answers/profile_text.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "cli/words.h"
#include "profiler/base/status.h"
#include "profiler/store/builder.h"
#include "profiler/store/derive/steps/cut_files.h"
#include "tests/answers/columns.h"
#include "tests/answers/names.h"

namespace profiler {
namespace {

using Words = std::vector<std::string>;

absl::Status Wrong(std::string problem) { return absl::InvalidArgumentError(problem); }

class ProfileReader {
 public:
  absl::Status Add(const TextLine& line);
  absl::StatusOr<Profile> Build();

 private:
  struct Launch {
    TextLine line;
    std::string by;
    EventId event;
    FlowKind kind;
  };

  absl::Status AddRow(const TextLine& line, const Words& words);
  absl::Status AddSource(const Words& words);
  absl::Status AddCut(const Words& words);
  absl::Status AddDevice(const Words& words);
  absl::Status AddStep(const Words& words);
  absl::Status AddOp(const Words& words);
  absl::Status AddResults(OpId op, const std::vector<std::string_view>& results);
  absl::Status AddText(OpId op, std::string_view name, std::string_view text);
  absl::Status AddTrack(const Words& words);
  absl::Status AddSeries(const Words& words);
  absl::Status AddEvent(const TextLine& line, const Words& words);
  absl::Status AddValues(const Words& words);

  // Adds a row of a table whose rows have no names.
  template <typename Row, typename Member>
  absl::Status AddPlain(const Words& words, Row row, Member add) {
    PROFILER_RETURN_IF_ERROR(SetColumns(words, 1, names_, row));
    (names_.builder.*add)(row);
    return absl::OkStatus();
  }

  Names names_;
  std::map<std::string, EventId, std::less<>> events_;
  std::vector<Launch> launches_;
  std::vector<std::string> cut_;  // paths
  // The track or metric that later lines belong to.
  TrackId track_;
  CounterRow counter_;  // its metric is valid after a line `series`
};

absl::Status ProfileReader::Add(const TextLine& line) {
  PROFILER_ASSIGN_OR_RETURN(const LineWords split, SplitWords(line.text));
  const Words& words = split.words;
  if (words.empty()) return absl::OkStatus();
  if (words[0] != "source" && words[0] != "op" && words[0] != "device" && !names_.source.valid()) {
    return Wrong("a line 'source PATH' must stand before what is of it");
  }
  if (line.text[0] != ' ') return AddRow(line, words);
  if (counter_.metric.valid()) return AddValues(words);
  return track_.valid() ? AddEvent(line, words) : Wrong("an event stands below its track");
}

absl::Status ProfileReader::AddRow(const TextLine& line, const Words& words) {
  const std::string& kind = words[0];
  track_ = TrackId();
  counter_ = CounterRow();
  if (kind == "snapshot") return AddPlain(words, SnapshotRow(), &ProfileBuilder::AddSnapshot);
  if (kind == "exec") return AddPlain(words, ExecRow(), &ProfileBuilder::AddExec);
  if (kind == "allocation") {
    AllocationRow row;
    row.source = names_.source;
    return AddPlain(words, row, &ProfileBuilder::AddAllocation);
  }
  const std::map<std::string_view, absl::Status (ProfileReader::*)(const Words&)> kNamed = {
      {"source", &ProfileReader::AddSource}, {"device", &ProfileReader::AddDevice},
      {"step", &ProfileReader::AddStep},     {"op", &ProfileReader::AddOp},
      {"track", &ProfileReader::AddTrack},   {"series", &ProfileReader::AddSeries},
      {"cut", &ProfileReader::AddCut},
  };
  const auto named = kNamed.find(kind);
  if (named == kNamed.end()) {
    return Wrong(
        fmt::format("'{}' is no kind of row (source, device, step, op, track, series, "
                    "snapshot, exec, allocation, cut)",
                    kind));
  }
  if (words.size() < 2) return Wrong(fmt::format("'{} NAME' lacks the name", line.text));
  return (this->*named->second)(words);
}

absl::Status ProfileReader::AddSource(const Words& words) {
  SourceRow row;
  row.path = names_.builder.Intern(words[1]);
  row.format = names_.builder.Intern("made");
  row.resolution_ps = 1;
  PROFILER_RETURN_IF_ERROR(SetColumns(words, 2, names_, row));
  names_.AddSource(words[1], row);
  return absl::OkStatus();
}

absl::Status ProfileReader::AddCut(const Words& words) {
  cut_.push_back(words[1]);
  return absl::OkStatus();
}

absl::Status ProfileReader::AddDevice(const Words& words) {
  const DeviceId id = names_.builder.Device(words[1]);
  return SetColumns(words, 2, names_, names_.builder.device(id));
}

absl::Status ProfileReader::AddStep(const Words& words) {
  PROFILER_ASSIGN_OR_RETURN(const int64_t number, ReadNumber<int64_t>(words[1]));
  const StepId id = names_.builder.Step(names_.source, number);
  StepRow row = names_.builder.step(id);  // a copy: a column may add a step
  row.listed = true;
  PROFILER_RETURN_IF_ERROR(SetColumns(words, 2, names_, row));
  names_.builder.step(id) = row;
  return absl::OkStatus();
}

absl::Status ProfileReader::AddOp(const Words& words) {
  std::vector<StringId> labels;
  std::vector<int64_t> shape;
  std::vector<OpId> inputs;
  std::vector<std::string_view> results;
  std::vector<std::pair<std::string_view, std::string_view>> attributes;
  const Extra lists = [&](std::string_view name, std::string_view value) -> absl::Status {
    if (name == "label") {
      labels.push_back(names_.builder.Intern(value));
      return absl::OkStatus();
    }
    if (name == "input") return names_.Find(value, inputs.emplace_back());
    if (name == "result") {
      results.push_back(value);
      return absl::OkStatus();
    }
    if (name == "group_size" || name == "channel" || name == "replica_groups" ||
        name == "copies_from" || name == "copies_to" || name == "host_transfer_handler") {
      attributes.emplace_back(name, value);
      return absl::OkStatus();
    }
    if (name != "shape") return absl::NotFoundError("");
    for (const std::string_view dim : Split(value, ',')) {
      PROFILER_RETURN_IF_ERROR(Take(ReadNumber<int64_t>(dim), shape.emplace_back()));
    }
    return absl::OkStatus();
  };
  OpRow row;
  row.name = row.type = names_.builder.Intern(words[1]);
  PROFILER_RETURN_IF_ERROR(SetColumns(words, 2, names_, row, lists));
  PROFILER_ASSIGN_OR_RETURN(const OpId op, names_.AddOp(words[1], row));
  for (const StringId label : labels) names_.builder.AddType(op, label);
  for (const int64_t dim : shape) names_.builder.AddShapeDim(op, dim);
  for (size_t i = 0; i < inputs.size(); ++i) {
    names_.builder.AddInput(op, {static_cast<int32_t>(i), inputs[i], 0, false});
  }
  for (const auto& [name, value] : attributes) {
    PROFILER_RETURN_IF_ERROR(AddText(op, name, value));
  }
  return AddResults(op, results);
}

// Adds results of an instruction, each as HLO writes it: f32[4,64].
absl::Status ProfileReader::AddResults(OpId op, const std::vector<std::string_view>& results) {
  if (results.empty()) return absl::OkStatus();
  std::string types;
  for (size_t i = 0; i < results.size(); ++i) {
    const size_t open = results[i].find('[');
    if (open == results[i].npos || !results[i].ends_with(']')) {
      return Wrong(fmt::format("'{}' is no result: f32[4,64]", results[i]));
    }
    std::vector<int64_t> dims;
    for (const std::string_view dim :
         Split(results[i].substr(open + 1, results[i].size() - open - 2), ',')) {
      PROFILER_RETURN_IF_ERROR(Take(ReadNumber<int64_t>(dim), dims.emplace_back()));
    }
    names_.builder.AddOutputShape(op, static_cast<int32_t>(i), dims);
    types += fmt::format("{}{}", i == 0 ? "" : ",", results[i].substr(0, open));
  }
  return AddText(op, "element_types", types);
}

absl::Status ProfileReader::AddText(OpId op, std::string_view name, std::string_view text) {
  if (text.size() > 127) return Wrong(fmt::format("the {} are too long", name));
  // An AttrValue of a text.
  const std::string value = fmt::format("\x12{}{}", static_cast<char>(text.size()), text);
  names_.builder.AddAttribute(op, {names_.builder.Intern(name), names_.builder.Intern(value)});
  return absl::OkStatus();
}

absl::Status ProfileReader::AddTrack(const Words& words) {
  TrackRow row;
  row.source = names_.source;
  row.name = names_.builder.Intern(words[1]);
  PROFILER_RETURN_IF_ERROR(SetColumns(words, 2, names_, row));
  track_ = names_.builder.Track(row);
  return absl::OkStatus();
}

absl::Status ProfileReader::AddSeries(const Words& words) {
  MetricRow row;
  row.name = row.dimension = names_.builder.Intern(words[1]);
  DeviceId device;
  const Extra place = [&](std::string_view name, std::string_view value) {
    return name == "device" ? names_.Find(value, device) : absl::NotFoundError("");
  };
  PROFILER_RETURN_IF_ERROR(SetColumns(words, 2, names_, row, place));
  counter_.metric = names_.builder.Metric(row);
  counter_.source = names_.source;
  counter_.device = device;
  return absl::OkStatus();
}

// Adds an event from BEGIN [+DURATION] OP [COLUMN=VALUE...]; `-` means no op.
absl::Status ProfileReader::AddEvent(const TextLine& line, const Words& words) {
  EventRow row;
  PROFILER_RETURN_IF_ERROR(Take(ReadTime(words[0]), row.begin));
  size_t at = 1;
  if (words.size() > at && words[at][0] == '+') {
    PROFILER_RETURN_IF_ERROR(Take(ReadTime(words[at].substr(1)), row.duration));
    ++at;
  }
  if (words.size() == at) return Wrong("an event is 'BEGIN +DURATION OP': the op is missing");
  if (words[at] != "-") PROFILER_RETURN_IF_ERROR(names_.Find(words[at], row.op));
  std::string id, launched_by, handed_by, data_from;
  const Extra names = [&](std::string_view name, std::string_view value) {
    if (name != "id" && name != "launched_by" && name != "handed_by" && name != "data_from") {
      return absl::NotFoundError("");
    }
    (name == "id"          ? id
     : name == "handed_by" ? handed_by
     : name == "data_from" ? data_from
                           : launched_by) = value;
    return absl::OkStatus();
  };
  PROFILER_RETURN_IF_ERROR(SetColumns(words, at + 1, names_, row, names));
  const EventId event = names_.builder.AddEvent(track_, row);
  if (!id.empty()) events_[id] = event;
  if (!launched_by.empty()) launches_.push_back({line, launched_by, event, FlowKind::kLaunch});
  if (!handed_by.empty()) launches_.push_back({line, handed_by, event, FlowKind::kAsync});
  if (!data_from.empty()) launches_.push_back({line, data_from, event, FlowKind::kData});
  return absl::OkStatus();
}

// Adds values of a metric from BEGIN +DISTANCE VALUE...; DISTANCE is the interval between values.
absl::Status ProfileReader::AddValues(const Words& words) {
  if (words.size() < 3 || words[1][0] != '+') return Wrong("values are 'BEGIN +DISTANCE VALUE...'");
  PROFILER_ASSIGN_OR_RETURN(const int64_t begin, ReadTime(words[0]));
  PROFILER_ASSIGN_OR_RETURN(const int64_t distance, ReadTime(words[1].substr(1)));
  for (size_t i = 2; i < words.size(); ++i) {
    counter_.time = begin + static_cast<int64_t>(i - 2) * distance;
    PROFILER_RETURN_IF_ERROR(Take(ReadNumber<double>(words[i]), counter_.value));
    names_.builder.AddCounter(counter_);
  }
  return absl::OkStatus();
}

absl::StatusOr<Profile> ProfileReader::Build() {
  for (const Launch& launch : launches_) {
    const auto by = events_.find(launch.by);
    if (by == events_.end()) {
      return AtLine(launch.line, fmt::format("no event has id={}", launch.by));
    }
    names_.builder.AddFlow({by->second, launch.event, launch.kind});
  }
  Profile profile = names_.builder.Build();
  for (const std::string& path : cut_) {
    ImportRow& row = profile.import_rows.emplace_back();
    row.path = profile.strings.Intern(path);
    row.problem = profile.strings.Intern("truncated");
    row.severity = ImportSeverity::kError;
    row.count = 1;
  }
  MarkCutSteps(profile);
  return profile;
}

}  // namespace

absl::StatusOr<Profile> ProfileOf(const std::vector<TextLine>& lines) {
  ProfileReader reader;
  for (const TextLine& line : lines) {
    const absl::Status status = reader.Add(line);
    if (!status.ok()) return AtLine(line, Message(status));
  }
  return reader.Build();
}

}  // namespace profiler
