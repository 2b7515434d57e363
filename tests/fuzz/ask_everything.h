// What fuzz targets ask a profile: every view in every form, every exporter, from the registries.
#ifndef TESTS_FUZZ_ASK_EVERYTHING_H_
#define TESTS_FUZZ_ASK_EVERYTHING_H_

#include <string>
#include <vector>

#include "profiler/export/export.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

enum class Forms { kJson, kAll };

// Every view with every column, as tfprof and as ours. Deep stacks are cut: their rows cost more
// than they tell.
void AskViews(const Profile& profile, Forms forms);

// Every exporter from every command that it works from. What the store exporter writes must open.
void AskExporters(const Profile& profile);

}  // namespace profiler

#endif  // TESTS_FUZZ_ASK_EVERYTHING_H_
