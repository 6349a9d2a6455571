#include "tools/server/metric_sources.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace countersign {
namespace {

using Kind = http::Metrics::Kind;

// Adds the metrics of a process that forks confined workers.
void add_confined_sources(http::Metrics& metrics,
                          const std::string& name,
                          const char* without_it,
                          const confined::ConfinedEngine& engine) {
  const confined::InspectorCounters& counters = engine.counters();
  const auto add_counter =
      [&](const char* what, const char* help, const std::atomic<std::uint64_t>& count) {
        metrics.add_source({name + what, help, Kind::Counter, [&count] { return count.load(); }});
      };
  add_counter("_crashes_total", "Workers that died of an image.", counters.crashes);
  add_counter("_starved_total",
              "Workers that a busy machine gave too little time; the submission may come again.",
              counters.starved);
  add_counter("_killed_total",
              "Workers that something else killed: the system, for want of memory.",
              counters.killed);
  add_counter("_timeouts_total",
              "Workers that took too long for an image, and were killed.",
              counters.timeouts);
  add_counter("_garbled_total", "Workers that sent an invalid message.", counters.garbled);
  add_counter("_out_of_memory_total",
              "Workers for whose image there was not enough memory.",
              counters.out_of_memory);
  metrics.add_source({name + "_restarts_total",
                      "Times that it had ended and was started again.",
                      Kind::Counter,
                      [&engine] { return engine.inspector_restarts(); }});
  metrics.add_source({name + "_up", without_it, Kind::Gauge, [&engine]() -> std::uint64_t {
                        return engine.inspector_running() ? 1 : 0;
                      }});
  metrics.add_source({name + "_yields",
                      "1 when it gives the server precedence; 0 delays answers.",
                      Kind::Gauge,
                      [&engine]() -> std::uint64_t { return engine.inspector_yields() ? 1 : 0; }});
  metrics.add_source({name + "_confined",
                      "1 when those who look at images are confined, as in every build for use.",
                      Kind::Gauge,
                      [&engine]() -> std::uint64_t { return engine.confines() ? 1 : 0; }});
}

// Adds the number of calls that wait, for each place where calls wait.
void add_queue_sources(http::Metrics& metrics, const http::Service& service) {
  metrics.add_source({"countersign_inspections_waiting",
                      "Images that wait for a thread to judge them.",
                      Kind::Gauge,
                      [&service] { return service.inspection.queued(); }});
  metrics.add_source({"countersign_session_calls_waiting",
                      "Submissions and finalizes that wait for another of their session.",
                      Kind::Gauge,
                      [&service] { return service.claims.waiting(); }});
  metrics.add_source({"countersign_comparisons_waiting",
                      "Finalizes that wait for a thread to compare faces.",
                      Kind::Gauge,
                      [&service] { return service.faces.queued(); }});
  metrics.add_source({"countersign_transfers_waiting",
                      "File operations that wait for a thread.",
                      Kind::Gauge,
                      [&service] { return service.transfers.queued(); }});
  metrics.add_source({"countersign_ceremonies_waiting",
                      "Answers of passkeys that wait for a thread to verify them.",
                      Kind::Gauge,
                      [&service] { return service.ceremony_threads.queued(); }});
  metrics.add_source({"countersign_reads_waiting",
                      "Reads of lists, cases and proofs that wait for a thread.",
                      Kind::Gauge,
                      [&service] { return service.reads.queued(); }});
  metrics.add_source(
      {"countersign_reports_waiting", "Reports that wait for their turn.", Kind::Gauge, [&service] {
         return service.reports.queued();
       }});
  metrics.add_source({"countersign_operations_waiting",
                      "Operators' calls that wait for a thread.",
                      Kind::Gauge,
                      [&service] { return service.operator_threads.queued(); }});
}

// Adds how far the survey of the stored files is, and what it has found.
void add_survey_sources(http::Metrics& metrics, const http::Service& service) {
  using Progress = FileSurvey::Progress;
  const auto add = [&](const char* name, const char* help, auto read) {
    metrics.add_source({name, help, Kind::Gauge, [&service, read]() -> std::uint64_t {
                          return read(service.data.survey().progress());
                        }});
  };
  add("countersign_survey_done",
      "1 when the survey of the stored files has ended; each start begins another.",
      [](const Progress& now) { return now.phase == FileSurvey::Phase::Done ? 1 : 0; });
  add("countersign_survey_failed",
      "1 when the survey has ended because views or folders cannot be read.",
      [](const Progress& now) { return now.phase == FileSurvey::Phase::Failed ? 1 : 0; });
  add("countersign_survey_files",
      "Stored files that the survey has looked at.",
      [](const Progress& now) { return now.names; });
  add("countersign_survey_sessions",
      "Sessions that the survey has looked at, after the files.",
      [](const Progress& now) { return now.sessions; });
  add("countersign_missing_files",
      "Stored files that the log names and the survey has missed.",
      [](const Progress& now) { return now.missing_files; });
  add("countersign_missing_keys",
      "Sessions of which the survey has found no readable key.",
      [](const Progress& now) { return now.missing_keys; });
  add("countersign_unnamed_files",
      "Files that the log does not name, and that the survey has kept.",
      [](const Progress& now) { return now.strangers; });
  add("countersign_old_marks_left",
      "1 until the survey has replaced the marks of files that version 0.2.0 stored.",
      [](const Progress& now) { return now.old_marks_replaced ? 0 : 1; });
}

}  // namespace

