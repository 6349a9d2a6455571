#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/result.h"
#include "tools/options/settings.h"

namespace countersign {

// Why an operator's wish was not fulfilled.
struct OperatorFault {
  std::string detail;  // a sentence
  std::string body{};  // the problem as JSON, when an operation refused
};

// A data folder and the keys that are kept elsewhere; without a value they are where
// settings.h says.
struct DataPlaces {
  std::filesystem::path data;
  MasterKeySource master_key{};
  std::optional<std::filesystem::path> signing_key_file{};
};

// Where the operators' command carries its wishes: to the server that holds the
// data folder, over its admin socket, or, when none does, to the folder itself,
// opened in this process. Both run the same operations (http/operator/operations.h).
//
// Which of the two is found out once, at the first wish. Blocks; one thread.
class OperatorDesk {
 public:
  // Takes whole lines; false ends the export.
  using Sink = std::function<bool(std::string_view lines)>;

  explicit OperatorDesk(DataPlaces places);
  ~OperatorDesk();
  OperatorDesk(const OperatorDesk&) = delete;
  OperatorDesk& operator=(const OperatorDesk&) = delete;

  // One JSON object in, one JSON object out. `operation`: a name of http/operator/operations.h.
  Result<std::string, OperatorFault> run(std::string_view operation, const std::string& input);
  // The stored events of the range, `last` included, as they are stored, a line each.
  // A `last` of 0 is the end of the log as it is now.
  std::optional<OperatorFault> export_log(Sequence first, Sequence last, const Sink& sink);
  // Why there is nothing to read: no server, and no data folder either. A wish that may write makes
  // one.
  std::optional<OperatorFault> lacks_data();
  // Whether a server answers; only it can wait for new events.
  bool server_runs();

 private:
  struct Offline;

  bool may_be_anybodys() const;
  Result<std::string, OperatorFault> ask_server(const std::string& path, const std::string& input);
  std::optional<OperatorFault> open_folder(bool writes);

  const DataPlaces places_;
  std::optional<bool> server_runs_;
  std::unique_ptr<Offline> offline_;
};

}  // namespace countersign
