#include "tests/fuzz/folder_edits.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "tests/fuzz/target.h"

namespace countersign::fuzz {

FolderImage edited(FolderImage folder, std::string_view input) {
  while (!input.empty() && !folder.empty()) {
    const std::size_t number = take_number<std::uint8_t>(input) % folder.size();
    const auto file = std::next(folder.begin(), static_cast<std::ptrdiff_t>(number));
    std::string& bytes = file->second;
    const std::size_t offset = take_number<std::uint16_t>(input) % (bytes.size() + 1);
    const auto kind = take_number<std::uint8_t>(input);
    const std::string_view fresh = input.substr(0, kind & 0x1f);
    input.remove_prefix(fresh.size());
    switch (kind & 0xe0) {
      case 0x20:
        bytes.insert(offset, fresh);
        break;
      case 0x40:
        bytes.resize(offset);
        break;
      case 0xe0:
        folder.erase(file);
        break;
      default:
        bytes.replace(offset, std::min(fresh.size(), bytes.size() - offset), fresh);
    }
  }
  return folder;
}

}  // namespace countersign::fuzz
