#include "tools/doctor/doctor.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "core/text/json_document.h"
#include "http/client/http_client.h"
#include "tools/doctor/folder_checks.h"
#include "tools/doctor/known_settings.h"
#include "tools/doctor/machine_checks.h"
#include "tools/doctor/outside_checks.h"
#include "tools/doctor/remote_checks.h"
#include "tools/doctor/server_checks.h"
#include "tools/doctor/worker_check.h"
#include "tools/machine/program_beside_us.h"
#include "tools/machine/system_clock.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProc = "/proc";
constexpr const char* kSys = "/sys";
constexpr const char* kNameSettings = "name the server's file of settings with --config";
constexpr int kStatusOk = 200;
constexpr std::size_t kMetricsBytesMost = std::size_t{16} << 20;
// For each answer of the server.
constexpr std::chrono::seconds kAnswerMost{10};
constexpr const char* kSilent = "the server does not answer";

// Files beyond those of connections and uploads: tables of the database, processes, the program.
constexpr std::uint64_t kFilesBeside = 4'096 + 1'024;

std::uint64_t wanted_files_of(const ServerSettings& settings) {
  return settings.max_connections + settings.max_refusals + settings.service.max_upload_files +
         settings.service.webhooks.together + kFilesBeside;
}

Result<http::ClientAnswer, http::NoAnswer> ask_socket(http::HttpClient& client,
                                                      const fs::path& data,
                                                      const std::string& path) {
  http::ClientRequest request;
  request.url = "http://localhost" + path;
  request.unix_socket = admin_socket_of(data);
  request.answer_bytes_max = kMetricsBytesMost;
  request.timeout = kAnswerMost;
  return client.ask(request);
}

Finding silence_of(const std::optional<::pid_t>& server) {
  const auto status = server ? status_of_process(kProc, *server) : std::nullopt;
  const bool has_state = status && status->contains("State");
  return judge_silence(server, has_state ? status->at("State") : "", kAnswerMost);
}

Finding ask_readiness(http::HttpClient& client, const fs::path& data) {
  const auto answer = ask_socket(client, data, "/readyz");
  if (!answer && answer.error().kind == http::NoAnswer::Kind::TimedOut) {
    Finding silent = silence_of(listener_of(admin_socket_of(data)));
    silent.check = "ready";
    return silent;
  }
  if (!answer) return judge_readiness(0, answer.error().why);
  return judge_readiness(static_cast<int>(answer->status), answer->body);
}

// Everything that the checks share.
class Examination {
 public:
  explicit Examination(const DoctorOptions& options) : options_(options) {}
  Diagnosis run();

 private:
  void find_places();
  void look_at_settings();
  void look_at_machine();
  void look_at_files();
  void look_at_server();
  void look_at_workers();
  void look_outside();
  std::optional<MetricSamples> metrics();
  std::optional<UtcTime> last_event();
  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  void add(Diagnosis more) {
    findings_.insert(findings_.end(),
                     std::make_move_iterator(more.begin()),
                     std::make_move_iterator(more.end()));
  }
  bool is_owners() const;
  bool is_new() const;

  const DoctorOptions& options_;
  SystemClock clock_;
  http::HttpClient http_;
  fs::path data_;
  std::unique_ptr<OperatorClient> client_;
  bool server_runs_ = false;
  bool server_is_silent_ = false;
  std::optional<::pid_t> server_;
  KnownSettings known_;
  InstallationPlaces places_;
  Diagnosis findings_;
};

// Whether this process is of the user whose the data folder is, as the commands want it without a
// server.
bool Examination::is_owners() const {
  struct ::stat status {};
  return ::stat(data_.c_str(), &status) == 0 && status.st_uid == ::geteuid();
}

// Whether no server has ever served the data folder: nobody does, and the folder is empty or is not
// there. A folder that cannot be looked at is not new.
bool Examination::is_new() const {
  std::error_code failed;
  if (server_runs_) return false;
  const bool is_there = fs::exists(data_, failed);
  if (failed) return false;
  return !is_there || (fs::is_empty(data_, failed) && !failed);
}

