// The text of queries, without understanding it.
#ifndef PROFILER_SQL_QUERY_TEXT_H_
#define PROFILER_SQL_QUERY_TEXT_H_

#include <string>
#include <string_view>

namespace profiler::sql {

// Whether the text is the beginning of a query, so that a line of it needs no command: its first
// word is SELECT, WITH or EXPLAIN.
bool BeginsQuery(std::string_view text);

// Whether the text ends with the `;` of a query, which is not inside a text or a comment.
bool EndsQuery(const std::string& text);

// Whether the text may name one of several profiles: p1, p2 and so on, before a `.`.
bool NamesPart(std::string_view text);

// Drops comments and blanks before the text.
std::string_view SkipBlanks(std::string_view text);

// The query in one line, for a history: line comments become block comments. A text with a line
// break keeps it.
std::string InOneLine(std::string_view text);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_QUERY_TEXT_H_