void add_inspector_sources(http::Metrics& metrics, const confined::ConfinedEngine& engine) {
  add_confined_sources(metrics,
                       "countersign_inspector",
                       "1 while the inspector runs; without it uploads are answered with 503.",
                       engine);
}

void add_matcher_sources(http::Metrics& metrics, const confined::ConfinedEngine& engine) {
  add_confined_sources(metrics,
                       "countersign_matcher",
                       "1 while the matcher runs; without it sessions that compare faces are "
                       "finalized with 503, and recordings that its model of presentation attacks "
                       "judges are answered with 503.",
                       engine);
}

void add_reader_sources(http::Metrics& metrics, const confined::ConfinedEngine& engine) {
  add_confined_sources(metrics,
                       "countersign_reader",
                       "1 while the reader runs; without it documents with a machine-readable zone "
                       "or bar code are answered 503.",
                       engine);
}

void add_service_sources(http::Metrics& metrics, const http::Service& service) {
  add_queue_sources(metrics, service);
  metrics.add_source({"countersign_upload_places_taken",
                      "Uploads between their head and their answer.",
                      Kind::Gauge,
                      [&service] { return service.uploads.in_flight(); }});
  metrics.add_source(
      {"countersign_downloads_running", "Downloads that hold a thread.", Kind::Gauge, [&service] {
         return service.downloads.taken();
       }});
  metrics.add_source(
      {"countersign_long_polls", "Calls that wait for the log to grow.", Kind::Gauge, [&service] {
         return service.waiters.waiting();
       }});
  metrics.add_source({"countersign_purges_waiting",
                      "Erasures by request that wait for the next pass.",
                      Kind::Gauge,
                      [&service] { return service.purges.waiting(); }});
  metrics.add_source({"countersign_purged_files_left",
                      "Files purged in the log that could not be removed from the disk yet.",
                      Kind::Gauge,
                      [&service] { return service.data.erasure().files_left(); }});
  add_survey_sources(metrics, service);
  metrics.add_source({"countersign_key_slots",
                      "Keys of purge days that have not been destroyed.",
                      Kind::Gauge,
                      [&service] { return service.data.keys().slots().size(); }});
  metrics.add_source(
      {"countersign_log_sequence", "The last event of the log.", Kind::Gauge, [&service] {
         return service.data.queries().head().value();
       }});
  metrics.add_source({"countersign_log_tables",
                      "Table files of the log's database, each of which may be open.",
                      Kind::Gauge,
                      [&service] { return service.data.log().tables(); }});
  metrics.add_source({"countersign_checkpoint_size",
                      "Events that the newest signed checkpoint covers.",
                      Kind::Gauge,
                      [&service] { return service.data.checkpoints()->latest().size; }});
  metrics.add_source(
      {"countersign_checkpoint_failing",
       "1 while the log cannot be signed: ask `log checkpoint` why.",
       Kind::Gauge,
       [&service]() -> std::uint64_t { return service.data.checkpoints()->failure() ? 1 : 0; }});
}

}  // namespace countersign
