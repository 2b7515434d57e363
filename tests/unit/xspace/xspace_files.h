// An XSpace built in a test, plane by plane, and read as the program does.
#ifndef TESTS_UNIT_XSPACE_XSPACE_FILES_H_
#define TESTS_UNIT_XSPACE_XSPACE_FILES_H_

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "profiler/readers/xspace/xspace.h"
#include "proto/xplane.pb.h"
#include "tests/unit/readers/tensorflow_run_files.h"

namespace profiler {

namespace xp = tensorflow::profiler;

struct RefText {
  std::string text;
};
struct RawBytes {
  std::string bytes;
};
using MadeValue = std::variant<int64_t, uint64_t, double, std::string, RefText, RawBytes>;
using MadeStats = std::vector<std::pair<std::string, MadeValue>>;

// Adds to a plane; names get ids in order of first use.
class MadePlane {
 public:
  MadePlane(xp::XSpace& space, const std::string& name, const MadeStats& stats = {})
      : plane_(space.add_planes()) {
    plane_->set_name(name);
    for (const auto& stat : stats) Fill(plane_->add_stats(), stat);
  }

  xp::XLine* Line(const std::string& name, int64_t timestamp_ns = 0) {
    xp::XLine* line = plane_->add_lines();
    line->set_id(plane_->lines_size());
    line->set_name(name);
    line->set_timestamp_ns(timestamp_ns);
    return line;
  }
  // Times in picoseconds.
  xp::XEvent* Event(xp::XLine* line, const std::string& name, int64_t begin, int64_t duration,
                    const MadeStats& stats = {}) {
    xp::XEvent* event = line->add_events();
    event->set_metadata_id(Meta(name)->id());
    event->set_offset_ps(begin);
    event->set_duration_ps(duration);
    for (const auto& stat : stats) Fill(event->add_stats(), stat);
    return event;
  }
  xp::XEventMetadata* Meta(const std::string& name, const MadeStats& stats = {}) {
    int64_t& id = metas_[name];
    if (id == 0) id = static_cast<int64_t>(metas_.size());
    xp::XEventMetadata& meta = (*plane_->mutable_event_metadata())[id];
    meta.set_id(id);
    meta.set_name(name);
    for (const auto& stat : stats) Fill(meta.add_stats(), stat);
    return &meta;
  }
  xp::XPlane* operator->() { return plane_; }

 private:
  int64_t StatId(const std::string& name) {
    int64_t& id = stats_[name];
    if (id == 0) id = static_cast<int64_t>(stats_.size());
    xp::XStatMetadata& meta = (*plane_->mutable_stat_metadata())[id];
    meta.set_id(id);
    meta.set_name(name);
    return id;
  }
  void Fill(xp::XStat* stat, const std::pair<std::string, MadeValue>& from) {
    stat->set_metadata_id(StatId(from.first));
    const MadeValue& value = from.second;
    if (const auto* number = std::get_if<int64_t>(&value)) stat->set_int64_value(*number);
    if (const auto* number = std::get_if<uint64_t>(&value)) stat->set_uint64_value(*number);
    if (const auto* real = std::get_if<double>(&value)) stat->set_double_value(*real);
    if (const auto* text = std::get_if<std::string>(&value)) stat->set_str_value(*text);
    if (const auto* raw = std::get_if<RawBytes>(&value)) stat->set_bytes_value(raw->bytes);
    if (const auto* ref = std::get_if<RefText>(&value)) {
      stat->set_ref_value(static_cast<uint64_t>(StatId(ref->text)));
    }
  }

  xp::XPlane* plane_;
  std::map<std::string, int64_t> metas_, stats_;
};

inline ReadRun ReadXSpaceBytes(const std::string& bytes) {
  ReadRun run;
  ProfileBuilder builder;
  RunContext context;
  run.status =
      kXSpaceFormat.read(Input::FromBytes("h.xplane.pb", bytes), builder, run.report, context);
  if (run.status.ok()) run.profile = builder.Build();
  return run;
}

inline ReadRun ReadMade(const xp::XSpace& space) {
  ReadRun run = ReadXSpaceBytes(space.SerializeAsString());
  INFO(Message(run.status));
  REQUIRE(run.status.ok());
  return run;
}

inline const Events& EventsOf(const ReadRun& run, std::string_view track) {
  const auto id = run.Track(track);
  REQUIRE(id.has_value());
  return run.profile.events[*id];
}
inline std::string StepName(const ReadRun& run, StepId step) {
  return step.valid() ? run.Text(run.profile.steps[step].name) : "none";
}

inline const OpRow& OpNamed(const ReadRun& run, std::string_view name) {
  return run.profile.ops.row[run.Op(name)];
}

}  // namespace profiler

#endif  // TESTS_UNIT_XSPACE_XSPACE_FILES_H_
