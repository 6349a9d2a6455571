#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/result.h"
#include "http/client/http_client.h"
#include "tools/options/settings.h"

namespace countersign {

// Why an operator's request failed.
struct OperatorFault {
  std::string detail;     // a sentence
  std::string body{};     // the problem as JSON, if an operation refused
  bool is_usage = false;  // the command line names what does not exist
};

// One JSON document.
using OperatorAnswer = Result<std::string, OperatorFault>;

// The locations of a data folder and of its keys, which are kept elsewhere. Without a value, the
// keys are in their default places (settings.h).
struct DataPlaces {
  std::filesystem::path data;
  MasterKeySource master_key{};
  std::optional<std::filesystem::path> signing_key_file{};
};

// Runs an operator's requests: on the server that holds the data folder, over its admin socket, or,
// if no server runs, on the folder itself, opened in this process. Both run the same operations
// (http/operator/operations.h).
//
// The choice between the two is made once, at the first request. Blocks; one thread.
class OperatorClient {
 public:
  // Receives lines in pieces; a piece from a server may end in the middle of a line. Returns false
  // to end the export.
  using Sink = std::function<bool(std::string_view lines)>;

  // With an `answer_most` of 0 a server may take as long as it needs; if it does not live, lines on
  // stderr say so (server_watch.h). Otherwise each of its answers must be whole within that time.
  explicit OperatorClient(DataPlaces places, std::chrono::milliseconds answer_most = {});
  ~OperatorClient();
  OperatorClient(const OperatorClient&) = delete;
  OperatorClient& operator=(const OperatorClient&) = delete;

  // Runs an operation: one JSON object in, one JSON object out. `operation` is a name of
  // http/operator/operations.h. The object in an answer is nested in few levels, so that code may
  // recurse into it; a server's answer that is longer or deeper than any is a fault.
  OperatorAnswer run(std::string_view operation, const std::string& input);
  // Exports the stored events from `first` to `last` inclusive, as they are stored, one a line. A
  // `last` of 0 means the end of the log as it is now.
  std::optional<OperatorFault> export_log(Sequence first, Sequence last, const Sink& sink);
  // Returns a fault if there is nothing to work on: neither a server nor a data folder. Only the
  // operation `client add` creates a data folder, as the server does.
  std::optional<OperatorFault> lacks_data();
  // Returns whether a server answers; only a server can wait for new events.
  bool server_runs();
  // Returns whether somebody listens on the admin socket and has answered nothing within
  // `answer_most`.
  bool server_is_silent() { return server_runs() && server_is_silent_; }

 private:
  struct Offline;

  bool may_be_anybodys() const;
  Result<http::ClientAnswer, http::NoAnswer> post(const std::string& path,
                                                  std::string body,
                                                  const Sink& sink = {}) const;
  OperatorAnswer ask_server(std::string_view operation, std::string input, const Sink& sink = {});
  std::optional<OperatorFault> open_folder(bool writes, bool creates = false);

  const DataPlaces places_;
  const std::chrono::milliseconds answer_most_;
  std::optional<bool> server_runs_;
  bool server_is_silent_ = false;
  std::unique_ptr<Offline> offline_;
};

}  // namespace countersign
