// Files of one job are one profile, in whatever order they are joined and by how many at a time.
#include <algorithm>

#include "profiler/store/merge.h"
#include "tests/unit/generated_inputs.h"
#include "tests/unit/made_profile.h"
#include "tests/unit/same_answers.h"

namespace profiler {
namespace {

constexpr uint64_t kSeeds = 12;

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

Profile Joined(const Files& files) {
  std::vector<Profile> parts;
  for (const GeneratedInput& file : files) parts.push_back(Read(file));
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

TEST_CASE("properties: files can be merged some first") {
  ForEachJob([](const Files& files) {
    const Profile at_once = Joined(files);
    for (size_t first = 1; first < files.size(); ++first) {
      CAPTURE(first);
      std::vector<Profile> parts;
      parts.push_back(Joined(Files(files.begin(), files.begin() + static_cast<ptrdiff_t>(first))));
      parts.push_back(Joined(Files(files.begin() + static_cast<ptrdiff_t>(first), files.end())));
      CheckSameAnswers(at_once, Joined(std::move(parts)));
    }
  });
}

TEST_CASE("properties: a profile that is merged with its copy is the profile") {
  ForEachJob([](const Files& files) {
    const Profile once = Read(files[0]);
    Files twice = {files[0], files[0]};
    twice[1].name += "_copy";
    // What two files hold alike counts once.
    CHECK((Answer("op", Joined(twice)).columns[0].grand_total ==
           Answer("op", once).columns[0].grand_total));
  });
}

}  // namespace
}  // namespace profiler
