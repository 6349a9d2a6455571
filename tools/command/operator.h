#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/result.h"
#include "tools/operator/operator_client.h"

namespace countersign {

// The exit statuses of `countersign`; scripts rely on them.
inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;  // refused, impossible, or something wrong was found
// kUsageStatus of command_line.h: the command line is wrong, or names what does not exist.

// The options that all commands have. A text that was not given is empty.
struct GeneralOptions {
  std::string data{};
  std::string master_key_file{};
  std::string signing_key_file{};
  std::string master_key_command{};
  bool json = false;
};

// The context of a command: the general options, the client of the data folder, and the form in
// which answers are printed. run(), print() and fail() return the exit status. One thread.
class Operator {
 public:
  explicit Operator(GeneralOptions options) : options_(std::move(options)) {}

  bool json() const { return options_.json; }
  // The data folder of the option --data. Throws CLI::RequiredError without that option.
  const std::string& data() const;
  // The places that the general options name; without a data folder its path is empty.
  DataPlaces places() const;
  // The client of the data folder, made at the first call. Throws as data() does.
  OperatorClient& client();

  // Runs an operation of http/operator/operations.h, with a progress line, and prints its answer.
  int run(std::string_view operation, const std::string& input = "{}");
  // Runs an operation whose answer has a client's new secret. If the answer could not be written,
  // says what becomes of the secret, which nothing can show again.
  int run_for_secret(std::string_view operation, const std::string& input);
  // Prints one JSON document, as it is or as text for people. Returns kFailed if the document is of
  // a verification that found a fault (`ok` is false).
  int print(const std::string& answer) const;
  int print(const OperatorAnswer& answer) const;
  // Says on stderr why the command failed, and with --json on stdout too: the problem of the
  // operation, or else failure_json().
  int fail(const OperatorFault& fault) const;

 private:
  const GeneralOptions options_;
  std::optional<OperatorClient> client_;
};

}  // namespace countersign
