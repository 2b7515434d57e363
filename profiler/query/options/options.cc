#include "profiler/query/options/options.h"

namespace profiler {

std::vector<std::string> SplitList(std::string_view text) {
  std::vector<std::string> items(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      items.back() += ',';
      ++i;
    } else if (text[i] == ',') {
      items.emplace_back();
    } else {
      items.back() += text[i];
    }
  }
  std::erase_if(items, [](const std::string& item) { return item.empty(); });
  return items;
}

}  // namespace profiler
