#include "profiler/sql/unknown_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/base/text/listed.h"
#include "profiler/sql/query_text.h"

namespace profiler::sql {
namespace {

constexpr std::string_view kBase = "base";

// What follows `what` in SQLite's message; "" if the message is another one.
std::string_view NameAfter(std::string_view what, std::string_view message) {
  const size_t at = message.find(what);
  if (at == message.npos) return "";
  const std::string_view rest = message.substr(at + what.size());
  return rest.substr(0, rest.find(", at '"));
}

bool IsAmong(std::string_view word, const std::vector<std::string_view>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view one) {
    return std::equal(one.begin(), one.end(), word.begin(), word.end(),
                      [](char a, char b) { return Lower(a) == Lower(b); });
  });
}

// Whether the text has the name as a word.
bool Mentions(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || !IsWordCharacter(text[at - 1]);
    if (begins && (end == text.size() || !IsWordCharacter(text[end]))) return true;
  }
  return false;
}

// What to do about a schema that is not there.
std::string AboutSchema(std::string_view schema, const KnownNames& known) {
  const bool is_base = IsAmong(schema, {kBase});
  const bool is_part = NamesPart(fmt::format("{}.", schema));
  if (known.is_for_each && (is_base || is_part)) {
    return ": with -key the query is asked of the profile and of its base, each by itself: leave "
           "out " +
           fmt::format("'{}.'", schema);
  }
  if (is_base) {
    return ": there is no base: name one, as in `profiler sql 'SELECT ...' NEW -base OLD`";
  }
  if (is_part && known.schemas.size() < 3) {
    return ": p1 and p2 are the first and the second of several profiles, and there is one: name "
           "several, as in `profiler sql 'SELECT ...' ONE OTHER`";
  }
  return fmt::format(": there is no schema '{}', only {}", schema, fmt::join(known.schemas, ", "));
}

std::string AboutTable(std::string_view name, const KnownNames& known) {
  const size_t dot = name.find('.');
  const std::string_view schema = name.substr(0, dot == name.npos ? 0 : dot);
  if (!schema.empty() && !IsAmong(schema, known.schemas)) return AboutSchema(schema, known);
  std::vector<std::string_view> names;
  names.reserve(known.tables.size());
  for (const KnownTable& table : known.tables) names.push_back(table.name);
  return fmt::format("{} (`schema -tables` lists tables, `help sql` views)",
                     DidYouMean(dot == name.npos ? name : name.substr(dot + 1), names));
}

// The schema that a column's name begins with, as in base.ops.id; "" if it has none. In `base.id`
// a table may be called base.
std::string_view SchemaOfColumn(std::string_view name, const KnownNames& known) {
  const size_t dot = name.find('.');
  if (dot == name.npos || name.find('.', dot + 1) == name.npos) return "";
  const std::string_view schema = name.substr(0, dot);
  return IsAmong(schema, known.schemas) ? "" : schema;
}

// The table that the query calls as if it were the view of its name: steps('-by rank').
std::string_view CalledTable(std::string_view text, const KnownNames& known) {
  for (const KnownTable& table : known.tables) {
    const std::string view = fmt::format("{}_view", table.name);
    const bool has_view = std::any_of(known.tables.begin(), known.tables.end(),
                                      [&](const KnownTable& other) { return other.name == view; });
    if (!has_view) continue;
    const size_t at = text.find(fmt::format("{}('", table.name));
    if (at == 0 || (at != text.npos && !IsWordCharacter(text[at - 1]))) return table.name;
  }
  return "";
}

std::string AboutColumn(std::string_view name, std::string_view text, const KnownNames& known) {
  if (const std::string_view schema = SchemaOfColumn(name, known); !schema.empty()) {
    return AboutSchema(schema, known);
  }
  if (const std::string_view table = CalledTable(text, known); !table.empty()) {
    return fmt::format("; {0} is a table, and the view of that name is {0}_view('...')", table);
  }
  name.remove_prefix(name.rfind('.') == name.npos ? 0 : name.rfind('.') + 1);
  constexpr size_t kMostNamed = 3;
  std::vector<std::string_view> near, all, tables;
  for (const KnownTable& table : known.tables) {
    const bool is_mentioned = Mentions(text, table.name);
    for (const TableColumn& column : *table.columns) {
      all.push_back(column.name);
      if (column.name == name) tables.push_back(table.name);
      if (is_mentioned) near.push_back(column.name);
    }
  }
  if (!tables.empty()) {
    return fmt::format("; it is a column of {} (`schema VIEW` and `schema -tables` list columns)",
                       Listed(tables, kMostNamed));
  }
  const std::string suggested = DidYouMean(name, near);
  return suggested.empty() ? DidYouMean(name, all) : suggested;
}

// What to do about a name that several tables of the query have.
std::string AboutAmbiguous(std::string_view name, std::string_view text, const KnownNames& known) {
  std::string_view one = "TABLE";
  for (const KnownTable& table : known.tables) {
    const bool has_it = std::any_of(table.columns->begin(), table.columns->end(),
                                    [&](const TableColumn& column) { return column.name == name; });
    if (!has_it || !Mentions(text, table.name)) continue;
    one = table.name;
    break;
  }
  return fmt::format("; several tables of the query have it: write {}.{}", one, name);
}

std::string AboutFunction(std::string_view name, sqlite3* db) {
  sqlite3_set_authorizer(db, nullptr, nullptr);  // the query has failed, so nothing else runs
  std::vector<std::string> functions;
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(db, "SELECT DISTINCT name FROM pragma_function_list", -1, &statement, nullptr);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    if (text != nullptr) functions.emplace_back(text);
  }
  sqlite3_finalize(statement);
  return fmt::format("{} (`help sql` lists functions)",
                     DidYouMean(name, {functions.begin(), functions.end()}));
}

}  // namespace

absl::Status WithKnownNames(const absl::Status& error, std::string_view text,
                            const KnownNames& known, sqlite3* db) {
  const std::string message = Message(error);
  std::string more;
  if (const auto table = NameAfter("no such table: ", message); !table.empty()) {
    more = AboutTable(table, known);
  } else if (const auto column = NameAfter("no such column: ", message); !column.empty()) {
    more = AboutColumn(column, text, known);
  } else if (const auto ambiguous = NameAfter("ambiguous column name: ", message);
             !ambiguous.empty()) {
    more = AboutAmbiguous(ambiguous, text, known);
  } else if (const auto function = NameAfter("no such function: ", message); !function.empty()) {
    more = AboutFunction(function, db);
  }
  return more.empty() ? error : absl::Status(error.code(), message + more);
}

}  // namespace profiler::sql
