#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "http/edge/socket/tls_files.h"
#include "http/external/external_engine.h"
#include "http/settings/service_settings.h"
#include "http/witness/witness_address.h"
#include "tools/options/given_settings.h"
#include "tools/options/log_level.h"
#include "tools/options/program_options.h"
#include "tools/options/provider_option.h"
#include "tools/options/remote_option.h"
#include "tools/store/file_store_option.h"

namespace CLI {
class App;
}

namespace countersign {

// The source of the master key: one of the two, or, with neither, a file beside the data folder
// that is created if it is missing.
struct MasterKeySource {
  std::optional<std::filesystem::path> file{};
  std::optional<std::string> command{};  // prints it; see events/crypto/keys/key_command.h
};

// Where the reviewers' console is.
struct ConsoleOptions {
  std::string listen{};  // HOST:PORT, or PORT of this machine; empty: there is no console
  std::string url{};     // empty: localhost and the port
};

// Everything an operator may set for `countersignd`. Each setting has one name: a flag
// `--session-ttl`, a variable `COUNTERSIGN_SESSION_TTL`, a line `session-ttl = "30m"` of the file
// that `--config` names. A flag wins over a variable, a variable over the file.
struct ServerSettings {
  std::filesystem::path data;
  std::string listen = "127.0.0.1:8080";
  ConsoleOptions console;                       // service.review has what follows from it
  ProviderOptions oidc;                         // an identity provider of the console
  std::optional<std::filesystem::path> docs{};  // the folder that is shown under /docs
  MasterKeySource master_key;
  FileStoreOptions file_store;
  std::optional<std::filesystem::path> signing_key_file;  // empty: created next to the data folder
  std::optional<std::string> log_origin;                  // none: the name in the signing key
  std::vector<http::WitnessAddress> witnesses;            // that cosign the checkpoints
  std::optional<http::TlsFiles> tls;
  http::ServiceSettings service;
  std::size_t threads = 2;             // threads that serve sockets
  std::size_t inspection_threads = 0;  // threads that judge images; 0: one per core
  std::chrono::milliseconds inspection_timeout{std::chrono::seconds(10)};  // CPU time for one image
  std::optional<std::filesystem::path> inspector;  // empty: next to the server's program
  // Both or neither. With neither, no faces are compared.
  std::optional<std::filesystem::path> face_detector_model;
  std::optional<std::filesystem::path> face_recognizer_model;
  std::optional<std::filesystem::path> presentation_model;  // needs both; empty: none is judged by
  std::optional<std::filesystem::path> matcher;             // empty: next to the server's program
  ReaderSettings reader;
  RemoteSettings remote;                                    // programs on other machines
  std::optional<http::ExternalEngineSettings> engine;       // empty: no external engine is asked
  std::optional<std::filesystem::path> engine_secret_file;  // identifies this server to that engine
  std::size_t max_connections = 10'000;
  std::size_t max_connections_an_address = 0;  // 0: a quarter of max_connections
  std::size_t max_refusals = 256;              // further ones, which only receive a refusal
  std::uint64_t upload_bytes_per_second = 32ull << 10;  // the slowest allowed sender of a body
  std::chrono::milliseconds upload_longest{std::chrono::minutes(15)};
  std::uint64_t reserve_bytes = 256ull << 20;  // free disk space that uploads leave alone
  LogLevel log_level = LogLevel::Info;
  GivenSettings given{};  // what the operator wrote
};

// An exit before the program serves: `--help` and `--version` with status 0 and a text for stdout,
// bad settings with status 2 and one line for stderr.
struct EarlyExit {
  int status = 0;
  std::string text;
};

// The value of an environment variable; empty if the variable is not set.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;
std::optional<std::string> process_variable(const std::string& name);

// Reads the settings. `arguments` are without the program's name. The help is laid out for a
// terminal of so many columns, if there is one.
std::variant<ServerSettings, EarlyExit> read_settings(
    const std::vector<std::string>& arguments,
    const Variables& variables,
    std::optional<std::size_t> columns = std::nullopt);

// Shows the settings as the command line declares them, e.g. to write their manual page.
void visit_settings(const std::function<void(const CLI::App& app)>& visit);

// Completes `console.listen`, and sets `service.review`. Returns why there can be no console there,
// as a sentence, or nullopt.
std::optional<std::string> settle_console(ServerSettings& settings);

// Returns the first conflict between settings that are valid on their own, as a sentence that names
// them, or nullopt if there is none.
std::optional<std::string> conflict_in(const ServerSettings& settings);

// The default path of the master key, without `--master-key-file`: `<data>.master.key`, beside the
// data folder so that a copy of the folder does not hold the key.
std::filesystem::path default_master_key_file(const std::filesystem::path& data);

// The default path of the key that signs the log's checkpoints, without `--signing-key-file`.
std::filesystem::path default_signing_key_file(const std::filesystem::path& data);

// The path of the operators' socket of a data folder.
std::filesystem::path admin_socket_of(const std::filesystem::path& data);

}  // namespace countersign
