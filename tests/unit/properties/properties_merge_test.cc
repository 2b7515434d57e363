// Files of one job give one profile, in whatever order and grouping they are merged.
#include <algorithm>
#include <map>
#include <string>

#include "profiler/store/transform/merge.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/properties/generated_inputs.h"
#include "tests/unit/store/same_answers.h"

namespace profiler {
namespace {

constexpr uint64_t kSeeds = Seeds(12);

using Files = std::vector<GeneratedInput>;

// Workers of a job, each with a dump of some steps and a later one of all.
Files ProfileFiles(uint64_t seed) {
  Files files;
  for (int task = 0; task < 2; ++task) {
    tensorflow::tfprof::ProfileProto all = ProfileProtoGenerator(seed, task).Make();
    const std::string name = "run/worker_" + std::to_string(task) + "_profile_";
    const GeneratedInput late = {name + "2", all.SerializeAsString()};
    const int64_t last = all.steps(all.steps_size() - 1);
    for (auto& [id, node] : *all.mutable_nodes()) node.mutable_execs()->erase(last);
    all.mutable_steps()->RemoveLast();
    files.push_back({name + "1", all.SerializeAsString()});
    files.push_back(late);
  }
  return files;
}

Files XSpaceFiles(uint64_t seed) {
  Files files;
  for (uint64_t host = 0; host < 3; ++host) {
    const std::string name = "host-" + std::to_string(host);
    files.push_back({"run/" + name + ".xplane.pb",
                     XSpaceGenerator(seed * 3 + host).Make(name).SerializeAsString()});
  }
  return files;
}

Files TraceFiles(uint64_t seed) {
  Files files;
  for (int64_t rank = 0; rank < 3; ++rank) {
    const uint64_t own_seed = seed * 3 + static_cast<uint64_t>(rank);
    files.push_back({"run/rank" + std::to_string(rank) + ".json",
                     TraceGenerator::Document(TraceGenerator(own_seed).Events(), rank)});
  }
  return files;
}

Profile Read(const GeneratedInput& file) { return std::move(Opened(file).profile); }

Profile Joined(std::vector<Profile> parts) {
  MergeReport report;
  return Merge(std::move(parts), report);
}

// Sets the name of the run, if not empty.
Profile Joined(const Files& files, const std::string& run = "") {
  std::vector<Profile> parts;
  for (const GeneratedInput& file : files) {
    parts.push_back(Read(file));
    Profile& part = parts.back();
    const StringId name = part.strings.Intern(run);
    for (uint32_t s = 0; s < part.sources.size(); ++s) part.sources[SourceId(s)].run = name;
  }
  return Joined(std::move(parts));
}

// The first `first` files, and the rest, merged separately and then with each other.
Profile JoinedSomeFirst(const Files& files, size_t first, const std::string& run = "") {
  const auto middle = files.begin() + static_cast<ptrdiff_t>(first);
  std::vector<Profile> parts;
  parts.push_back(Joined(Files(files.begin(), middle), run));
  parts.push_back(Joined(Files(middle, files.end()), run));
  return Joined(std::move(parts));
}

template <typename Check>
void ForEachJob(const Check& check) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (auto* const make : {ProfileFiles, XSpaceFiles, TraceFiles}) {
      const Files files = make(seed);
      CAPTURE(seed, files[0].name);
      check(files);
    }
  }
}

TEST_CASE("properties: files can be merged in any order") {
  ForEachJob([](const Files& files) {
    const std::string want = StoreOf(Joined(files));
    Files other = files;
    std::rotate(other.begin(), other.begin() + 1, other.end());
    CHECK((StoreOf(Joined(other)) == want));
    std::reverse(other.begin(), other.end());
    CHECK((StoreOf(Joined(other)) == want));
  });
}

// The first file of each file's run, by path.
std::map<std::string, std::string> RunOfFiles(const Profile& profile) {
  std::map<uint32_t, std::string> first;
  std::map<std::string, std::string> runs;
  for (const SourceRow& source : profile.sources.values()) {
    const std::string path(profile.strings[source.path]);
    runs[path] = first.try_emplace(source.run_group, path).first->second;
  }
  return runs;
}

TEST_CASE("properties: files of a named run can be merged some first") {
  ForEachJob([](const Files& files) {
    const Profile at_once = Joined(files, "run");
    for (size_t first = 1; first < files.size(); ++first) {
      CAPTURE(first);
      CheckSameAnswers(at_once, JoinedSomeFirst(files, first, "run"));
    }
  });
}

TEST_CASE("properties: files can be merged some first, where they are of the same runs then") {
  size_t same = 0, other = 0;
  ForEachJob([&](const Files& files) {
    const Profile at_once = Joined(files);
    for (size_t first = 1; first < files.size(); ++first) {
      CAPTURE(first);
      const Profile some_first = JoinedSomeFirst(files, first);
      // Files are of one run if they share most ops of the smaller one, and merged parts are
      // larger.
      if (RunOfFiles(some_first) == RunOfFiles(at_once)) {
        ++same;
        CheckSameAnswers(at_once, some_first);
      } else {
        ++other;
      }
    }
  });
  CHECK(same > 10 * other);
}

TEST_CASE("properties: a profile that is merged with its copy is the profile") {
  ForEachJob([](const Files& files) {
    const Profile once = Read(files[0]);
    Files twice = {files[0], files[0]};
    twice[1].name += "_copy";
    // Duplicates in two files count once.
    CHECK((Answer("op", Joined(twice)).columns[0].grand_total ==
           Answer("op", once).columns[0].grand_total));
  });
}

}  // namespace
}  // namespace profiler
