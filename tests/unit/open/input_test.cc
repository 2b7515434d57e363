// Opening paths: files, folders, pipes, and missing ones.

#include "profiler/io/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <thread>

#include "profiler/base/status.h"
#include "profiler/open/open.h"
#include "tests/unit/common/test_folder.h"
#include "tests/unit/common/wire_strings.h"

namespace profiler {
namespace {

using Catch::Contains;
using std::string;

string SomeProfile() {
  const string node = Wire(1, string("a")) + Wire(9, string("NoOp")) + Wire(13, 1);
  return Wire(1, Wire(1, 1) + Wire(2, node)) + Wire(3, string("\0", 1));
}

absl::StatusOr<OpenedProfile> OpenAll(std::vector<string> paths) {
  RunContext context;
  OpenRequest request;
  request.profile_paths = std::move(paths);
  return OpenProfile(request, context);
}

absl::Status Open(const string& path) { return OpenAll({path}).status(); }

int64_t Count(const OpenedProfile& opened, ImportProblem problem) {
  for (const ImportReport::Entry& entry : opened.import_report.entries()) {
    if (entry.problem == problem) return entry.count;
  }
  return 0;
}

TEST_CASE("a file's bytes are mapped, and outlive their Input") {
  const TestFolder folder;
  const string bytes = string("ab\0c", 4);
  std::string_view view;
  Input copy = Input::FromBytes("other", "");
  {
    auto input = Input::Map(folder.File("f", bytes));
    REQUIRE(input.ok());
    CHECK(input->name() == folder.path() + "/f");
    view = input->bytes();
    copy = *input;
  }
  CHECK(view == bytes);
  CHECK(copy.bytes() == bytes);
}

TEST_CASE("short and long strings keep their bytes when an Input moves") {
  for (const string& bytes : {string("x"), string(1000, 'x')}) {
    Input first = Input::FromBytes("F", bytes);
    const Input second = std::move(first);
    CHECK(second.bytes() == bytes);
    CHECK(second.name() == "F");
  }
}

TEST_CASE("what cannot be opened is named, with cause and remedy") {
  const TestFolder folder;
  const string empty = folder.File("empty", "");
  CHECK(absl::IsNotFound(Input::Map(folder.path() + "/none").status()));
  CHECK(absl::IsNotFound(Input::Map(empty + "/below").status()));
  CHECK_THAT(Message(Input::Map("").status()), Contains("no such file"));
  CHECK_THAT(Message(Input::Map(empty).status()), Contains(empty) && Contains("is empty"));
  CHECK_THAT(Message(Input::Map(folder.path()).status()), Contains("is a folder"));
  CHECK_THAT(Message(Input::Map("/dev/zero").status()), Contains("is a device"));
  const string secret = folder.File("secret", "x");
  REQUIRE(chmod(secret.c_str(), 0) == 0);
  if (geteuid() != 0) {  // root reads everything
    CHECK(absl::IsPermissionDenied(Input::Map(secret).status()));
  }
}

TEST_CASE("a pipe is read to its end, and one without a writer is not waited for in vain") {
  const TestFolder folder;
  const string pipe = folder.path() + "/pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THAT(Message(Input::Map(pipe).status()), Contains("is empty"));
  std::thread late([&] {
    usleep(100'000);
    std::ofstream(pipe) << "late";
  });
  const auto from_late = Input::Map(pipe);
  late.join();
  REQUIRE(from_late.ok());
  CHECK(from_late->bytes() == "late");

  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const string bytes(200'000, 'x');
  std::thread writer([&] {
    size_t written = 0;
    while (written < bytes.size()) {
      const ssize_t count = write(ends[1], bytes.data() + written, bytes.size() - written);
      if (count <= 0) break;
      written += static_cast<size_t>(count);
    }
    close(ends[1]);
  });
  const auto input = Input::Map("/dev/fd/" + std::to_string(ends[0]));
  close(ends[0]);
  writer.join();
  REQUIRE(input.ok());
  CHECK(input->bytes() == bytes);
}

TEST_CASE("a file that is cut while it is mapped reads as zeros, and is told of") {
  const TestFolder folder;
  const string path = folder.File("f", string(1 << 20, 'x'));
  const auto input = Input::Map(path), other = Input::Map(folder.File("g", string(1 << 20, 'y')));
  REQUIRE(input.ok());
  REQUIRE(other.ok());
  CHECK(input->CheckUnchanged().ok());
  REQUIRE(truncate(path.c_str(), 5000) == 0);
  CHECK(input->FindChange() == Input::Change::kCut);  // by its size, before it is read
  std::vector<std::thread> readers;
  std::atomic<int> zeros{0};
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] { zeros += input->bytes()[(1 << 20) - 1] == '\0' ? 1 : 0; });
  }
  for (std::thread& reader : readers) reader.join();
  CHECK(zeros == 4);
  CHECK(input->bytes()[4999] == 'x');
  CHECK(other->bytes()[(1 << 20) - 1] == 'y');
  REQUIRE(truncate(path.c_str(), 2 << 20) == 0);  // what was read stays unchanged
  const absl::Status status = input->CheckUnchanged();
  CHECK(absl::IsDataLoss(status));
  CHECK_THAT(Message(status), Contains(path) && Contains("was cut") && Contains("1048576 bytes"));
  CHECK(other->CheckUnchanged().ok());
}

TEST_CASE("what became of a file while it was mapped") {
  const TestFolder folder;
  const string path = folder.File("f", "abc");
  const auto mapped = [&] {
    auto input = Input::Map(path);
    REQUIRE(input.ok());
    return *std::move(input);
  };
  Input input = mapped();
  folder.File("f", "abcd");
  CHECK(input.FindChange() == Input::Change::kGrown);
  CHECK(input.CheckUnchanged().ok());
  input = mapped();
  const timespec times[] = {{0, 0}, {0, 0}};
  REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
  CHECK(input.FindChange() == Input::Change::kRewritten);
  CHECK_THAT(Message(input.CheckUnchanged()), Contains("was written over while it was read"));
  input = mapped();
  REQUIRE(rename(folder.File("other", "x").c_str(), path.c_str()) == 0);
  CHECK(input.FindChange() == Input::Change::kNone);  // the map is of the old file
  REQUIRE(unlink(path.c_str()) == 0);
  CHECK(input.CheckUnchanged().ok());
  CHECK(Input::FromBytes("none", "x").CheckUnchanged().ok());
}

TEST_CASE("a profile is opened") {
  const TestFolder folder;
  const string path = folder.File("profile_1", SomeProfile());
  const auto opened = OpenAll({path});
  REQUIRE(opened.ok());
  CHECK(opened->profile.op_count() >= 1);
  CHECK_THAT(Message(OpenAll({}).status()), Contains("--profile_path"));
  CHECK_THAT(Message(Open(folder.path() + "/profile_2")), Contains("did you mean '" + path + "'"));
}

TEST_CASE("a folder and a pattern stand for the profiles in them") {
  const TestFolder folder;
  folder.File("profile_1", SomeProfile());
  folder.File("profile_2", SomeProfile() + Wire(2, 1));  // a copy would count once
  folder.File("notes.txt", "no profile");
  const auto of_folder = OpenAll({folder.path()});
  REQUIRE(of_folder.ok());
  CHECK(of_folder->profile.sources.size() == 2);
  CHECK(of_folder->profile.op_count() == 1);  // two dumps of one run
  CHECK(Count(*of_folder, ImportProblem::kSkippedFile) == 1);
  const auto of_pattern = OpenAll({folder.path() + "/profile_*"});
  REQUIRE(of_pattern.ok());
  CHECK(of_pattern->profile.sources.size() == 2);
  const absl::Status nothing = Open(folder.path() + "/x*");
  CHECK(absl::IsNotFound(nothing));
  CHECK_THAT(Message(nothing), Contains("no file matches"));
}

TEST_CASE("a file that is given twice counts once, and is said") {
  const TestFolder folder;
  const string path = folder.File("profile_1", SomeProfile());
  const auto opened = OpenAll({path, folder.path() + "/./profile_1"});
  REQUIRE(opened.ok());
  CHECK(opened->profile.sources.size() == 1);
  CHECK(Count(*opened, ImportProblem::kRepeatedInput) == 1);
  CHECK(opened->import_report.Summary().size() == 1);
  CHECK(opened->import_report.worst() == ImportSeverity::kRepaired);
}

TEST_CASE("of several files, one that cannot be read does not cost the others") {
  const TestFolder folder;
  const string good = folder.File("profile_1", SomeProfile());
  const string bad = folder.File("notes.txt", "no profile at all");
  const auto opened = OpenAll({bad, good, folder.path() + "/gone"});
  REQUIRE(opened.ok());
  CHECK(opened->profile.op_count() == 1);
  CHECK(opened->import_report.worst() == ImportSeverity::kError);
  CHECK(opened->import_report.Summary().size() == 2);  // one line each
  CHECK_FALSE(OpenAll({bad, folder.path() + "/gone"}).ok());
}

TEST_CASE("an interrupt ends opening") {
  RunContext context;
  context.Cancel();
  const Input input = Input::FromBytes("F", SomeProfile());
  CHECK(absl::IsCancelled(OpenInput(input, "", context).status()));
}

TEST_CASE("profiles are found deep in a folder, and a folder without any is refused") {
  const TestFolder folder;
  CHECK_THAT(Message(Open(folder.path())), Contains("nothing that looks like a profile"));
  const string deep = folder.File("deep/er/profile_1", SomeProfile());
  const auto opened = OpenAll({folder.path()});
  REQUIRE(opened.ok());
  const Profile& profile = opened->profile;
  CHECK(profile.strings[profile.sources[SourceId(0)].path] == deep);
}

TEST_CASE("folders of other tools are named for what they are") {
  const TestFolder folder;
  folder.File("system/incremental/2023111514/1700059980.algo-1.json", "{}\n");
  CHECK_THAT(Message(Open(folder.path())),
             Contains("SageMaker Debugger") && Contains("nothing that looks like a profile"));
}

}  // namespace
}  // namespace profiler
