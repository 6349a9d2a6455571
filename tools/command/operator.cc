#include "tools/command/operator.h"

#include <CLI/CLI.hpp>

#include "core/text/json_document.h"
#include "tools/machine/command_line.h"
#include "tools/machine/terminal.h"
#include "tools/machine/text_view.h"
#include "tools/machine/work_progress.h"

namespace countersign {

namespace {

// Returns whether a verification reported a fault (`ok` is false) or the answer is not JSON.
bool found_wrong(const std::string& answer) {
  rapidjson::Document document;
  if (!parse_json(document, answer, kOwnJson)) return true;
  return document.IsObject() && document.HasMember("ok") && document["ok"].IsFalse();
}

std::string client_key_of(const std::string& answer) {
  rapidjson::Document document;
  const bool is_object = parse_json(document, answer, kOwnJson) && document.IsObject();
  if (!is_object || !document.HasMember("clientKey") || !document["clientKey"].IsString()) {
    return "?";
  }
  return document["clientKey"].GetString();
}

// Says what becomes of a new secret that was made and could not be shown.
std::string lost_secret_of(std::string_view operation, const std::string& answer) {
  if (operation.starts_with("webhook")) {
    return "the new secret of the webhook was made and could not be shown, and nothing can show it "
           "again: make another with `webhook rotate --revoke-old`";
  }
  if (operation.starts_with("inspector")) {
    return "the key of the inspector was made and could not be shown, and nothing can show it "
           "again: take it back with `inspector remove`, and add the inspector again";
  }
  return "the new secret of client " + client_key_of(answer) +
         " was made and could not be shown, and nothing can show it again: make another with "
         "`client rotate`, then revoke this one";
}

// Prints the answer as JSON or as text for people.
void show(const std::string& json, bool as_json) {
  if (as_json) return print_json(json + "\n");
  print_out(text_view(json, screen_of_stdout()));
}

}  // namespace

const std::string& Operator::data() const {
  if (options_.data.empty()) throw CLI::RequiredError("--data DIR (or COUNTERSIGN_DATA)");
  return options_.data;
}

DataPlaces Operator::places() const {
  DataPlaces places{.data = options_.data};
  if (!options_.master_key_file.empty()) places.master_key.file = options_.master_key_file;
  if (!options_.master_key_command.empty()) places.master_key.command = options_.master_key_command;
  if (!options_.signing_key_file.empty()) places.signing_key_file = options_.signing_key_file;
  return places;
}

OperatorClient& Operator::client() {
  if (client_) return *client_;
  (void)data();
  return client_.emplace(places());
}

int Operator::run(std::string_view operation, const std::string& input) {
  const OperatorAnswer answer = [&] {
    const WorkProgress progress{std::string(operation)};
    return client().run(operation, input);
  }();
  return print(answer);
}

int Operator::run_for_secret(std::string_view operation, const std::string& input) {
  const OperatorAnswer answer = client().run(operation, input);
  const int status = print(answer);
  if (!answer || !lost_output()) return status;
  print_failure("countersign", lost_secret_of(operation, *answer));
  return kFailed;
}

int Operator::print(const std::string& answer) const {
  show(answer, options_.json);
  return found_wrong(answer) ? kFailed : kOk;
}

int Operator::print(const OperatorAnswer& answer) const {
  return answer ? print(*answer) : fail(answer.error());
}

int Operator::fail(const OperatorFault& fault) const {
  const int status = fault.is_usage ? kUsageStatus : kFailed;
  if (options_.json)
    print_json(fault.body.empty() ? failure_json(status, fault.detail) : fault.body + "\n");
  print_failure("countersign", fault.detail);
  return status;
}

}  // namespace countersign