void Examination::look_at_settings() {
  data_ = options_.places.data;
  if (!options_.config.empty()) {
    known_ = known_settings(options_.config, data_, kProc, std::nullopt);
    if (data_.empty() && known_.settings) data_ = known_.settings->data;
  }
  DataPlaces places = options_.places;
  places.data = data_;
  if (known_.settings) {
    if (!places.master_key.file && !places.master_key.command) {
      places.master_key = known_.settings->master_key;
    }
    if (!places.signing_key_file) places.signing_key_file = known_.settings->signing_key_file;
  }
  client_ = std::make_unique<OperatorClient>(places, kAnswerMost);
  server_runs_ = !data_.empty() && client_->server_runs();
  server_is_silent_ = server_runs_ && client_->server_is_silent();
  if (server_runs_) server_ = listener_of(admin_socket_of(data_));
  if (options_.config.empty()) known_ = known_settings("", data_, kProc, server_);
  if (known_.settings) return add(good("settings", "the settings of the server are known"));
  if (!options_.config.empty()) {
    std::error_code failed;
    const bool is_there = fs::exists(options_.config, failed) || failed;
    return add(error("settings",
                     known_.why_not,
                     is_there ? "mend the file; a start would be refused"
                              : "make it with countersign init, or name another with --config"));
  }
  add(not_checked("settings", known_.why_not, kNameSettings));
}

void Examination::find_places() {
  places_.data = data_;
  places_.is_new = is_new();
  places_.settings_file = known_.file;
  const MasterKeySource& named = options_.places.master_key;
  std::error_code ignored;
  if (named.file) {
    places_.master_key = named.file;
  } else if (known_.settings) {
    const MasterKeySource& set = known_.settings->master_key;
    if (!set.command) places_.master_key = set.file.value_or(default_master_key_file(data_));
    places_.key_is_printed = set.command.has_value();
  } else if (fs::exists(default_master_key_file(data_), ignored)) {
    places_.master_key = default_master_key_file(data_);
  }
  places_.signing_key = options_.places.signing_key_file;
  if (!places_.signing_key && known_.settings) {
    places_.signing_key = known_.settings->signing_key_file;
  }
  if (!places_.signing_key) places_.signing_key = default_signing_key_file(data_);
  places_.key_copies.assign(options_.key_copies.begin(), options_.key_copies.end());
  if (!options_.slots.empty()) places_.slots = options_.slots;
  if (!options_.backups.empty()) places_.backups = options_.backups;
  places_.backup_age_most =
      std::chrono::duration_cast<std::chrono::seconds>(options_.backup_age_most);
}

// The time of the log's last event. On a stopped folder this opens the folder, as every command
// does, and says what is wrong with it.
std::optional<UtcTime> Examination::last_event() {
  if (places_.is_new) {
    add(warning("folder",
                "not started yet: there is no installation in " + data_.string(),
                "start it: systemctl enable --now countersign, or countersignd --config FILE as "
                "the server's user; if it has been served before, mount its disk"));
    return std::nullopt;
  }
  if (server_is_silent_) {
    add(silence_of(server_));
    add(not_checked("folder", kSilent));
    return std::nullopt;
  }
  const auto answer = client_->run("log tail", R"({"last":1})");
  if (!answer) {
    const std::string remedy = "run this as the server's user, with its keys";
    add(is_owners() || server_runs_
            ? error("folder", answer.error().detail, "read docs/operators/faults.md")
            : not_checked("folder", answer.error().detail, remedy));
    return std::nullopt;
  }
  add(good("folder", server_runs_ ? "a server holds the data folder" : "the data folder opens"));
  rapidjson::Document page;
  if (!parse_json(page, *answer, kOwnJson) || !page.IsObject()) return std::nullopt;
  const auto events = page.FindMember("events");
  if (events == page.MemberEnd() || !events->value.IsArray() || events->value.Empty()) {
    return std::nullopt;
  }
  const auto& event = events->value[0];
  if (!event.IsObject() || !event.HasMember("at") || !event["at"].IsString()) return std::nullopt;
  return parse_utc_time(string_in(event["at"]));
}

