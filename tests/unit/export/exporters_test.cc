// Exporters as output types, and how the files that they wrote are told.
#include "profiler/catalog/exporters.h"

#include <catch2/catch.hpp>
#include <set>
#include <string_view>

#include "profiler/base/run_context.h"
#include "profiler/catalog/output_options.h"
#include "profiler/catalog/renderers.h"
#include "profiler/export/export.h"
#include "profiler/render/render.h"
#include "tests/unit/export/memory_files.h"

namespace profiler {
namespace {

TEST_CASE("each exporter is an output type and the other way round") {
  std::set<std::string_view> names = {"stdout", "file", "html", "none"};
  for (const Exporter& exporter : AllExporters()) names.insert(exporter.name);
  std::set<std::string_view> types;
  for (const OutputType& type : AllOutputTypes()) types.insert(type.name);
  CHECK(names == types);
  CHECK(FindExporter("stdout") == nullptr);

  static constexpr RowKind kFrames[] = {RowKind::kFrames};
  Exporter picky = *FindExporter("profile");
  picky.name = "picky";
  picky.rows = kFrames;
  RunContext context;
  MemoryFiles files;
  CHECK(RunExporter(picky, {Profile(), Query().selection}, Query(), {"op", "f"}, files, context)
            .status()
            .message() == "-output picky works from code, not from op");
}

TEST_CASE("every form tells the files that were written") {
  const FilesReport report = {{{"a,b", 12}}, "one file", {{"id", Severity::kInfo, "a note"}}};
  const auto render = [&](std::string_view form) {
    return FindRenderer(form)->render_files(report, {"op -output x", {"in"}});
  };
  CHECK(render("text") == "one file\n");
  CHECK(render("csv") == "path,bytes\n\"a,b\",12\n");
  CHECK(render("json") ==
        R"({"schema_version":1,"command":"op -output x","files":[{"path":"a,b","bytes":12}],)"
        R"("inputs":["in"],"notes":[{"id":"id","severity":"info","text":"a note"}]})"
        "\n");
}

}  // namespace
}  // namespace profiler
