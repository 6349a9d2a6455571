#pragma once
#include <rocksdb/options.h>
#include <rocksdb/sst_file_reader.h>
#include <rocksdb/table_properties.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace countersign {

// Flips a bit in every block of each table of a column family or, if `text` is given, only in the
// first block that has it. Returns the number of bits. REQUIRES: no process has the log in `folder`
// open, and the tables are not compressed, i.e. not merged yet.
inline std::size_t damage_tables_of(const std::filesystem::path& folder,
                                    std::string_view family,
                                    std::string_view text = {}) {
  constexpr std::size_t kFirst = 20;
  constexpr std::size_t kApart = 2048;  // less than a block
  std::size_t flipped = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".sst") continue;
    rocksdb::SstFileReader reader{rocksdb::Options()};
    if (!reader.Open(entry.path().string()).ok()) continue;
    const auto properties = reader.GetTableProperties();
    if (properties->column_family_name != family) continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    std::string content((std::istreambuf_iterator<char>(file)), {});
    const std::size_t first = text.empty() ? kFirst : content.find(text);
    const std::size_t apart = text.empty() ? kApart : content.size();
    for (std::size_t at = first; at < properties->data_size; at += apart, ++flipped) {
      content[at] = static_cast<char>(content[at] ^ 0x10);
    }
    file.seekp(0);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  return flipped;
}

}  // namespace countersign
