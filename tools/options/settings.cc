#include "tools/options/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/inspection/thresholds/threshold_text.h"
#include "core/machine/files/file_access.h"
#include "core/version.h"
#include "tools/manual/help_text.h"
#include "tools/options/byte_size.h"
#include "tools/options/duration.h"
#include "tools/options/key_name_option.h"
#include "tools/options/listen_address.h"
#include "tools/options/name_option.h"
#include "tools/options/program_options.h"
#include "tools/options/settings_option.h"

namespace countersign {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// The files that may be open for each upload, on average: a liveness upload has many frames, a
// document upload one file.
constexpr std::uint64_t kFilesAnUpload = 4;

// The values that CLI11 fills in: the settings, and raw values that finished() converts.
struct Draft {
  ServerSettings settings;
  std::string data;
  std::string master_key_file;
  std::string signing_key_file;
  std::string log_origin;
  std::string master_key_command;
  std::string inspector;
  std::string face_detector_model;
  std::string face_recognizer_model;
  std::string engine_url;
  std::string engine_authorities;
  std::string engine_secret_file;
  http::ExternalEngineSettings engine;
  std::string tls_certificate;
  std::string tls_key;
  std::vector<ThresholdOverride> thresholds;
  std::string log_level = std::string(name_of(LogLevel::Info));
  std::uint64_t attempts = 5;
  std::uint64_t sweep_rate = 500;
  std::uint64_t threads = 2;
  std::uint64_t inspection_threads = 0;
  std::uint64_t max_connections = 10'000;
  std::uint64_t max_connections_an_address = 0;
  std::uint64_t max_uploads = 512;
  std::uint64_t uploads_a_session = 2;
};

CLI::Option* add_text(CLI::App& app,
                      const std::string& flag,
                      std::string& target,
                      const std::string& meaning) {
  return app.add_option(flag, target, meaning)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("TEXT");
}

void add_places(CLI::App& app, Draft& draft) {
  add_text(app, "--data", draft.data, "data folder (required); created if it does not exist")
      ->type_name("DIR");
  add_text(app, "--listen", draft.settings.listen, "address to listen on; port 0 takes a free one")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  add_text(app,
           "--master-key-file",
           draft.master_key_file,
           "file of the master key [DIR.master.key, created for development]")
      ->type_name("FILE");
  add_file_store(app, draft.settings.file_store);
  add_public_url(app, draft.settings.service.public_origin);
  add_console_options(app, draft.settings.console.listen, draft.settings.console.url);
  add_provider_options(app, draft.settings.oidc);
  add_docs_option(app, draft.settings.docs);
  add_trusted_proxies(app,
                      "--trusted-proxies",
                      draft.settings.service.trusted_proxies,
                      "proxies whose X-Forwarded-For header is trusted [none]");
  add_addresses(app,
                "--metrics-from",
                draft.settings.service.metrics_from,
                "addresses that may read /metrics, besides this machine [none]");
  add_text(app,
           "--signing-key-file",
           draft.signing_key_file,
           "file of the key that signs checkpoints [DIR.signing.key, created if it does not exist]")
      ->type_name("FILE");
  add_text(app,
           "--log-origin",
           draft.log_origin,
           "name of the log in its checkpoints, such as example.com/log [that of the signing key]")
      ->type_name("NAME")
      ->check(&wrong_with_key_name);
  add_witnesses(app,
                "--witness",
                draft.settings.witnesses,
                "witness that is asked to cosign every checkpoint; repeatable, or several with "
                "spaces [none]");
  add_text(app,
           "--master-key-command",
           draft.master_key_command,
           "command that prints the master key, run by /bin/sh at each start; in place of a file")
      ->type_name("COMMAND");
}

void add_programs(CLI::App& app, Draft& draft) {
  add_text(app,
           "--inspector",
           draft.inspector,
           "program that inspects images [countersign-inspector, next to this program]")
      ->type_name("FILE");
  add_text(app,
           "--face-detector-model",
           draft.face_detector_model,
           "model that finds faces, in ONNX, such as YuNet [faces are not compared]")
      ->type_name("FILE");
  add_text(app,
           "--face-recognizer-model",
           draft.face_recognizer_model,
           "model that compares faces, in ONNX, such as SFace [faces are not compared]")
      ->type_name("FILE");
  add_matcher_options(app, draft.settings.matcher, draft.settings.presentation_model);
  add_reader_options(app, draft.settings.reader);
  add_remote_options(app, draft.settings.remote);
}

void add_tls_and_log_level(CLI::App& app, Draft& draft) {
  add_text(app,
           "--tls-cert",
           draft.tls_certificate,
           "certificate chain in PEM; needs --tls-key [no TLS]")
      ->type_name("FILE");
  add_text(app, "--tls-key", draft.tls_key, "private key of the certificate in PEM")
      ->type_name("FILE");
  add_text(app, "--log-level", draft.log_level, "least severe messages that are logged")
      ->type_name(alternatives<LogLevel>())
      ->check([](const std::string& text) {
        return parse_name<LogLevel>(text) ? "" : "'" + text + "' is not error, warn, info or debug";
      })
      ->capture_default_str();
}

void add_engine(CLI::App& app, Draft& draft) {
  add_text(
      app,
      "--engine-url",
      draft.engine_url,
      "external engine that compares faces and judges liveness: https:, http: or unix:/PATH [none]")
      ->type_name("URL")
      ->check([](const std::string& text) -> std::string {
        const auto address = http::parse_engine_address(text);
        // The value is not shown: a part that does not belong in a URL may be a password.
        return address ? "" : "its value " + address.error();
      });
  add_text(app,
           "--engine-ca",
           draft.engine_authorities,
           "certificate authorities for the external engine, in PEM [those of the system]")
      ->type_name("FILE");
  add_text(app,
           "--engine-secret-file",
           draft.engine_secret_file,
           "file of the bearer token for the external engine [none]")
      ->type_name("FILE");
  add_duration(app,
               "--engine-timeout",
               draft.engine.timeout,
               "longest time for one request to the external engine, retries included");
  add_count(app,
            "--engine-retries",
            draft.engine.retries,
            0,
            10,
            "retries of a request that was not answered");
  add_count(app,
            "--engine-concurrency",
            draft.engine.concurrency,
            1,
            64,
            "simultaneous requests to the external engine");
}

void add_limits(CLI::App& app, Draft& draft) {
  http::ServiceSettings& service = draft.settings.service;
  add_count(app,
            "--attempts",
            draft.attempts,
            1,
            100,
            "judged attempts at each document side and at liveness");
  add_count(app,
            "--sweep-rate",
            draft.sweep_rate,
            0,
            1'000'000,
            "most sessions that a sweep purges in a second; 0: no limit");
  add_byte_size(app, "--max-document-bytes", service.max_document_bytes, "largest document image");
  add_byte_size(app, "--max-frame-bytes", service.max_frame_bytes, "largest liveness frame");
  add_byte_size(app, "--max-request-bytes", service.max_request_bytes, "largest request");
  add_count(app, "--max-pixels", service.max_pixels, 1, 1'000'000'000, "pixels decoded at once");
  add_count(app,
            "--max-connections",
            draft.max_connections,
            1,
            1'000'000,
            "most simultaneous connections; others get 503");
  add_count(app,
            "--max-connections-per-address",
            draft.max_connections_an_address,
            0,
            1'000'000,
            "most connections from one IPv4 address or IPv6 /64; 0: a quarter of all");
  add_count(app,
            "--max-uploads",
            draft.max_uploads,
            4,
            100'000,
            "most simultaneous uploads, at most half of them by one client; others get 503");
  add_count(app,
            "--max-uploads-per-session",
            draft.uploads_a_session,
            1,
            100,
            "most simultaneous uploads of one session; others get 429");
  add_byte_size(app,
                "--min-upload-rate",
                draft.settings.upload_bytes_per_second,
                "least bytes a second of a request's body; a slower one gets 408");
  add_duration(app,
               "--max-upload-time",
               draft.settings.upload_longest,
               "longest time for receiving the body of one request");
  add_byte_size(
      app,
      "--reserve-bytes",
      draft.settings.reserve_bytes,
      "disk space that stays free; below it uploads get 503, below a quarter of it all writes do");
  add_count(app, "--threads", draft.threads, 1, 256, "threads that serve connections");
}

void add_inspection(CLI::App& app, Draft& draft) {
  add_count(app,
            "--inspection-threads",
            draft.inspection_threads,
            0,
            256,
            "threads that inspect images, each with a process; 0: one for each core");
  add_duration(app,
               "--inspection-timeout",
               draft.settings.inspection_timeout,
               "most processor time for inspecting one image");
  add_thresholds(app,
                 "--threshold",
                 draft.thresholds,
                 "threshold that differs from the default, see `countersign thresholds`; "
                 "repeatable, or several with spaces");
  app.add_flag("--deny-unperformable",
               draft.settings.service.deny_unperformable.unshared(),
               "refuse sessions of purpose FACE_MATCH where no faces can be compared")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

std::string variable_of(const std::string& flag) {
  std::string name = "COUNTERSIGN_" + flag;
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c == '-' ? '_' : ascii_upper(c);
  });
  return name;
}

bool is_given(const std::vector<std::string>& arguments, const std::string& flag) {
  return std::ranges::any_of(arguments, [&](const std::string& argument) {
    return argument == flag || argument.starts_with(flag + "=");
  });
}

// CLI11 would let the file win over the variables, so variables are passed as flags before those of
// the command line, of which the last wins. For an option that keeps all its values the last does
// not win, so its variable is passed only if the command line has no such flag.
std::vector<std::string> variables_as_flags(const CLI::App& app,
                                            const Variables& variables,
                                            const std::vector<std::string>& arguments) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_single_name();
    if (name == "help" || name == "version") continue;
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll &&
        is_given(arguments, "--" + name)) {
      continue;
    }
    if (const auto value = variables(variable_of(name)); value && !value->empty()) {
      flags.push_back("--" + name + "=" + *value);
    }
  }
  return flags;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string without_prefix(const std::string& text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

EarlyExit refused(const std::string& why) { return {2, "countersignd: " + one_line(why)}; }

ServerSettings finished(Draft draft) {
  ServerSettings settings = std::move(draft.settings);
  settings.data = draft.data;
  if (!draft.master_key_file.empty()) settings.master_key.file = draft.master_key_file;
  if (!draft.master_key_command.empty()) settings.master_key.command = draft.master_key_command;
  if (!draft.signing_key_file.empty()) settings.signing_key_file = draft.signing_key_file;
  if (!draft.inspector.empty()) settings.inspector = draft.inspector;
  if (!draft.face_detector_model.empty()) settings.face_detector_model = draft.face_detector_model;
  if (!draft.face_recognizer_model.empty()) {
    settings.face_recognizer_model = draft.face_recognizer_model;
  }
  if (const auto address = http::parse_engine_address(draft.engine_url)) {
    settings.engine = draft.engine;
    settings.engine->address = *address;
    settings.engine->authorities_file = draft.engine_authorities;
  }
  if (!draft.engine_secret_file.empty()) settings.engine_secret_file = draft.engine_secret_file;
  if (!draft.log_origin.empty()) settings.log_origin = draft.log_origin;
  if (!draft.tls_certificate.empty()) {
    settings.tls = http::TlsFiles{draft.tls_certificate, draft.tls_key};
  }
  settings.log_level = parse_name<LogLevel>(draft.log_level).value_or(LogLevel::Info);
  settings.service.attempts = static_cast<std::uint32_t>(draft.attempts);
  settings.service.sweep_rate = static_cast<std::uint32_t>(draft.sweep_rate);
  const auto unfit = change(settings.service.thresholds, draft.thresholds);
  check(!unfit, "the thresholds that were parsed are valid for a threshold set");
  settings.threads = draft.threads;
  settings.inspection_threads = draft.inspection_threads;
  settings.max_connections = draft.max_connections;
  settings.max_connections_an_address = draft.max_connections_an_address;
  settings.service.max_uploads = static_cast<std::uint32_t>(draft.max_uploads);
  settings.service.max_upload_files =
      static_cast<std::uint32_t>(draft.max_uploads * kFilesAnUpload);
  settings.service.uploads_a_session = static_cast<std::uint32_t>(draft.uploads_a_session);
  return settings;
}

std::string beside(const std::filesystem::path& data, std::string_view ending) {
  std::string path = std::filesystem::absolute(data).lexically_normal().string();
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path.append(ending);
}

// Adds all settings to the program's command line. `draft` must outlive the parsing.
void describe_server(CLI::App& app, Draft& draft) {
  app.name("countersignd");
  app.description(
      "serve the capture API. Every flag is also an environment variable (--session-ttl is "
      "COUNTERSIGN_SESSION_TTL) and a line of the file that --config names (session-ttl = "
      "\"30m\"). A flag wins over a variable, and a variable over the file.");
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.set_config("--config", "", "file of settings, in TOML")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("FILE")
      // The file must be safe from other users, since it names programs that are run.
      ->check([](const std::string& file) {
        return wrong_with_file(file, "file of settings").value_or("");
      });
  app.set_version_flag(
      "--version", fmt::format("countersignd {}", kVersion), "print the version and exit");
  add_places(app, draft);
  add_programs(app, draft);
  add_tls_and_log_level(app, draft);
  add_lifetimes(app, draft.settings.service);
  add_limits(app, draft);
  add_inspection(app, draft);
  add_engine(app, draft);
  add_rates(app, draft.settings.service);
}

}  // namespace

