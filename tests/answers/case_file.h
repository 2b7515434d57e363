// A file of cases: a profile as text, commands, and their answers. README.md has an example.
#ifndef TESTS_ANSWERS_CASE_FILE_H_
#define TESTS_ANSWERS_CASE_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace profiler {

struct TextLine {
  int number;  // in the file, from 1
  std::string text;
};

struct Expectation {
  TextLine command;                 // as typed by a user
  std::vector<std::string> answer;  // lines without trailing spaces
};

struct Case {
  TextLine name;
  std::vector<TextLine> profile;  // in the syntax of profile_text.h
  std::vector<Expectation> expectations;
};

absl::StatusOr<std::vector<Case>> ReadCases(std::string_view text);

// The lines of an answer, without trailing spaces.
std::vector<std::string> LinesOf(std::string_view text);

// An error with the problem and the line's number and text.
absl::Status AtLine(const TextLine& line, std::string_view problem);

}  // namespace profiler

#endif  // TESTS_ANSWERS_CASE_FILE_H_
