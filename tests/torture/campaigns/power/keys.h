#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"

namespace countersign::torture {

// The wrapped keys of sessions, as found in a server's writes to its write-ahead log. Misses a few:
// those that span two blocks of the log. A value.
class KeyRows {
 public:
  // Adds the rows that are found in the bytes of one write.
  void add(std::string_view written);

  // Empty if the session has had no key, or if none was found.
  const std::vector<std::string>& of(const SessionId& session) const;

 private:
  std::map<SessionId, std::vector<std::string>> rows_;
};

// Returns which of the rows are in a file of the folder. Looks for the part that is unique to a
// row, the encrypted key, and returns that part.
std::vector<std::string> rows_within(const std::filesystem::path& folder,
                                     const std::vector<std::string>& rows);

}  // namespace countersign::torture
