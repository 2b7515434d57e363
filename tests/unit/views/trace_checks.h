// Properties of valid traces, and helpers to inspect one.
#ifndef TESTS_UNIT_VIEWS_TRACE_CHECKS_H_
#define TESTS_UNIT_VIEWS_TRACE_CHECKS_H_

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/int128.h"

namespace profiler {

using nlohmann::json;

inline Int128 Picos(const json& micros) {
  return micros.is_number_integer()
             ? Int128{micros.get<int64_t>()} * kPicosPerMicro
             : static_cast<Int128>(std::round(micros.get<double>() * kPicosPerMicro));
}

using Lane = std::pair<int64_t, int64_t>;  // pid, tid
struct Interval {
  Int128 begin, end;
};
using Lanes = std::map<Lane, std::vector<Interval>>;

inline Lanes LanesOf(const json& events) {
  Lanes lanes;
  for (const json& event : events) {
    if (event["ph"] != "X") continue;
    const Int128 begin = Picos(event["ts"]), duration = Picos(event["dur"]);
    CHECK((duration >= 0));
    lanes[{event["pid"], event["tid"]}].push_back({begin, begin + duration});
  }
  for (auto& [lane, intervals] : lanes) {
    std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
      return std::pair(a.begin, -a.end) < std::pair(b.begin, -b.end);
    });
  }
  return lanes;
}

// Events of a lane must nest or follow each other.
inline bool Nest(const std::vector<Interval>& intervals) {
  std::vector<Int128> open;
  for (const Interval& interval : intervals) {
    while (!open.empty() && open.back() <= interval.begin) open.pop_back();
    if (!open.empty() && open.back() < interval.end) return false;
    open.push_back(interval.end);
  }
  return true;
}

// Both ends of each arrow exist and are within an event: viewers bind them by that.
inline void CheckArrows(const json& events, const Lanes& lanes) {
  std::map<int64_t, std::string> ends;
  for (const json& event : events) {
    if (event["ph"] != "s" && event["ph"] != "t") continue;
    ends[event["id"]] += event["ph"].get<std::string>();
    const auto lane = lanes.find({event["pid"], event["tid"]});
    REQUIRE(lane != lanes.end());
    const Int128 time = Picos(event["ts"]);
    CHECK(std::any_of(lane->second.begin(), lane->second.end(), [&](const Interval& in) {
      return event["ph"] == "t" ? in.begin == time
                                : in.begin <= time && (time < in.end || in.begin == in.end);
    }));
  }
  for (const auto& [id, phases] : ends) CHECK(phases == "st");
}

// Properties that viewers need of any trace.
inline void CheckTrace(const json& events) {
  std::set<int64_t> named;
  for (const json& event : events) {
    if (event["name"] == "process_name") CHECK(named.insert(event["pid"].get<int64_t>()).second);
  }
  for (const json& event : events) CHECK(named.count(event["pid"].get<int64_t>()) == 1);
  const Lanes lanes = LanesOf(events);
  for (const auto& [lane, intervals] : lanes) CHECK(Nest(intervals));
  CheckArrows(events, lanes);
}

inline int64_t Count(const json& events, const std::string& key, const std::string& value) {
  return std::count_if(events.begin(), events.end(), [&](const json& event) {
    return event.contains(key) && event[key] == value;
  });
}

// The process of the first event of that name.
inline std::string ProcessOf(const json& events, const std::string& name) {
  for (const json& event : events) {
    if (event["name"] != name || event["ph"] == "M") continue;
    for (const json& process : events) {
      if (process["name"] == "process_name" && process["pid"] == event["pid"]) {
        return process["args"]["name"];
      }
    }
  }
  return "";
}

inline const json& Find(const json& events, const std::string& name) {
  for (const json& event : events) {
    if (event["name"] == name) return event;
  }
  FAIL("no event " << name);
  return events.front();
}

}  // namespace profiler

#endif  // TESTS_UNIT_VIEWS_TRACE_CHECKS_H_