void Examination::look_at_machine() {
  const auto last = last_event();
  add(judge_clock({clock_is_synchronized(), clock_.now(), last}));
  const ServerSettings settings = known_.settings.value_or(ServerSettings{});
  add(judge_limits(limits_of(kProc, server_.value_or(::getpid())),
                   server_.has_value(),
                   wanted_files_of(settings)));
  add(judge_disk(data_, disk_facts(data_, settings.reserve_bytes)));
  add(judge_swap(swap_facts(kProc, kSys, server_)));
}

void Examination::look_at_files() {
  add(check_modes(places_));
  add(check_master_key(places_));
  add(check_slots(places_));
  add(check_backups(places_, clock_.now()));
}

std::optional<MetricSamples> Examination::metrics() {
  if (!server_runs_ || server_is_silent_) return std::nullopt;
  const auto page = ask_socket(http_, data_, "/metrics");
  if (!page || page->status != kStatusOk) return std::nullopt;
  return MetricSamples::parse(page->body);
}

void Examination::look_at_workers() {
  if (server_) return add(check_workers_of(kProc, *server_));
  add(not_checked("confinement",
                  server_runs_ ? "the server's process is not known"
                               : "no server runs whose workers could be seen"));
}

void Examination::look_at_server() {
  if (server_is_silent_) {
    for (const char* what : {"metrics", "ready", "webhook"}) add(not_checked(what, kSilent));
    return look_at_workers();
  }
  const auto samples = metrics();
  if (server_runs_ && !samples) {
    add(not_checked("metrics",
                    "the server does not tell its metrics over the operators' socket",
                    "update the server and the command together"));
  } else {
    add(check_metrics(samples, clock_.now()));
  }
  if (samples) add(check_remote_inspectors(*samples));
  if (server_runs_) add(ask_readiness(http_, data_));
  look_at_workers();
  if (places_.is_new) return add(not_checked("webhook", "no server has been started yet"));
  const auto webhooks = client_->run("webhook list", "{}");
  add(webhooks ? check_webhooks(*webhooks)
               : Diagnosis{not_checked("webhook", webhooks.error().detail)});
}

void Examination::look_outside() {
  if (!known_.settings) {
    for (const char* what : {"public-url", "proxy", "certificate"}) {
      add(not_checked(what, "the settings of the server are not known", kNameSettings));
    }
    return;
  }
  const ServerSettings& settings = *known_.settings;
  if (settings.tls) {
    add(judge_certificate(
        "certificate", http::certificate_end(settings.tls->certificate_path), clock_.now()));
  }
  if (!settings.service.public_origin) {
    add(warning("public-url",
                "no address for browsers is set: there are no links and no handoffs to a phone",
                "set public-url, e.g. to https://verify.example"));
    return;
  }
  if (server_is_silent_) {
    for (const char* what : {"public-url", "proxy"}) add(not_checked(what, kSilent));
    return;
  }
  Diagnosis found = check_public_url(
      settings, ask_over_network(http_), [this] { return metrics(); }, clock_.now());
  add(places_.is_new ? before_first_start(std::move(found)) : std::move(found));
}

Diagnosis Examination::run() {
  if (auto why = wrong_with_machine()) {
    return {error("machine", *why, "mount it, also in a chroot or a container")};
  }
  // Before anything has started a thread.
  add(check_worker(program_beside_us("countersign-inspector"), kProc));
  look_at_settings();
  if (data_.empty()) {
    add(error("data", "no data folder is known", "name it with --data, or --config"));
    return std::move(findings_);
  }
  find_places();
  look_at_machine();
  look_at_files();
  look_at_server();
  look_outside();
  return std::move(findings_);
}

}  // namespace

Diagnosis examine(const DoctorOptions& options) { return Examination(options).run(); }

Finding check_ready(const fs::path& data) {
  http::HttpClient client;
  return ask_readiness(client, data);
}

}  // namespace countersign
