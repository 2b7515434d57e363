#include "profiler/query/options/output_types.h"

#include <fmt/format.h>

#include <utility>

#include "profiler/base/suggest.h"
#include "profiler/query/options/option_kinds.h"

namespace profiler {
namespace {

std::vector<std::string_view> Names() {
  std::vector<std::string_view> names;
  for (const OutputType& type : AllOutputTypes()) names.push_back(type.name);
  return names;
}

const OutputType* FindType(std::string_view name) {
  for (const OutputType& type : AllOutputTypes()) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

absl::Status ParseOutput(Options& o, std::string_view text) {
  const std::string_view name = text.substr(0, text.find(':'));
  const OutputType* type = FindType(name);
  if (type == nullptr) {
    return BadValue("output", text,
                    fmt::format(": the output types are {}{}", fmt::join(Names(), ", "),
                                DidYouMean(name, Names())));
  }
  OutputSpec spec;
  spec.type = name;
  std::string_view rest = text.substr(name.size());
  if (!rest.empty()) rest.remove_prefix(1);
  for (const std::string& pair : SplitList(rest)) {
    const size_t equals = pair.find('=');
    if (!type->takes_file) {
      return BadValue("output", text, fmt::format(": {} takes no options", name));
    }
    if (equals == std::string::npos || pair.substr(0, equals) != "outfile") {
      return BadValue(
          "output", text,
          fmt::format(": {0} takes outfile=FILE, as in -output {0}:outfile=FILE", name));
    }
    spec.outfile = pair.substr(equals + 1);
  }
  if (type->takes_file && spec.outfile.empty()) {
    return BadValue("output", text, fmt::format(" misses its file: -output {}:outfile=FILE", name));
  }
  o.output = std::move(spec);
  return absl::OkStatus();
}

}  // namespace

const std::vector<OutputType>& AllOutputTypes() {
  static const std::vector<OutputType> kTypes = {
      {"stdout", false, "stdout", "the report, to stdout"},
      {"file", true, "file:outfile=", "the report, into a file"},
      {"none", false, "none", "nothing"},
      {"profile", true, "profile:outfile=",
       "a tfprof profile (ProfileProto) of all that is opened, for any command: -step, -source, "
       "-host, -rank and -device narrow the executions in it; ops are in it all, whatever the "
       "other "
       "filters say"},
      {"store", true, "store:outfile=",
       "our own file (proto/store.proto) of all that is opened, for any command: it opens like any "
       "other input, faster, and answers the same. Several inputs become one file. -step, -source, "
       "-host, -rank and -device narrow the executions in it; ops are in it all"},
      {"pprof", true, "pprof:outfile=",
       "from code and scope: stacks for pprof (gzipped profile.proto), all selected numbers"},
      {"folded", true, "folded:outfile=",
       "from code and scope: folded stacks for flame graph tools, one selected number"},
      {"speedscope", true, "speedscope:outfile=",
       "from code and scope: stacks for speedscope (JSON), all selected numbers"},
      {"timeline", true, "timeline:outfile=",
       "a Chrome trace for chrome://tracing or ui.perfetto.dev, from scope, graph, code or trace: "
       "of trace every event, in one file; of graph what ran when and where, FILE_<step> for each "
       "step (-merge_steps: one file); of scope and code their tree, by total time"},
  };
  return kTypes;
}

OptionSpec OutputOption() {
  OptionSpec spec;
  spec.name = "output";
  spec.value_name = "TYPE:KEY=VALUE,...";
  spec.help = "Where the report goes, or what is written instead: ";
  for (const OutputType& type : AllOutputTypes()) {
    spec.help += type.spelled;
    spec.help += type.takes_file ? "FILE, " : ", ";
    spec.choices.push_back(type.spelled);
    spec.choice_help.push_back(type.help);
  }
  spec.help.replace(spec.help.size() - 2, 2, ".");
  spec.set = ParseOutput;
  spec.get = [](const Options& o) {
    return o.output.type + ":" + (o.output.outfile.empty() ? "" : "outfile=" + o.output.outfile);
  };
  return spec;
}

}  // namespace profiler
