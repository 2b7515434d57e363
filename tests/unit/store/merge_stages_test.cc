// Merging what was merged before: the order and the stages make no difference.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/store/transform/merge.h"
#include "tests/unit/store/dumped_profile.h"

namespace profiler {
namespace {

using Parts = std::vector<Profile (*)()>;

TEST_CASE("two workers and two dumps of one run, in every order") {
  Parts parts = {WorkerZeroEarly, WorkerZeroLate, WorkerOne};
  std::sort(parts.begin(), parts.end());
  std::string first;
  do {
    std::vector<Profile> profiles;
    for (auto* part : parts) profiles.push_back(part());
    MergeReport report;
    const Profile merged = Merge(std::move(profiles), report);
    CHECK(report.repeated_facts == 2);  // step 1 of worker 0, in both dumps
    CHECK(report.conflicting_facts == 0);
    CHECK(merged.op_count() == 2);
    // a: (5 + 100 in step 1, 15 in step 2) / 2; b: (7 + 200, 17) / 2
    CHECK(TotalMicros(merged) == 60 + 112);
    const std::string answers = AnswersOf(merged);
    if (first.empty()) first = answers;
    CHECK(answers == first);
  } while (std::next_permutation(parts.begin(), parts.end()));
}

TEST_CASE("merging in two stages is merging at once") {
  MergeReport report;
  std::vector<Profile> late_first;
  late_first.push_back(WorkerZeroLate());
  late_first.push_back(WorkerOne());
  std::vector<Profile> then;
  then.push_back(Merge(std::move(late_first), report));
  then.push_back(WorkerZeroEarly());
  const Profile staged = Merge(std::move(then), report);
  std::vector<Profile> at_once;
  at_once.push_back(WorkerZeroEarly());
  at_once.push_back(WorkerZeroLate());
  at_once.push_back(WorkerOne());
  CHECK(AnswersOf(staged) == AnswersOf(Merge(std::move(at_once), report)));
}

TEST_CASE("one profile is merged into itself") {
  MergeReport report;
  std::vector<Profile> one;
  one.push_back(WorkerOne());
  CHECK(AnswersOf(Merge(std::move(one), report)) == AnswersOf(WorkerOne()));
}

TEST_CASE("steps that disagree stay apart in a later merge, and are told once") {
  const auto first = [] { return Dump("run/profile_1", "0", 100, {{"a", 1, 5}, {"b", 1, 1}}); };
  const auto second = [] { return Dump("run/profile_2", "0", 100, {{"a", 1, 9}, {"b", 1, 1}}); };
  const auto third = [] { return Dump("run/profile_3", "0", 100, {{"a", 1, 5}, {"b", 1, 1}}); };
  MergeReport at_once, before, after;
  const Profile want = Merged(at_once, first(), second(), third());
  const Profile got = Merged(after, Merged(before, first(), second()), third());
  CHECK(AnswersOf(got) == AnswersOf(want));
  CHECK(before.conflicting_facts + after.conflicting_facts == at_once.conflicting_facts);
  CHECK(before.repeated_facts + after.repeated_facts == at_once.repeated_facts);
  CHECK(at_once.conflicting_facts == 1);
  CHECK(TotalMicros(want) == 7 + 1);
}

TEST_CASE("a later merge says which of a part's sources disagree") {
  const auto other = [] { return Dump("run/a", "5", 100, {{"a", 1, 5}, {"b", 1, 2}}); };
  MergeReport before, report;
  Merged(report, Merged(before, other(), Dump("run/b", "0", 100, {{"a", 1, 5}, {"b", 1, 2}})),
         Dump("run/c", "0", 100, {{"a", 1, 6}, {"b", 1, 2}}));
  CHECK(report.first_conflict == "op a in step 1: run/b and run/c");
}

TEST_CASE("runs that were merged stay apart in a later merge, until they are named one") {
  const auto part = [](const std::string& folder) {
    return Dump(folder + "/profile_1", folder, 100, {{"a", 1, 6}, {"a", 2, 6}});
  };
  MergeReport report;
  const Profile want = Merged(report, part("1"), part("2"), part("3"));
  const Profile got = Merged(report, Merged(report, part("1"), part("2")), part("3"));
  CHECK(want.op_count() == 3);
  CHECK(got.op_count() == 3);
  CHECK(AnswersOf(got) == AnswersOf(want));
  CHECK(got.sources[SourceId(2)].run_group == 2);
  CHECK(got.ops.row[OpId(2)].run_group == 2);

  // Another part of the second run.
  const auto later = [] { return Dump("2/profile_2", "2", 100, {{"a", 3, 12}}); };
  const Profile more = Merged(report, Merged(report, part("1"), part("2")), later());
  CHECK(more.op_count() == 2);
  CHECK(AnswersOf(more) == AnswersOf(Merged(report, part("1"), part("2"), later())));

  Profile two = Merged(report, part("1"), part("2"));
  for (uint32_t s = 0; s < 2; ++s) two.sources[SourceId(s)].run = two.strings.Intern("mine");
  const Profile one_run = Merged(report, std::move(two));
  CHECK(one_run.op_count() == 1);
  CHECK(TotalMicros(one_run) == 12);
  CHECK(one_run.steps[StepId(2)].counts_as == StepId(0));
}

}  // namespace
}  // namespace profiler
