#include "tools/doctor/server_checks.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/text/json_document.h"
#include "tools/doctor/process_facts.h"
#include "tools/terminal/quantity.h"

namespace countersign {
namespace {

// A sample that must have a value, and what it means when it has another.
struct Row {
  const char* check;
  const char* metric;
  std::uint64_t wanted;
  Verdict otherwise;
  const char* good;
  const char* bad;  // the number comes before it where it is not 0 or 1
  const char* remedy;
};

constexpr const char* kFaults = "read docs/operators/faults.md";

constexpr Row kRows[] = {
    {"log",
     "countersign_log_writable",
     1,
     Verdict::Error,
     "the log takes events",
     "the log takes no events",
     kFaults},
    {"disk-reserve",
     "countersign_disk_has_room",
     1,
     Verdict::Error,
     "the disk has room beyond the reserve",
     "uploads are refused for lack of space",
     "free space on the disk of the data"},
    {"checkpoints",
     "countersign_checkpoint_failing",
     0,
     Verdict::Error,
     "the log is being signed",
     "the log cannot be signed",
     "ask countersign log checkpoint why"},
    {"inspector",
     "countersign_inspector_up",
     1,
     Verdict::Error,
     "the inspector runs",
     "there is no inspector: uploads are refused",
     "read the operator's log"},
    {"inspector-confined",
     "countersign_inspector_confined",
     1,
     Verdict::Error,
     "the inspector confines its workers",
     "this build does not confine those who look at pictures",
     "never serve with a build with sanitizers"},
    {"inspector-precedence",
     "countersign_inspector_yields",
     1,
     Verdict::Warning,
     "the inspector lets the server go first",
     "the inspector runs with the server's precedence: pictures delay answers",
     "allow setpriority: SystemCallFilter=setpriority in the unit"},
    {"matcher",
     "countersign_matcher_up",
     1,
     Verdict::Error,
     "the matcher runs",
     "there is no matcher: sessions that compare faces are refused",
     "read the operator's log"},
    {"reader",
     "countersign_reader_up",
     1,
     Verdict::Error,
     "the reader runs",
     "there is no reader: documents with a zone or bar code are refused",
     "read the operator's log"},
    {"engine",
     "countersign_engine_breaker",
     0,
     Verdict::Error,
     "the external engine answers",
     "the external engine is not asked, since it does not answer",
     "read docs/operators/engine.md"},
    {"survey",
     "countersign_survey_failed",
     0,
     Verdict::Error,
     "the survey of the stored files has not failed",
     "the survey of the stored files cannot read a view or a folder",
     "run countersign projections rebuild"},
    {"missing-files",
     "countersign_missing_files",
     0,
     Verdict::Error,
     "no stored file is known to be lost",
     " stored files that the log names are lost",
     "read docs/operators/faults.md, Stored files are missing"},
    {"missing-keys",
     "countersign_missing_keys",
     0,
     Verdict::Error,
     "every session that was looked at has its key",
     " sessions have no readable key",
     "read docs/operators/faults.md, Stored files are missing"},
    {"unnamed-files",
     "countersign_unnamed_files",
     0,
     Verdict::Warning,
     "no file was found that the log does not name",
     " files are there that the log does not name, of another folder or a newer log",
     "read docs/operators/faults.md, The folder has files that the log does not name"},
    {"purged-files",
     "countersign_purged_files_left",
     0,
     Verdict::Warning,
     "every purged file has been removed",
     " purged files could not be removed yet",
     "look at the modes of the folder files/ and at the disk"},
};

// The parts that a server may do without.
bool is_optional(std::string_view check) {
  return check == "matcher" || check == "reader" || check == "engine";
}

Finding judged(const Row& row, std::uint64_t value) {
  if (value == row.wanted) return good(row.check, row.good);
  const std::string_view bad = row.bad;
  const std::string found =
      bad.starts_with(' ') ? fmt::format("{}{}", value, bad) : std::string(bad);
  return {row.check, row.otherwise, found, row.remedy};
}

// A file that the survey has not reached is not known to be there.
void add_survey_progress(Diagnosis& findings, const MetricSamples& metrics) {
  const auto done = metrics.value("countersign_survey_done");
  if (done == std::uint64_t{1}) return;
  findings.push_back(not_checked(
      "survey-done",
      "the survey of the stored files has not ended: what it has not reached is unknown",
      "ask again later"));
}

void add_witnesses(Diagnosis& findings, const MetricSamples& metrics, UtcTime now) {
  constexpr const char* kCheck = "witness";
  constexpr std::uint64_t kBehindMost = 3'600;  // seconds
  const auto seconds = static_cast<std::uint64_t>(now.value() / 1'000'000);
  const std::uint64_t size = metrics.value("countersign_checkpoint_size").value_or(0);
  const auto conflicts = metrics.family("countersign_witness_conflict");
  if (conflicts.empty()) {
    findings.push_back(good(kCheck, "no witness is set: nobody else vouches for the log"));
  }
  const auto of = [&](const char* name, const std::string& witness) {
    for (const auto& sample : metrics.family(name)) {
      if (sample.label == witness) return sample.value;
    }
    return std::uint64_t{0};
  };
  for (const auto& [witness, conflict] : conflicts) {
    const std::uint64_t cosigned = of("countersign_witness_cosigned_size", witness);
    const std::uint64_t at = of("countersign_witness_cosigned_timestamp_seconds", witness);
    if (conflict != 0) {
      findings.push_back(error(kCheck,
                               witness + " has cosigned another history of this log",
                               "read docs/operators/witnesses.md, A witness is in conflict"));
    } else if (cosigned < size && at + kBehindMost < seconds) {
      findings.push_back(warning(kCheck,
                                 at == 0 ? witness + " has cosigned nothing since the start"
                                         : witness + " has cosigned nothing for " +
                                               rounded_time(std::chrono::seconds(seconds - at)),
                                 "see whether it runs and is reached"));
    } else {
      findings.push_back(good(kCheck, witness + " cosigns"));
    }
  }
}

bool is_false(const rapidjson::Value& object, const char* name) {
  const auto found = object.FindMember(name);
  return found != object.MemberEnd() && found->value.IsFalse();
}

std::string text_of_member(const rapidjson::Value& object, const char* name) {
  const auto found = object.FindMember(name);
  if (found == object.MemberEnd() || !found->value.IsString()) return "?";
  return std::string(string_in(found->value));
}

bool is_failing(const rapidjson::Value& webhook) {
  const auto state = webhook.FindMember("deliveries");
  if (state == webhook.MemberEnd() || !state->value.IsObject()) return false;
  const auto failing = state->value.FindMember("failing");
  return failing != state->value.MemberEnd() && failing->value.IsTrue();
}

struct WorkerCounts {
  std::size_t workers = 0;
  std::size_t unconfined = 0;
};

WorkerCounts count_workers(const std::filesystem::path& proc, ::pid_t server) {
  WorkerCounts counts;
  for (const ::pid_t inspector : children_in(proc, server)) {
    for (const ::pid_t worker : children_in(proc, inspector)) {
      auto status = status_of_process(proc, worker);
      if (!status) continue;
      ++counts.workers;
      constexpr const char* kFilter = "2";
      if ((*status)["Seccomp"] != kFilter || (*status)["NoNewPrivs"] != "1") ++counts.unconfined;
    }
  }
  return counts;
}

}  // namespace

Diagnosis check_metrics(const std::optional<MetricSamples>& metrics, UtcTime now) {
  if (!metrics) {
    Diagnosis findings;
    for (const char* check : {"log", "inspector", "checkpoints", "witness", "survey"}) {
      findings.push_back(not_checked(check, "no server runs", "start the server, then ask again"));
    }
    return findings;
  }
  Diagnosis findings;
  for (const Row& row : kRows) {
    const auto value = metrics->value(row.metric);
    if (value) {
      findings.push_back(judged(row, *value));
    } else if (!is_optional(row.check)) {
      findings.push_back(
          not_checked(row.check, "the server does not say (" + std::string(row.metric) + ")"));
    }
  }
  add_survey_progress(findings, *metrics);
  add_witnesses(findings, *metrics, now);
  return findings;
}

Finding judge_silence(const std::optional<::pid_t>& process,
                      const std::string& state,
                      std::chrono::seconds waited) {
  constexpr const char* kCheck = "server";
  const std::string who = process ? fmt::format("the server, process {},", *process) : "the server";
  const std::string found = fmt::format(
      "{} holds the operators' socket and has not answered for {} s", who, waited.count());
  const bool is_stopped = state.starts_with('T') || state.starts_with('t');
  if (process && is_stopped) {
    return error(kCheck,
                 found + ": a signal or a debugger has stopped it",
                 fmt::format("let it go on: kill -CONT {}", *process));
  }
  return error(
      kCheck,
      found,
      "look at the load and the disk of the machine and at the operator's log; if it stays "
      "so, end the server with SIGKILL and start it again: no acknowledged event is lost");
}

Diagnosis check_webhooks(const std::string& answer) {
  constexpr const char* kCheck = "webhook";
  rapidjson::Document document;
  const bool is_read = parse_json(document, answer, kOwnJson) && document.IsObject() &&
                       document.HasMember("webhooks") && document["webhooks"].IsArray();
  if (!is_read) return {not_checked(kCheck, "the list of webhooks is not understood")};
  Diagnosis findings;
  for (const auto& webhook : document["webhooks"].GetArray()) {
    if (!webhook.IsObject()) continue;
    const std::string name =
        text_of_member(webhook, "id") + " of " + text_of_member(webhook, "clientKey");
    if (is_false(webhook, "enabled")) {
      findings.push_back(warning(
          kCheck,
          name + " is disabled (" + text_of_member(webhook, "disabledReason") + ")",
          "have its owner mend the address, then countersign webhook enable; or remove it"));
    } else if (is_failing(webhook)) {
      findings.push_back(warning(kCheck,
                                 name + " could not be delivered to at the last attempt",
                                 "have its owner look at the address; countersign webhook test"));
    }
  }
  if (findings.empty()) {
    findings.push_back(good(
        kCheck,
        fmt::format("of {} webhooks none is disabled or failing", document["webhooks"].Size())));
  }
  return findings;
}

Finding check_workers_of(const std::filesystem::path& proc, ::pid_t server) {
  constexpr const char* kCheck = "confinement";
  constexpr int kLooks = 20;
  constexpr std::chrono::milliseconds kBetween{50};
  WorkerCounts counts = count_workers(proc, server);
  for (int look = 1; look < kLooks && counts.unconfined > 0; ++look) {
    std::this_thread::sleep_for(kBetween);
    counts = count_workers(proc, server);
  }
  if (counts.workers == 0) {
    return not_checked(kCheck,
                       "the processes of the server that look at pictures are not shown here",
                       "run this in the server's namespaces, as its user or as root");
  }
  if (counts.unconfined == 0) {
    return good(
        kCheck,
        fmt::format("each of the server's {} workers has a system call filter and no way to "
                    "new privileges",
                    counts.workers));
  }
  return error(kCheck,
               fmt::format("{} of the server's {} workers have no system call filter",
                           counts.unconfined,
                           counts.workers),
               "stop the server, and use programs that are not built with sanitizers");
}

}  // namespace countersign
