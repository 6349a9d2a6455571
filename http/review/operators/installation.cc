// GET /review/api/operate/installation: how the installation does.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspection/engine.h"
#include "core/machine/files/free_bytes.h"
#include "core/version.h"
#include "http/json/json_of.h"
#include "http/metrics/readiness.h"
#include "http/review/operators/operator_handlers.h"
#include "http/review/operators/operator_page.h"
#include "projections/backup/last_backup.h"

namespace countersign::http {
namespace {

// A program that judges pictures in processes of its own, by the name of its metrics.
struct JudgingProgram {
  std::string_view name;
  bool running = false;
  bool confined = false;
  std::uint64_t restarts = 0;
  std::uint64_t crashes = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t out_of_memory = 0;
  static Schema schema();
};

struct DiskState {
  bool has_room = false;
  std::uint64_t free_bytes = 0;
  std::uint64_t reserve_bytes = 0;
  static Schema schema();
};

struct LogState {
  bool writable = false;
  std::uint64_t sequence = 0;
  std::optional<std::uint64_t> signed_size{};
  bool is_signing_failing = false;
  static Schema schema();
};

struct SurveyState {
  FileSurvey::Progress now;
  static Schema schema();
};

struct BackupState {
  LastBackup last;
  static Schema schema();
};

struct Installation {
  UtcTime at;
  std::string_view version = kVersion;
  EngineVersion engine{};
  Readiness ready{};
  DiskState disk{};
  LogState log{};
  std::vector<JudgingProgram> programs{};
  std::uint64_t inspections_waiting = 0;
  SurveyState survey{};
  std::optional<BackupState> backup{};
  Totals totals{};
};

constexpr std::array<std::string_view, 3> kPrograms{"inspector", "matcher", "reader"};

std::uint64_t metric(const ReviewService& service, const std::string& name) {
  return service.metrics.value_of(name).value_or(0);
}

// Those that this server runs.
std::vector<JudgingProgram> programs_of(const ReviewService& service) {
  std::vector<JudgingProgram> programs;
  for (const std::string_view name : kPrograms) {
    const std::string prefix = "countersign_" + std::string(name);
    const auto up = service.metrics.value_of(prefix + "_up");
    if (!up) continue;
    programs.push_back({.name = name,
                        .running = *up != 0,
                        .confined = metric(service, prefix + "_confined") != 0,
                        .restarts = metric(service, prefix + "_restarts_total"),
                        .crashes = metric(service, prefix + "_crashes_total"),
                        .timeouts = metric(service, prefix + "_timeouts_total"),
                        .out_of_memory = metric(service, prefix + "_out_of_memory_total")});
  }
  return programs;
}

LogState log_state(const DataFolder& data, bool is_writable) {
  LogState log{.writable = is_writable, .sequence = data.queries().head().value()};
  if (const CheckpointKeeper* const keeper = data.checkpoints()) {
    log.signed_size = keeper->latest().size;
    log.is_signing_failing = keeper->failure().has_value();
  }
  return log;
}

Result<std::string, StoreError> installation_json(const ReviewService& service) {
  const DataFolder& data = service.data;
  const auto totals = data.queries().totals();
  if (!totals) return totals.error();
  const Readiness ready = readiness_of(data, service.draining, service.can_judge);
  Installation shown{.at = service.clock.now(), .engine = service.engine.capabilities().engine};
  shown.ready = ready;
  shown.disk = {ready.disk_has_room, free_bytes(data.path()), data.vault().reserve_bytes()};
  shown.log = log_state(data, ready.log_writable);
  shown.programs = programs_of(service);
  shown.inspections_waiting = service.inspection.queued();
  shown.survey.now = data.survey().progress();
  if (const auto last = last_backup_of(data.path())) shown.backup = BackupState{*last};
  shown.totals = *totals;
  return json_of(shown);
}

std::optional<std::string> thresholds_of(const Installation& shown) {
  if (!shown.engine.thresholds) return std::nullopt;
  return to_hex(shown.engine.thresholds->value());
}

}  // namespace

template <>
constexpr auto members_of<JudgingProgram> = members(
    Member{"name", &JudgingProgram::name},
    Member{"running", &JudgingProgram::running},
    Member{"confined", &JudgingProgram::confined},
    Member{"restarts", &JudgingProgram::restarts, "Since the server began, as those below."},
    Member{"crashes", &JudgingProgram::crashes, "Workers that died of a picture."},
    Member{"timeouts", &JudgingProgram::timeouts},
    Member{"outOfMemory", &JudgingProgram::out_of_memory});

template <>
constexpr auto members_of<DiskState> = members(
    Member{"hasRoom", &DiskState::has_room},
    Member{"freeBytes", &DiskState::free_bytes, "Of the file system of the data folder."},
    Member{"reserveBytes", &DiskState::reserve_bytes, "Below which nothing is taken any more."});

template <>
constexpr auto members_of<LogState> =
    members(Member{"writable", &LogState::writable},
            Member{"sequence", &LogState::sequence, "Of the last event."},
            Member{"signedSize", &LogState::signed_size, "Null: the log is not signed."},
            Member{"signingFailing", &LogState::is_signing_failing});

template <>
constexpr auto members_of<SurveyState> = members_through(
    &SurveyState::now,
    members(Member{"phase", &FileSurvey::Progress::phase},
            Member{"files", &FileSurvey::Progress::names, "Looked at."},
            Member{"sessions", &FileSurvey::Progress::sessions, "Looked at, after the files."},
            Member{"missingFiles", &FileSurvey::Progress::missing_files},
            Member{"missingKeys", &FileSurvey::Progress::missing_keys},
            Member{"unnamedFiles", &FileSurvey::Progress::strangers, "Kept."},
            Member{"removedFiles", &FileSurvey::Progress::removed},
            Member{"failedRemovals", &FileSurvey::Progress::failed}));

template <>
constexpr auto members_of<BackupState> = members_through(
    &BackupState::last,
    members(Member{"triedAt", &LastBackup::tried_at},
            Member{"outcome", &LastBackup::outcome},
            Member{"madeAt",
                   &LastBackup::made_at,
                   "When the last whole one was begun; null: none that is known."}));

template <>
constexpr auto members_of<Totals> = members(
    Member{"clients", &Totals::clients_registered},
    Member{"sessionsOpen", [](const Totals& totals) { return totals.sessions_open(); }},
    Member{"sessionsUnpurged", [](const Totals& totals) { return totals.retention_backlog(); }},
    Member{"files", [](const Totals& totals) { return totals.files_held(); }},
    Member{"fileBytes", [](const Totals& totals) { return totals.bytes_held(); }},
    Member{"holds", &Totals::holds},
    Member{"reviewsWaiting", &Totals::reviews_waiting});

template <>
constexpr auto members_of<Installation> =
    members(Member{"at", &Installation::at},
            Member{"version", &Installation::version},
            Member{"engine", [](const Installation& shown) { return shown.engine.name; }},
            Member{"engineVersion", [](const Installation& shown) { return shown.engine.version; }},
            Member{"thresholds", thresholds_of, "The hash of the engine's set; null: it has none."},
            Member{"ready",
                   [](const Installation& shown) { return shown.ready.is_ready(); },
                   "As readyz answers."},
            Member{"draining",
                   [](const Installation& shown) { return shown.ready.draining; },
                   "Whether the server is stopping."},
            Member{"disk", &Installation::disk},
            Member{"log", &Installation::log},
            Member{"programs", &Installation::programs, "Those that judge pictures."},
            Member{"inspectionsWaiting", &Installation::inspections_waiting},
            Member{"survey", &Installation::survey, "Of the stored files, since the server began."},
            Member{"backup", &Installation::backup, "Null: not known."},
            Member{"totals", &Installation::totals});

Schema JudgingProgram::schema() { return answer_schema_of<JudgingProgram>("OperatorsProgram"); }
Schema DiskState::schema() { return answer_schema_of<DiskState>("OperatorsDisk"); }
Schema LogState::schema() { return answer_schema_of<LogState>("OperatorsLog"); }
Schema SurveyState::schema() { return answer_schema_of<SurveyState>("OperatorsSurvey"); }
Schema BackupState::schema() { return answer_schema_of<BackupState>("OperatorsBackup"); }
Schema installation_schema() { return answer_schema_of<Installation>("OperatorsInstallation"); }

void show_installation(ReviewService& service,
                       const CallPtr& call,
                       const AuthenticatedReviewer& who) {
  answer_page(
      service, call, who, [&service](const OperatorPage&) { return installation_json(service); });
}

}  // namespace countersign::http
