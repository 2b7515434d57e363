// What can be asked, as JSON: for forms, completion and explanations of columns.
#ifndef WEB_DESCRIBE_CATALOG_H_
#define WEB_DESCRIBE_CATALOG_H_

#include <string>

namespace profiler::web {

// {"views": [...], "options": [...], "tables": [...]} (docs/http.md), from the descriptors.
const std::string& CatalogJson();

}  // namespace profiler::web

#endif  // WEB_DESCRIBE_CATALOG_H_
