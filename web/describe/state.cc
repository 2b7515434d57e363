#include "web/describe/state.h"

#include <set>

#include "web/describe/json_text.h"

namespace profiler::web {
namespace {

// One entry per source, each path once.
void AppendSources(const Profile& profile, std::string& out) {
  std::set<std::string_view> seen;
  AppendName("profiles", out);
  out += '[';
  for (const SourceRow& source : profile.sources.values()) {
    const std::string_view path = profile.strings[source.path];
    if (!seen.insert(path).second) continue;
    AppendComma(out);
    out += '{';
    AppendTextMember("name", path, out);
    AppendTextMember("format", profile.strings[source.format], out);
    AppendTextMember("kind", source.is_beside_profile ? "metrics" : "profile", out);
    if (source.host.valid()) AppendTextMember("host", profile.strings[source.host], out);
    out += '}';
  }
  out += ']';
}

}  // namespace

std::string StateJson(const OpenState& state) {
  std::string out = "{";
  AppendTextMember("version", state.version, out);
  AppendListMember("inputs", state.paths, out,
                   [&](const std::string& path) { AppendJsonText(path, out); });
  if (state.profile) {
    AppendSources(state.profile.profile(), out);
  } else {
    AppendName("profiles", out);
    out += "[]";
  }
  AppendFlagMember("has_base", state.has_base, out);
  if (state.has_base) {
    AppendListMember("base", state.base_paths, out,
                     [&](const std::string& path) { AppendJsonText(path, out); });
  }
  AppendFlagMember("opening", state.is_opening, out);
  if (state.is_opening) {
    AppendTextMember("doing", state.doing, out);
    if (state.done_permille >= 0) {
      AppendName("done_permille", out);
      AppendInteger(state.done_permille, out);
    }
  }
  if (!state.error.empty()) {
    AppendName("error", out);
    out += '{';
    AppendTextMember("message", state.error, out);
    out += '}';
  }
  return out + "}\n";
}

}  // namespace profiler::web
