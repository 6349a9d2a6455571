#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"

namespace countersign::torture {

// The wrapped keys of sessions, as a server has written them into its write-ahead log. Of a few
// none is found: those that lie across two blocks of the log. A value.
class KeyRows {
 public:
  // Finds the rows in what was written at once.
  void add(std::string_view written);

  // None: it has had no key, or it was not found.
  const std::vector<std::string>& of(const SessionId& session) const;

 private:
  std::map<SessionId, std::vector<std::string>> rows_;
};

// Which of the rows stand in a file of the folder; of each what only it has: the encrypted key.
std::vector<std::string> rows_within(const std::filesystem::path& folder,
                                     const std::vector<std::string>& rows);

}  // namespace countersign::torture
