// -top and -where on profiles built by hand: the rows that they keep, and where these stand.
#include <catch2/catch.hpp>
#include <string>

#include "tests/unit/query/step_profiles.h"

namespace profiler {
namespace {

// Five scopes of one op each, and one below another.
Profile Scopes() {
  Maker m;
  m.Source("a");
  m.Op("a", "A", {{1, 10, 500}});
  m.Op("b/one", "B", {{1, 30, 100}});
  m.Op("b/two", "C", {{1, 5, 200}});
  m.Op("c", "D", {{1, 40, 300}});
  m.Op("d", "E", {{1, 10, 400}});
  m.Op("e/f/g", "F", {{1, 20, 50}});
  return m.builder.Build();
}

TEST_CASE("-top keeps the greatest rows") {
  const Profile profile = Scopes();
  const auto names = [&](const std::string& view, Given options) {
    return Names(Run(view, profile, options));
  };
  CHECK(names("op", {{"top", "3"}}) == "D B F");
  CHECK(names("op", {{"top", "1"}}) == "D");
  CHECK(names("op", {{"top", "6"}, {"max_depth", "1"}}) == "D B F A E C");
  CHECK(names("op", {{"top", "2"}, {"order_by", "bytes"}}) == "A E");
  CHECK(names("op", {{"top", "2"}, {"select", "bytes"}}) == "A E");
  CHECK(names("op", {{"top", "2"}, {"select", "bytes,micros"}}) == "D B");
  CHECK(names("op", {{"top", "2"}, {"select", "device"}}) == "D B");
  CHECK(names("op", {{"top", "2"}, {"hide_name_regexes", "D"}}) == "B F");
  // Ties in display order; a row's parent is at least as large, and comes first.
  CHECK(names("scope", {{"top", "1"}}) == "_TFProfRoot c");
  CHECK(names("scope", {{"top", "3"}}) == "_TFProfRoot c b b/one");
  CHECK(names("scope", {{"top", "5"}}) == "_TFProfRoot c b b/one e e/f");
  CHECK(names("scope", {{"top", "7"}}) == "_TFProfRoot c b b/one e e/f e/f/g a");
  CHECK(names("scope", {{"top", "2"}, {"order_by", "bytes"}}) == "_TFProfRoot a d");
  CHECK(names("scope", {{"top", "99"}}) == "_TFProfRoot c b b/one b/two e e/f e/f/g a d");
  CHECK(names("scope", {{"top", "3"}, {"hide_name_regexes", "b"}}) == "_TFProfRoot c b/one e");
  CHECK(names("scope", {{"top", "3"}, {"max_depth", "2"}}) == "_TFProfRoot c b e");
  CHECK(names("code", {{"top", "2"}}) == "_TFProfRoot f.py:1:D f.py:1:B");
  const Report scope = Run("scope", profile, {{"top", "3"}});
  CHECK(scope.hidden_rows == 6);
  CHECK(scope.hidden_reason.find("-top") != std::string::npos);
  CHECK(Total(scope, "b") == 35);
  CHECK(scope.rows[3].parent == 2);
  const Report op = Run("op", profile, {{"top", "3"}});
  CHECK(op.hidden_rows == 3);
  CHECK(op.hidden_reason.find("-top") != std::string::npos);
}

TEST_CASE("-top where a row's total is above its parent's: it moves up") {
  // The median of x, which ran in three steps, is 2; that of x/b 100.
  Maker m;
  m.Source("a");
  m.Op("x/a", "A", {{1, 1}, {2, 1}, {3, 2}});
  m.Op("x/b", "B", {{1, 100}});
  const Profile profile = m.builder.Build();
  const Report report =
      Run("scope", profile, {{"top", "1"}, {"stat", "median"}, {"order_by", "micros"}});
  CHECK(Names(report) == "_TFProfRoot x/b");
  CHECK(report.rows[1].parent == 0);
  CHECK(report.rows[1].depth == 1);
}

TEST_CASE("-where hides rows and leaves what they count") {
  const Profile profile = Scopes();
  const Report scope = Run("scope", profile, {{"where", "micros >= 20us"}});
  CHECK(Names(scope) == "_TFProfRoot b/one c e/f/g");
  CHECK(Total(scope, "_TFProfRoot") == 115);
  CHECK(scope.rows[1].parent == 0);
  CHECK(scope.hidden_reason.find("-where") != std::string::npos);
  CHECK(Names(Run("scope", profile, {{"where", "depth == 1 && total_bytes >= 300"}})) ==
        "_TFProfRoot a b c d");
  const Report op = Run("op", profile, {{"where", "share_micros > 20%"}, {"select", "bytes"}});
  CHECK(Names(op) == "B D");
  CHECK(Find(op, "bytes").grand_total == 1550);
  CHECK(Names(Run("op", profile, {{"where", "micros > 20"}, {"top", "1"}})) == "D");
  // Rows that it hides do not count for -max_depth.
  CHECK(Names(Run("op", profile, {{"where", "name > 'B'"}, {"max_depth", "1"}})) == "C D");
  CHECK(Names(Run("op", profile, {{"where", "op_types == 'B' || name =~ '[CD]'"}})) == "B C D");
  CHECK(HasNote(Run("op", profile, {{"where", "micros > 1s"}}), "no_rows"));
}

}  // namespace
}  // namespace profiler
