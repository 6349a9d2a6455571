#include "tests/torture/campaigns/power/keys.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unordered_map>

#include "events/vault/session_key.h"

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIdBytes = 16;
constexpr std::size_t kEncryptedBytes = 32 + 16;  // at the end of a row
constexpr char kRowVersion = 3;

std::string bytes_of(const fs::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

std::uint64_t word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

// Searches for many strings at once, by their first eight bytes.
class Needles {
 public:
  explicit Needles(const std::vector<std::string>& rows) {
    for (const std::string& row : rows) {
      const std::string_view encrypted = std::string_view(row).substr(row.size() - kEncryptedBytes);
      by_word_.emplace(word_at(encrypted.data()), encrypted);
    }
  }

  void find_in(std::string_view bytes, std::vector<std::string>& found) const {
    for (std::size_t at = 0; at + kEncryptedBytes <= bytes.size(); ++at) {
      const auto needle = by_word_.find(word_at(bytes.data() + at));
      if (needle == by_word_.end()) continue;
      if (bytes.substr(at, kEncryptedBytes) == needle->second) found.emplace_back(needle->second);
    }
  }

 private:
  std::unordered_map<std::uint64_t, std::string_view> by_word_;
};

}  // namespace

// In a RocksDB batch, a key and a value each follow their length.
void KeyRows::add(std::string_view written) {
  constexpr std::size_t kRecordBytes = 1 + kIdBytes + 1 + kWrappedKeyBytes;
  for (std::size_t at = 0; at + kRecordBytes <= written.size(); ++at) {
    if (written[at] != char{kIdBytes} || written[at + 1 + kIdBytes] != char{kWrappedKeyBytes}) {
      continue;
    }
    const std::string_view row = written.substr(at + 2 + kIdBytes, kWrappedKeyBytes);
    if (row.front() != kRowVersion || !leaves_of(WrappedKey(std::string(row)))) continue;
    Uuid id{};
    std::memcpy(id.data(), written.data() + at + 1, id.size());
    rows_[SessionId(id)].emplace_back(row);
  }
}

const std::vector<std::string>& KeyRows::of(const SessionId& session) const {
  static const std::vector<std::string> none;
  const auto found = rows_.find(session);
  return found == rows_.end() ? none : found->second;
}

std::vector<std::string> rows_within(const fs::path& folder, const std::vector<std::string>& rows) {
  std::vector<std::string> found;
  if (rows.empty()) return found;
  const Needles needles(rows);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) needles.find_in(bytes_of(entry.path()), found);
  }
  return found;
}

}  // namespace countersign::torture
