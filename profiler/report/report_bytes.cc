#include "profiler/report/report_bytes.h"

#include "profiler/base/heap_bytes.h"
#include "profiler/base/input_shape_use.h"

namespace profiler {

// Not in the anonymous namespace, so that the overload for std::vector finds it by
// argument-dependent lookup.
uint64_t HeapBytes(const Note& note) { return HeapBytes(note.id) + HeapBytes(note.text); }

uint64_t HeapBytes(const Row& row) {
  return row.name.size() + HeapBytes(row.key);  // rows of tables own their names
}

uint64_t HeapBytes(const InputShapeUse& use) { return HeapBytes(use.shapes); }

uint64_t HeapBytes(const std::optional<TensorValue>& tensor) {
  return tensor ? tensor->size() * sizeof(double) : 0;
}

uint64_t HeapBytes(const ReportColumn& column) {
  return HeapBytes(column.name) + HeapBytes(column.title) + HeapBytes(column.description) +
         HeapBytes(column.own) + HeapBytes(column.total) + HeapBytes(column.share) +
         HeapBytes(column.share_total) + HeapBytes(column.reals) + HeapBytes(column.words) +
         HeapBytes(column.texts) + HeapBytes(column.series) + HeapBytes(column.uses) +
         HeapBytes(column.tensors);
}

uint64_t HeapBytes(const Finding& finding) {
  return HeapBytes(finding.id) + HeapBytes(finding.subject) + HeapBytes(finding.place.host) +
         HeapBytes(finding.place.source) + HeapBytes(finding.text) + HeapBytes(finding.command) +
         HeapBytes(finding.input_class) + HeapBytes(finding.rule) + HeapBytes(finding.evidence);
}

uint64_t HeapBytes(const Report& report) {
  return HeapBytes(report.view) + HeapBytes(report.title) + HeapBytes(report.description) +
         HeapBytes(report.columns) + HeapBytes(report.rows) + HeapBytes(report.findings) +
         HeapBytes(report.folded) + HeapBytes(report.summary) + HeapBytes(report.sections) +
         HeapBytes(report.notes);
}

}  // namespace profiler
