#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "core/enum_names.h"
#include "core/terms.h"
#include "http/metrics/prometheus_text.h"

// The counts that Metrics keeps for the service as a whole. Each is declared here alone, in the
// order of the page; to add one, add an enumerator and its row.
namespace countersign::http {

enum class Counter : std::uint8_t {
  SessionsCreated,
  SessionsFinalized,
  ChallengesIssued,
  SubmissionsJudged,
  SandboxSessionsCreated,
  SandboxSubmissionsJudged,
  SandboxSessionsFinalized,
  AuthenticationFailures,
  ForwardsIgnored,
  ForwardsMissing,
  IdempotentReplays,
  LogFailures,
  UploadsInFlight,
  Uploads,
  UploadBytes,
  BundlesSent,
  BundleFiles,
  BundleBytes,
  FilesSent,
  FileBytes,
  DownloadsBroken,
  DownloadsAborted,
  PurgedFiles,
  PurgedBytes,
  Sweeps,
  SweptExpired,
  SweptPurged,
};

struct CounterFamily {
  Counter counter;
  std::string_view name;  // countersign_...
  std::string_view help;
  PrometheusText::Kind kind = PrometheusText::Kind::Counter;
  // A family with a label has a sample for each value of the label; any other has one sample.
  std::string_view label = {};
  std::span<const std::string_view> values = {};

  constexpr std::size_t samples() const { return std::max<std::size_t>(values.size(), 1); }
};

// The names of an enum whose values count from 0, as the values of a label.
template <NamedEnum E>
inline constexpr auto kLabelValues = [] {
  std::array<std::string_view, enum_names<E>.size()> values{};
  for (const Named<E>& each : enum_names<E>) {
    values[static_cast<std::size_t>(each.value)] = each.name;
  }
  return values;
}();

inline constexpr CounterFamily kCounterFamilies[] = {
    {.counter = Counter::SessionsCreated,
     .name = "countersign_sessions_created_total",
     .help = "Sessions created, by purpose.",
     .label = "purpose",
     .values = kLabelValues<Purpose>},
    {.counter = Counter::SessionsFinalized,
     .name = "countersign_sessions_finalized_total",
     .help = "Sessions finalized, by result.",
     .label = "result",
     .values = kLabelValues<ResultStatus>},
    {.counter = Counter::ChallengesIssued,
     .name = "countersign_challenges_issued_total",
     .help = "Nonces handed out, by step.",
     .label = "step",
     .values = kLabelValues<Step>},
    // Its samples have two labels, and codes have no table: Metrics keeps them in a map.
    {Counter::SubmissionsJudged,
     "countersign_submissions_judged_total",
     "Submissions judged, by step and code; OK is a success."},
    {Counter::SandboxSessionsCreated,
     "countersign_sandbox_sessions_created_total",
     "Sandbox sessions created; they are in none of the families above but challenges."},
    {Counter::SandboxSubmissionsJudged,
     "countersign_sandbox_submissions_judged_total",
     "Submissions judged by their file names."},
    {.counter = Counter::SandboxSessionsFinalized,
     .name = "countersign_sandbox_sessions_finalized_total",
     .help = "Sandbox sessions finalized, by forced result.",
     .label = "result",
     .values = kLabelValues<ResultStatus>},
    {Counter::AuthenticationFailures,
     "countersign_authentication_failures_total",
     "Client credentials that were wrong."},
    {Counter::ForwardsIgnored,
     "countersign_forwards_ignored_total",
     "Requests whose X-Forwarded-For was ignored, since the peer is no trusted proxy."},
    {Counter::ForwardsMissing,
     "countersign_forwards_missing_total",
     "Requests of a trusted proxy without an X-Forwarded-For."},
    {Counter::IdempotentReplays,
     "countersign_idempotent_replays_total",
     "Requests answered again from the log."},
    {Counter::LogFailures,
     "countersign_log_failures_total",
     "Writes or fsyncs of the log that failed; after one the service ends."},
    {Counter::UploadsInFlight,
     "countersign_uploads_in_flight",
     "Uploads being taken.",
     PrometheusText::Kind::Gauge},
    {Counter::Uploads, "countersign_uploads_total", "Uploads begun."},
    {Counter::UploadBytes, "countersign_upload_bytes_total", "Bytes of images taken."},
    {Counter::BundlesSent, "countersign_bundles_sent_total", "Bundles sent whole."},
    {Counter::BundleFiles, "countersign_bundle_files_total", "Files in bundles sent."},
    {Counter::BundleBytes, "countersign_bundle_bytes_total", "Bytes of files in them."},
    {Counter::FilesSent, "countersign_files_sent_total", "Single files sent."},
    {Counter::FileBytes, "countersign_file_bytes_total", "Bytes of single files sent."},
    {Counter::DownloadsBroken,
     "countersign_downloads_broken_total",
     "Downloads for which a stored file was missing or corrupt."},
    {Counter::DownloadsAborted,
     "countersign_downloads_aborted_total",
     "Downloads that the client left or took too slowly."},
    {Counter::PurgedFiles, "countersign_purged_files_total", "Files purged."},
    {Counter::PurgedBytes, "countersign_purged_bytes_total", "Bytes of files purged."},
    {Counter::Sweeps, "countersign_sweeps_total", "Retention sweeps."},
    {Counter::SweptExpired,
     "countersign_swept_expired_total",
     "Sessions that sweeps found expired."},
    {Counter::SweptPurged, "countersign_swept_purged_total", "Sessions that sweeps purged."},
};

inline constexpr std::size_t kCounters = std::size(kCounterFamilies);
// The most samples that one of the families has.
inline constexpr std::size_t kCounterSamplesMax =
    std::ranges::max(kCounterFamilies, {}, &CounterFamily::samples).samples();

static_assert(
    [] {
      std::size_t row = 0;
      for (const CounterFamily& family : kCounterFamilies) {
        if (static_cast<std::size_t>(family.counter) != row++) return false;
      }
      return row == static_cast<std::size_t>(Counter::SweptPurged) + 1;
    }(),
    "each counter has a row, in the order of the enumerators");

}  // namespace countersign::http
