// The queries that fuzz targets run on a profile: every view in every format, every exporter, from
// the registries.
#ifndef TESTS_FUZZ_ASK_EVERYTHING_H_
#define TESTS_FUZZ_ASK_EVERYTHING_H_

#include <string_view>

#include "profiler/export/export.h"
#include "profiler/store/profile.h"

namespace profiler {

// Runs one view in one format with every column, with or without compat, while libFuzzer runs, so
// that executions are fast. The bytes decide which one: the same bytes give the same choice. A
// replay runs every view in every format. Deep stacks are cut, as their rows cost much and add
// little.
void AskOneView(const Profile& profile, std::string_view bytes);

// The same for exporters and their commands. The output of the store exporter must open.
void AskOneExporter(const Profile& profile, std::string_view bytes);

}  // namespace profiler

#endif  // TESTS_FUZZ_ASK_EVERYTHING_H_
