#include "tools/operator/operator_client.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "core/check.h"
#include "core/machine/files/file_access.h"
#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "core/version.h"
#include "events/crypto/os_random.h"
#include "http/call/problem.h"
#include "http/client/http_client.h"
#include "http/operator/log_input.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations.h"
#include "projections/folder/data_folder.h"
#include "tools/keys/master_key_file.h"
#include "tools/keys/signing_key_file.h"
#include "tools/machine/system_clock.h"
#include "tools/machine/terminal.h"
#include "tools/operator/server_watch.h"
#include "tools/options/installation.h"
#include "tools/options/settings.h"
#include "tools/store/file_store_start.h"

namespace countersign {

namespace {

constexpr int kOk = 200;
// The operation that may be the first in an installation, before its server has ever run.
constexpr std::string_view kCreates = "client add";

// An answer that a command shows; a log is exported to a sink, without a limit. The longest answers
// are the events of `log tail`, at most 10,000, and of `session show`.
constexpr std::size_t kAnswerBytesMax = 64 << 20;

// Returns whether an answer is a JSON object that commands may recurse into, and reads it.
bool read_answer(rapidjson::Document& document, const std::string& answer) {
  return parse_json(document, answer, kOwnJson) && document.IsObject();
}

bool is_understood(const std::string& answer) {
  rapidjson::Document document;
  return read_answer(document, answer);
}

std::optional<std::string> text_in(const rapidjson::Document& object, const char* member) {
  const auto found = object.FindMember(member);
  if (found == object.MemberEnd() || !found->value.IsString()) return std::nullopt;
  return found->value.GetString();
}

OperatorFault fault_of(std::string body) {
  rapidjson::Document problem;
  if (!read_answer(problem, body)) return {"the server refused, and its answer is not understood"};
  OperatorFault fault{"the server refused", std::move(body)};
  if (const auto detail = text_in(problem, "detail")) fault.detail = *detail;
  if (const auto field = text_in(problem, "field")) fault.detail = *field + ": " + fault.detail;
  return fault;
}

OperatorFault fault_of(const http::Problem& problem) {
  return fault_of(http::encode(problem, "").body);
}

std::string why_no_answer(http::NoAnswer::Kind kind) {
  switch (kind) {
    case http::NoAnswer::Kind::NotReached:
      return "no server listens on the admin socket";
    case http::NoAnswer::Kind::TooLong:
      return "the answer is not understood: it is longer than any answer of a server";
    case http::NoAnswer::Kind::TimedOut:
      return "the server does not answer";
    case http::NoAnswer::Kind::Broken:
    case http::NoAnswer::Kind::Cancelled:
      break;
  }
  return "the connection to the server broke";
}

bool is_absent(const http::NoAnswer& why) { return why.kind == http::NoAnswer::Kind::NotReached; }

}  // namespace

// Posts to the server of the data folder. Without a limit the server may take as long as it needs,
// and a watch says so when it does not live.
Result<http::ClientAnswer, http::NoAnswer> OperatorClient::post(const std::string& path,
                                                                std::string body,
                                                                const Sink& sink) const {
  const http::ClientRequest request{.method = "POST",
                                    .url = "http://localhost" + path,
                                    .headers = {"Content-Type: application/json"},
                                    .body = std::move(body),
                                    .timeout = answer_most_,
                                    .answer_bytes_max = kAnswerBytesMax,
                                    .unix_socket = admin_socket_of(places_.data)};
  std::optional<ServerWatch> watch;
  if (answer_most_.count() == 0) watch.emplace(places_.data);
  return http::HttpClient().ask(request, sink);
}

// A data folder that is open in this process, for as long as the command runs.
struct OperatorClient::Offline {
  SystemClock clock;
  OsRandom random;
  http::ServiceSettings settings;
  std::unique_ptr<DataFolder> folder;
  bool is_read_only = false;

