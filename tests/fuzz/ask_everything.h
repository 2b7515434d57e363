// What fuzz targets ask a profile: every view in every form, every exporter, from the registries.
#ifndef TESTS_FUZZ_ASK_EVERYTHING_H_
#define TESTS_FUZZ_ASK_EVERYTHING_H_

#include <string_view>

#include "profiler/export/export.h"
#include "profiler/store/profile.h"

namespace profiler {

// One view in one form with every column, as tfprof or as ours, while libFuzzer runs, so that it
// runs often. Which one is told by the bytes: the same bytes fall the same way again. A replay asks
// every view in every form. Deep stacks are cut: their rows cost more than they tell.
void AskOneView(const Profile& profile, std::string_view bytes);

// The same of exporters and the commands that they work from. What the store exporter writes must
// open.
void AskOneExporter(const Profile& profile, std::string_view bytes);

}  // namespace profiler

#endif  // TESTS_FUZZ_ASK_EVERYTHING_H_
