#include "profiler/catalog/output_options.h"

#include <fmt/format.h>

#include <utility>

#include "profiler/base/suggest.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/renderers.h"
#include "profiler/query/options/option_kinds.h"

namespace profiler {
namespace {

std::vector<std::string_view> TypeNames() {
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
                    fmt::format(": the output types are {}{}", fmt::join(TypeNames(), ", "),
                                DidYouMean(name, TypeNames())));
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
    if (type->takes_events && (pair == "events=none" || pair == "events=all")) {
      spec.with_events = pair == "events=all";
      continue;
    }
    if (equals == std::string::npos || pair.substr(0, equals) != "outfile") {
      return BadValue(
          "output", text,
          fmt::format(": {0} takes outfile=FILE{1}, as in -output {0}:outfile=FILE", name,
                      type->takes_events ? " and events=none or events=all" : ""));
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
  static const auto& types = *new auto([] {
    std::vector<OutputType> all;
    const auto add = [&](std::string_view name, bool takes_file, std::string_view help,
                         bool takes_events = false) {
      all.push_back({name, takes_file, takes_events,
                     fmt::format("{}{}", name, takes_file ? ":outfile=" : ""), help});
    };
    add("stdout", false, "the report, to stdout");
    add("file", true, "the report, into a file");
    add(kPageOutput, true, "the report as a page for a browser, in one file");
    add("none", false, "nothing");
    for (const Exporter& exporter : AllExporters()) {
      add(exporter.name, true, exporter.help, exporter.may_leave_events_out);
    }
    return all;
  }());
  return types;
}

OptionSpec FormatOption() {
  std::vector<std::string_view> names;
  for (const Renderer& renderer : AllRenderers()) names.push_back(renderer.name);
  OptionSpec spec =
      ChoiceOption("format", std::move(names), "The form of a report; pretty is for the eye.",
                   [](Options& o) -> std::string& { return o.format; });
  spec.details =
      "Without it, answers on a terminal are pretty. Text is the default on a pipe, in files, and "
      "for scope, graph, code and op on the files that tfprof reads.";
  spec.set = [set = std::move(spec.set)](Options& o, std::string_view value) {
    o.format_is_given = true;
    return set(o, value);
  };
  return spec;
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
    return o.output.type + ":" + (o.output.outfile.empty() ? "" : "outfile=" + o.output.outfile) +
           (o.output.with_events ? "" : ",events=none");
  };
  return spec;
}

}  // namespace profiler
