#include "tests/bench/plane_writer.h"

#include <cmath>
#include <protozero/pbf_writer.hpp>

namespace profiler::bench {
namespace {

using protozero::pbf_writer;

constexpr double kPicosPerMicro = 1e6;
constexpr int64_t kLineStart = 1'000'000'000;  // ns

void WriteNames(pbf_writer& plane, uint32_t field, const std::vector<const std::string*>& names) {
  for (size_t i = 0; i < names.size(); ++i) {
    const auto id = static_cast<int64_t>(i + 1);
    pbf_writer entry(plane, field);
    entry.add_int64(1, id);
    pbf_writer metadata(entry, 2);
    metadata.add_int64(1, id);
    metadata.add_string(2, *names[i]);
  }
}

}  // namespace

int64_t PlaneWriter::Names::Id(std::string_view name) {
  if (const auto at = ids_.find(name); at != ids_.end()) return at->second;
  const auto [at, is_new] = ids_.emplace(name, static_cast<int64_t>(names_.size() + 1));
  names_.push_back(&at->first);
  return at->second;
}

PlaneWriter::Line& PlaneWriter::LineOf(std::string_view name) {
  for (const auto& line : lines_) {
    if (line->name == name) return *line;
  }
  lines_.push_back(std::make_unique<Line>(Line{std::string(name), ""}));
  return *lines_.back();
}

template <typename Parent>
void PlaneWriter::PutStat(Parent& parent, uint32_t field, const Stat& stat) {
  pbf_writer out(parent, field);
  out.add_int64(1, stats_.Id(stat.name));
  if (const auto* number = std::get_if<int64_t>(&stat.value)) out.add_int64(4, *number);
  if (const auto* real = std::get_if<double>(&stat.value)) out.add_double(2, *real);
  if (const auto* ref = std::get_if<Ref>(&stat.value)) {
    out.add_uint64(7, static_cast<uint64_t>(stats_.Id(ref->text)));
  }
  if (const auto* text = std::get_if<std::string_view>(&stat.value)) {
    out.add_string(5, text->data(), text->size());
  }
}

void PlaneWriter::AddStat(const Stat& stat) {
  pbf_writer out(own_stats_);
  PutStat(out, 6, stat);
}

void PlaneWriter::AddEvent(std::string_view line, std::string_view name, double at, double micros,
                           std::initializer_list<Stat> stats) {
  pbf_writer out(LineOf(line).events);
  pbf_writer event(out, 4);
  event.add_int64(1, events_.Id(name));
  event.add_int64(2, std::llround(at * kPicosPerMicro));
  event.add_int64(3, std::llround(micros * kPicosPerMicro));
  for (const Stat& stat : stats) PutStat(event, 4, stat);
}

void PlaneWriter::Write(std::string& space) const {
  pbf_writer out(space);
  pbf_writer plane(out, 1);
  plane.add_int64(1, id_);
  plane.add_string(2, name_);
  int64_t id = 0;
  for (const auto& line : lines_) {
    std::string head;
    pbf_writer fields(head);
    fields.add_int64(1, ++id);
    fields.add_string(2, line->name);
    fields.add_int64(3, kLineStart);
    fields.add_string(11, line->name);
    plane.add_bytes_vectored(3, head, line->events);
  }
  WriteNames(plane, 4, events_.all());
  WriteNames(plane, 5, stats_.all());
  space += own_stats_;
}

}  // namespace profiler::bench
