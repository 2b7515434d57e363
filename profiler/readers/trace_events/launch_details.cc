#include "profiler/readers/trace_events/launch_details.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "profiler/base/ascii.h"

namespace profiler::chrome_trace {
namespace {

// "64,1,1" for "[64, 1, 1]".
std::string Dimensions(std::string_view list) {
  std::string dimensions;
  for (char c : list) {
    if (c == ',' || (c >= '0' && c <= '9')) dimensions += c;
  }
  return dimensions;
}

// "Memcpy HtoD (Pinned -> Device)": "pinned" and "device".
void AddKinds(std::string_view name, std::string& detail) {
  const size_t open = name.find('('), arrow = name.find(" -> "), close = name.rfind(')');
  if (open == name.npos || arrow == name.npos || close == name.npos || arrow < open ||
      close < arrow) {
    return;
  }
  std::string from = Lower(name.substr(open + 1, arrow - open - 1));
  std::string to = Lower(name.substr(arrow + 4, close - arrow - 4));
  for (std::string* kind : {&from, &to}) std::replace(kind->begin(), kind->end(), ' ', '_');
  detail += fmt::format(" kind_src:{} kind_dst:{}", from, to);
}

// A process group's name, which is a number, behind what PyTorch describes it as, where that says
// more: mesh_tp(3).
std::string GroupText(const Arguments& args) {
  const std::string_view name = args[Arg::kGroupName].text;
  const std::string_view description = args[Arg::kGroupDescription].text;
  const bool says_more = !description.empty() && description != name &&
                         description != "undefined" && description != "default_pg";
  return says_more ? fmt::format("{}({})", description, name) : std::string(name);
}

}  // namespace

std::string LaunchDetail(const TraceEvent& event) {
  const Arguments& args = event.args;
  std::string detail;
  // Appends space-separated key:value.
  const auto add = [&](std::string_view key, std::string value) {
    std::replace(value.begin(), value.end(), ' ', '_');
    if (!value.empty()) detail += fmt::format(" {}:{}", key, value);
  };
  add("regs", std::string(args[Arg::kRegisters].text));
  add("static_shared", std::string(args[Arg::kSharedMemory].text));
  add("grid", Dimensions(args[Arg::kGrid].text));
  add("block", Dimensions(args[Arg::kBlock].text));
  add("occ_pct", std::string(args[Arg::kOccupancy].text));
  if (!args[Arg::kCopiedBytes].empty()) {
    AddKinds(event.name, detail);
    add("size", std::string(args[Arg::kCopiedBytes].text));
  }
  if (!args[Arg::kCollective].empty()) {
    add("collective", std::string(args[Arg::kCollective].text));
    add("in_elements", std::string(args[Arg::kInElements].text));
    add("out_elements", std::string(args[Arg::kOutElements].text));
    add("dtype", std::string(args[Arg::kElementType].text));
    add("group_size", std::string(args[Arg::kGroupSize].text));
    add("group", GroupText(args));
    add("src_rank", std::string(args[Arg::kSourceRank].text));
    add("dst_rank", std::string(args[Arg::kTargetRank].text));
  }
  return detail.empty() ? detail : detail.substr(1);
}

}  // namespace profiler::chrome_trace
