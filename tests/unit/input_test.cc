// Opening what a path names: files, folders, pipes, and what is not there.

#include "profiler/inputs/input.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "profiler/base/status.h"
#include "profiler/inputs/open.h"
#include "tests/unit/wire_strings.h"

namespace profiler {
namespace {

namespace fs = std::filesystem;
using Catch::Contains;
using std::string;

// A folder of its own, gone after the test.
class TestFolder {
 public:
  TestFolder() {
    const char* base = std::getenv("TEST_TMPDIR");
    string pattern = string(base == nullptr ? "/tmp" : base) + "/inputXXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~TestFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  string File(const string& name, const string& bytes) const {
    const fs::path path = fs::path(path_) / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  const string& path() const { return path_; }

 private:
  string path_;
};

string SomeProfile() {
  const string node = Wire(1, string("a")) + Wire(9, string("NoOp")) + Wire(13, 1);
  return Wire(1, Wire(1, 1) + Wire(2, node)) + Wire(3, string("\0", 1));
}

absl::Status Open(const string& path) {
  RunContext context;
  return OpenProfile({path}, "", context).status();
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

TEST_CASE("a pipe is read to its end, and one without a writer is no reason to wait") {
  const TestFolder folder;
  const string pipe = folder.path() + "/pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THAT(Message(Input::Map(pipe).status()), Contains("is empty"));
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

TEST_CASE("exactly one profile is opened") {
  const TestFolder folder;
  const string path = folder.File("profile_1", SomeProfile());
  RunContext context;
  const auto opened = OpenProfile({path}, "", context);
  REQUIRE(opened.ok());
  CHECK(opened->profile.op_count() >= 1);
  CHECK_THAT(Message(OpenProfile({}, "", context).status()), Contains("--profile_path"));
  CHECK_THAT(Message(OpenProfile({path, path}, "", context).status()),
             Contains("one profile at a time"));
  CHECK_THAT(Message(Open(folder.path() + "/profile_2")), Contains("did you mean '" + path + "'"));
}

TEST_CASE("an interrupt ends opening") {
  RunContext context;
  context.Cancel();
  const Input input = Input::FromBytes("F", SomeProfile());
  CHECK(absl::IsCancelled(OpenInput(input, "", context).status()));
}

TEST_CASE("for a folder the profiles in it are named") {
  const TestFolder folder;
  CHECK_THAT(Message(Open(folder.path())), Contains("nothing that looks like a profile"));
  folder.File("deep/er/profile_1", SomeProfile());
  folder.File("notes.txt", "nothing\n");
  CHECK_THAT(Message(Open(folder.path())),
             Contains("give '" + folder.path() + "/deep/er/profile_1'"));
  const string higher = folder.File("profile_9", SomeProfile());
  CHECK_THAT(Message(Open(folder.path())), Contains("give '" + higher + "' or one of 1 more"));
}

TEST_CASE("folders of other tools are named for what they are") {
  const TestFolder folder;
  folder.File("system/incremental/2023111514/1700059980.algo-1.json",
              "{\"Type\":\"cpu\",\"Dimension\":\"CPUUtilization\",\"Value\":1,\"Timestamp\":1}\n");
  CHECK_THAT(Message(Open(folder.path())),
             Contains("SageMaker Debugger") && Contains("cannot read yet"));
}

}  // namespace
}  // namespace profiler