  http::OperationContext context() {
    return {
        *folder, settings, random, Actor{ActorKind::Operator, "uid:" + std::to_string(::getuid())}};
  }
};

OperatorClient::OperatorClient(DataPlaces places, std::chrono::milliseconds answer_most)
    : places_(std::move(places)), answer_most_(answer_most) {}

OperatorClient::~OperatorClient() = default;

// Returns whether another user may have created the socket. If so, nothing is sent to it, and
// opening the folder says why. Root may talk to the server of any user.
bool OperatorClient::may_be_anybodys() const {
  struct ::stat status {};
  if (::stat(places_.data.c_str(), &status) != 0) return false;
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return true;
  return ::geteuid() != 0 && wrong_with_owner(status, "data folder", places_.data).has_value();
}

bool OperatorClient::server_runs() {
  if (!server_runs_ && may_be_anybodys()) server_runs_ = false;
  if (!server_runs_) {
    const auto answer = post("/healthz", "");
    server_runs_ = answer || !is_absent(answer.error());
    server_is_silent_ = !answer && answer.error().kind == http::NoAnswer::Kind::TimedOut;
  }
  return *server_runs_;
}

std::optional<OperatorFault> OperatorClient::lacks_data() {
  std::error_code failed;
  const std::string folder = places_.data.string();
  const bool is_there = server_runs() || std::filesystem::exists(places_.data, failed);
  if (failed) {
    return OperatorFault{"the data folder " + folder + " cannot be looked at: " + failed.message()};
  }
  if (!is_there)
    return OperatorFault{.detail = "there is no data folder at " + folder, .is_usage = true};
  if (server_runs() || looks_like_data_folder(places_.data)) return std::nullopt;
  if (!std::filesystem::is_empty(places_.data, failed)) {
    return OperatorFault{.detail = not_a_data_folder(places_.data), .is_usage = true};
  }
  return OperatorFault{.detail = "there is no installation in " + folder +
                                 " yet: the folder is empty; the server or `client add` makes one",
                       .is_usage = true};
}

OperatorAnswer OperatorClient::ask_server(std::string_view operation,
                                          std::string input,
                                          const Sink& sink) {
  auto answer = post(http::admin_path_of(operation), std::move(input), sink);
  if (!answer) return OperatorFault{why_no_answer(answer.error().kind)};
  if (answer->status != kOk) return fault_of(std::move(answer->body));
  if (!sink && !is_understood(answer->body)) return OperatorFault{"the answer is not understood"};
  return std::move(answer->body);
}

std::optional<OperatorFault> OperatorClient::open_folder(bool writes, bool creates) {
  // Operations that only read may come before one that writes.
  if (offline_ && !(writes && offline_->is_read_only)) return std::nullopt;
  offline_.reset();
  std::error_code ignored;
  const bool is_new = creates && (!std::filesystem::exists(places_.data, ignored) ||
                                  std::filesystem::is_empty(places_.data, ignored));
  if (!is_new) {
    if (auto fault = lacks_data()) return fault;
  }
  auto offline = std::make_unique<Offline>();
  auto key = open_master_key(places_.data, places_.master_key, offline->random);
  if (!key) return OperatorFault{key.error()};
  if (key->made) {
    print_failure("countersign", "made a master key for development at " + key->path.string());
  }
  DataFolderOptions options{places_.data, std::move(key->key)};
  options.read_only = !writes;
  options.begun_by = kVersion;
  options.warn = [](std::string_view what) { print_failure("countersign", std::string(what)); };
  if (writes) {
    auto signing_key =
        open_signing_key(places_.data, places_.signing_key_file, std::nullopt, offline->random);
    if (!signing_key) return OperatorFault{signing_key.error()};
    options.signing_key = std::move(signing_key->key);
  }
  auto kept = kept_file_store(places_.data);
  if (!kept) return OperatorFault{kept.error()};
  auto open_store = open_store_of({*std::move(kept), options.warn}, offline->random);
  if (!open_store) return OperatorFault{open_store.error()};
  options.file_store = *std::move(open_store);
  auto folder =
      DataFolder::open(std::move(options), offline->clock, offline->random, [](StoreError) {});
  if (!folder) return OperatorFault{folder.error()};
  offline->folder = std::move(folder).value();
  offline->is_read_only = !writes;
  offline_ = std::move(offline);
  return std::nullopt;
}

OperatorAnswer OperatorClient::run(std::string_view operation, const std::string& input) {
  if (server_runs()) return ask_server(operation, input);
  const http::Operation* const known = http::find_operation(operation);
  check(known != nullptr, "the operation that a command names is known");
  if (auto fault = open_folder(known->writes, operation == kCreates)) return std::move(*fault);
  auto result = known->run(offline_->context(), input);
  if (!result) return fault_of(result.error());
  return std::move(result).value();
}

std::optional<OperatorFault> OperatorClient::export_log(Sequence first,
                                                        Sequence last,
                                                        const Sink& sink) {
  if (server_runs()) {
    const std::string input = http::input_of<http::ExportRange>(
        http::given<"first">(first), http::given<"last">(http::only_if(last.value() != 0, last)));
    const auto answer = ask_server("log export", input, sink);
    return answer ? std::nullopt : std::optional(answer.error());
  }
  if (auto fault = open_folder(false)) return fault;
  const auto exported = http::export_log(*offline_->folder, {first, last}, sink);
  if (!exported) return fault_of(exported.error());
  return std::nullopt;
}

}  // namespace countersign
