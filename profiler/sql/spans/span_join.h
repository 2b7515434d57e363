// span_join('left', 'right', 'column'): a table of the pairs of rows whose times overlap.
#ifndef PROFILER_SQL_SPANS_SPAN_JOIN_H_
#define PROFILER_SQL_SPANS_SPAN_JOIN_H_

#include "profiler/base/run_context.h"
#include "profiler/sql/connection.h"

namespace profiler::sql {

// What all calls in one query share. It must outlive the query.
struct SpanJoins {
  Connection& connection;
  RunContext& context;
  int depth = 0;  // a SELECT in a call may have a call itself
};
int AddSpanJoin(SpanJoins& joins);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_SPANS_SPAN_JOIN_H_