std::optional<std::string> process_variable(const std::string& name) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here ever sets a variable
  const char* const value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

void visit_settings(const std::function<void(const CLI::App& app)>& visit) {
  Draft draft;
  CLI::App app;
  describe_server(app, draft);
  visit(app);
}

std::variant<ServerSettings, EarlyExit> read_settings(const std::vector<std::string>& arguments,
                                                      const Variables& variables,
                                                      std::optional<std::size_t> columns) {
  Draft draft;
  CLI::App app;
  use_help_text(app, columns);
  describe_server(app, draft);
  std::vector<std::string> all = variables_as_flags(app, variables, arguments);
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::reverse(all.begin(), all.end());  // CLI11 reads a vector from its end
  try {
    app.parse(all);
  } catch (const CLI::CallForHelp&) {
    return EarlyExit{0, app.help()};
  } catch (const CLI::CallForVersion&) {
    return EarlyExit{0, app.version() + "\n"};
  } catch (const CLI::ConfigError& error) {
    return refused("--config: " + without_prefix(error.what(), "INI was not able to parse ") +
                   " is not a setting");
  } catch (const CLI::FileError& error) {
    return refused(std::string("--config: ") + error.what());
  } catch (const CLI::Error& error) {
    return refused(error.what());
  }
  if (draft.data.empty()) return refused("--data DIR is required");
  if (!draft.master_key_file.empty() && !draft.master_key_command.empty()) {
    return refused("--master-key-file and --master-key-command exclude each other");
  }
  if (draft.tls_certificate.empty() != draft.tls_key.empty()) {
    return refused("--tls-cert and --tls-key are given together or not at all");
  }
  if (draft.face_detector_model.empty() != draft.face_recognizer_model.empty()) {
    return refused(
        "--face-detector-model and --face-recognizer-model are given together or not at all");
  }
  if (draft.engine_url.empty()) {
    if (!draft.engine_authorities.empty()) return refused("--engine-ca needs --engine-url");
    if (!draft.engine_secret_file.empty()) {
      return refused("--engine-secret-file needs --engine-url");
    }
  }
  ServerSettings settings = finished(std::move(draft));
  settings.given = given_in(app);
  if (const auto unfit = settle_console(settings)) return refused(*unfit);
  if (const auto unfit = settle_provider(settings.oidc, settings.service.review)) {
    return refused(*unfit);
  }
  if (const auto conflict = conflict_in(settings)) return refused(*conflict);
  return settings;
}

std::filesystem::path default_master_key_file(const std::filesystem::path& data) {
  return beside(data, ".master.key");
}

std::filesystem::path default_signing_key_file(const std::filesystem::path& data) {
  return beside(data, ".signing.key");
}

std::filesystem::path admin_socket_of(const std::filesystem::path& data) {
  return data / "admin.sock";
}

}  // namespace countersign
