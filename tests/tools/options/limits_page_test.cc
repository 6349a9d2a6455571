// Generates docs/limits.md from the options of countersignd and from the constants of the sources.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <string>
#include <variant>
#include <vector>

#include "core/client/client.h"
#include "core/event/capture_page.h"
#include "core/inspection/engine.h"
#include "core/reviewer/reviewer.h"
#include "core/session/review/held_claims.h"
#include "core/session/review/review.h"
#include "core/session/review/review_reasons.h"
#include "core/session/session.h"
#include "core/webhook/webhook_url.h"
#include "core/webhook/webhooks.h"
#include "events/crypto/keys/key_command.h"
#include "events/record/codec.h"
#include "events/vault/puncturable_key.h"
#include "events/writer/writer.h"
#include "http/backend/link_request.h"
#include "http/backend/session_request.h"
#include "http/backend/webhooks/webhook_change.h"
#include "http/body/body_of.h"
#include "http/caller/idempotency.h"
#include "http/device/not_possible_request.h"
#include "http/device/upload.h"
#include "http/download/download_pace.h"
#include "http/edge/edge_settings.h"
#include "http/external/engine_contract.h"
#include "http/limits/console_places.h"
#include "http/limits/log_waiters.h"
#include "http/limits/session_claims.h"
#include "http/oidc/login_transactions.h"
#include "http/operator/operation_list.h"
#include "http/operator/operations.h"
#include "http/pages/docs/doc_site.h"
#include "http/review/cases/case_queue.h"
#include "http/review/passkey/sealed_challenges.h"
#include "http/review/sessions/review_sessions.h"
#include "http/webhooks/delivery/delivery_schedule.h"
#include "http/webhooks/delivery/endpoint_queue.h"
#include "http/webhooks/endpoint_proof.h"
#include "http/wire/multipart.h"
#include "http/wire/wait_time.h"
#include "http/witness/witness_push.h"
#include "projections/queries/review_report.h"
#include "projections/views/session/idempotency.h"
#include "tools/machine/daemon_process.h"
#include "tools/manual/command_description.h"
#include "tools/options/byte_size.h"
#include "tools/options/duration.h"
#include "tools/options/rate_text.h"
#include "tools/options/settings.h"

namespace countersign::limits_page_test {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::string_view kHead = R"(# Limits

The numbers that bound what somebody can do or wait for: first the settings, then the limits that no
setting changes. [Limits and settings](operators/limits-and-settings.md) says what happens beyond
the limits of a server, and [api.md](api.md#refusals-and-errors) how a call is refused.

This page is made from the options of `countersignd` and from the constants of the sources, and a
test compares the two: `COUNTERSIGN_WRITE_DOCS=1 ./dev check default tools` writes the page again.

## Settings

A time reads `30d`, `1h30m`, `2s` or `500ms`, a size `10MiB`, `64KiB` or, in bytes, `4096`. A rate
is a number and a time, `300/1m`, of which a fifth may come at once. The longest time that can be
written is `36525d`, a hundred years, and the largest size `8192TiB`. The levels that images are
judged by are [thresholds](inspection.md#thresholds).

| setting | unit | default | range | meaning |
|---|---|---|---|---|
)";

// Why the server refuses a value, in the one line that it prints; "" if it takes the value.
std::string refusal(const std::string& flag, const std::string& value) {
  const auto no_variable = [](const std::string&) { return std::optional<std::string>(); };
  const auto read = read_settings(
      {"--data=/srv/countersign", "--engine-url=unix:/run/engine.sock", flag + "=" + value},
      no_variable);
  const auto* refused = std::get_if<EarlyExit>(&read);
  return refused == nullptr ? "" : refused->text;
}

// Returns the first group of `pattern` in the text.
std::optional<std::string> found(const std::string& text, const char* pattern) {
  std::smatch match;
  if (!std::regex_search(text, match, std::regex(pattern))) return std::nullopt;
  return match[1].str();
}

// The least valid value, of which none is below `lowest`.
std::string least(const std::string& flag, const std::string& lowest) {
  const std::string text = refusal(flag, lowest);
  if (text.empty()) return "`" + lowest + "`";
  if (const auto from = found(text, R"( from (\S+) to )")) return "`" + *from + "`";
  if (const auto from = found(text, R"( at least (\S+)$)")) return "`" + *from + "`";
  if (const auto margin = found(text, R"( and (\S+) around it$)")) {
    return "the largest image plus `" + *margin + "`";
  }
  CHECK_MESSAGE(text.ends_with("must not be zero"), text);
  return "`1`";
}

// The largest valid value, of which none is above `highest`.
std::string most(const std::string& flag, const std::string& highest) {
  const std::string text = refusal(flag, highest);
  if (text.empty()) return "`" + highest + "`";
  if (const auto to = found(text, R"( to (\S+), not )")) return "`" + *to + "`";
  if (const auto other = found(text, R"(must not be longer than (--\S+))")) {
    return "`" + *other + "`";
  }
  const auto holder = found(text, R"((--\S+) \(\S+\) must hold )");
  CHECK_MESSAGE(holder.has_value(), text);
  return "what `" + holder.value_or("") + "` holds";
}

// The valid values of a setting, as the server itself says when it refuses others.
std::string range_of(const std::string& flag, const std::string& value) {
  if (value == "DURATION") return least(flag, "0s") + " to " + most(flag, "36525d");
  if (value == "SIZE") return least(flag, "0") + " to " + most(flag, "8192TiB");
  if (value == "RATE") {
    CHECK_FALSE(refusal(flag, "0/1m").empty());
    CHECK(refusal(flag, "1/36525d").empty());
    return "at least `1` in a time";
  }
  const std::string text = refusal(flag, "none");
  const auto from = found(text, R"(whole number from (\d+) to \d+$)");
  const auto to = found(text, R"(whole number from \d+ to (\d+)$)");
  CHECK_MESSAGE((from && to), text);
  return "`" + from.value_or("") + "` to `" + to.value_or("") + "`";
}

// The unit of a setting; "" if the setting is no number.
std::string unit_of(const std::string& value) {
  if (value == "DURATION") return "time";
  if (value == "SIZE") return "bytes";
  if (value == "RATE") return "number a time";
  return value == "NUMBER" ? "number" : "";
}

std::string settings_table() {
  std::vector<OptionDescription> options;
  visit_settings([&](const CLI::App& app) { options = describe(app).options; });
  std::string rows;
  for (const OptionDescription& option : options) {
    const std::string unit = unit_of(option.value);
    if (unit.empty()) continue;
    const std::string& flag = option.names.back();
    rows += fmt::format("| `{}` | {} | {} | {} | {} |\n",
                        flag,
                        unit,
                        option.preset.empty() ? "none" : "`" + option.preset + "`",
                        range_of(flag, option.value),
                        option.meaning);
  }
  return rows;
}

template <class Rep, class Period>
std::string time(std::chrono::duration<Rep, Period> duration) {
  return to_text(std::chrono::duration_cast<milliseconds>(duration));
}

std::string size(std::uint64_t bytes) {
  return bytes % 1024 == 0 ? byte_size_text(bytes) : fmt::format("{} bytes", bytes);
}

template <class Number>
std::string count(Number number, std::string_view of) {
  return fmt::format("{} {}", number, of);
}

struct Row {
  std::string_view what;
  std::string limit;
};

std::string table(std::string_view heading, const std::vector<Row>& rows) {
  std::string text = fmt::format("\n## {}\n\n| what | limit |\n|---|---|\n", heading);
  for (const Row& row : rows) text += fmt::format("| {} | {} |\n", row.what, row.limit);
  return text;
}

std::string of_devices() {
  using http::LogWaiters;
  using http::MultipartReader;
  using http::Upload;
  const http::ServiceSettings service;
  return table(
      "Devices",
      {{"frames of a submission of liveness, at most", count(service.max_frames, "frames")},
       {"a body that is JSON, at most", size(service.max_json_bytes)},
       {"parts of a form, at most", count(MultipartReader::kPartsMax, "parts")},
       {"the head of a part of a form, at most", size(MultipartReader::kPartHeadMaxBytes)},
       {"the boundary of a form, at most", count(MultipartReader::kBoundaryMax, "characters")},
       {"a text in a form with images, at most", size(Upload::kTextMaxBytes)},
       {"what a form has beside its images, at most", size(Upload::kFormOverheadBytes)},
       {"challenges of one step that are neither used nor expired, at most",
        count(kOutstandingChallengesMax, "challenges")},
       {"challenges of a session that are remembered; an older nonce is unknown",
        count(kChallengesRemembered, "challenges")},
       {"submissions and finalizes of a session that wait for another of the session, at most",
        count(http::SessionClaims::kWaitingMax, "calls")},
       {"long polls of the devices of one session, at most",
        count(LogWaiters::kWaitersMaxADevice, "calls")},
       {"tokens of a session, each of another device, at most; one more ends an old one",
        count(kTokensMax, "tokens")},
       {"handoffs that are offered in a session, at most", count(kHandoffsMax, "handoffs")},
       {"a person's words for why liveness is not possible, at most",
        count(http::kReasonMax, "characters")}});
}

std::string of_backends() {
  using http::DownloadPace;
  using http::LogWaiters;
  return table(
      "Backends",
      {{"`Idempotency-Key`, at most", count(http::kIdempotencyKeyMax, "characters")},
       {"for how long the same key gets the same answer", time(kIdempotencyWindow)},
       {"`userRef`, at most", count(http::kUserRefMax, "characters")},
       {"`labels` of a session, at most", count(http::kLabelsMax, "labels")},
       {"key of a label, at most", count(http::kLabelKeyMax, "characters")},
       {"`originAllowlist`, at most", count(http::kOriginsMax, "origins")},
       {"how long a call waits for a change, at most", time(seconds(http::kWaitMaxSeconds))},
       {"long polls of a client's feed, at most", count(LogWaiters::kWaitersMaxAClient, "calls")},
       {"long polls of all callers, at most", count(LogWaiters::kWaitersMax, "calls")},
       {"reviewers' pages that wait for the queue, at most; each reviewer has one",
        count(LogWaiters::kWaitersOfReviews, "calls")},
       {"average rate of a download, at least",
        size(DownloadPace::kMinBytesPerSecond) + " a second"},
       {"from when the rate of a download counts", time(DownloadPace::kGrace)},
       {"what a download takes in a window, at least",
        fmt::format(
            "{} in {}", size(DownloadPace::kMinBytesInWindow), time(DownloadPace::kWindow))},
       {"secrets of a client that work at the same time, at most", count(kSecretsMax, "secrets")},
       {"links of a session, with the first, at most", count(kLinksMax, "links")},
       {"life of a link, at least", time(seconds(http::kLinkTtlMinSeconds))},
       {"life of a link, at most; a client may have less", time(milliseconds(kLinkTtlMaxMs))},
       {"reasons of a decision, at most", count(kReviewReasonsMax, "reasons")},
       {"a reason's code, at most", count(kReviewReasonLengthMax, "characters")},
       {"a back office's name for a reviewer, at most", count(kReviewerLengthMax, "characters")},
       {"the note of a decision, at most", count(kReviewNoteMax, "characters")}});
}

std::string of_pages() {
  return table(
      "A client's capture page",
      {{"name, at most", count(kPageNameMax, "characters")},
       {"text of consent, at most", count(kConsentTextMax, "characters")},
       {"version of the consent, at most", count(kConsentVersionMax, "characters")},
       {"what comes next, at most", count(kPageNextMax, "characters")},
       {"an address to return to, at most", size(kReturnUrlMax)},
       {"further addresses to return to, at most", count(kReturnUrlsMax, "addresses")},
       {"languages with texts of their own, at most", count(kPageLanguagesMax, "languages")},
       {"countries with documents of their own, at most", count(kPageDocumentsMax, "countries")},
       {"file of the logo, at most", size(kLogoBytesMax)},
       {"side of the logo, at most", count(kLogoSideMax, "pixels")}});
}

std::string of_webhooks() {
  using http::EndpointProof;
  return table(
      "Webhooks",
      {{"webhooks of a client, at most", count(kWebhooksMax, "webhooks")},
       {"address of a webhook, at most", size(kWebhookUrlMax)},
       {"deliveries to one webhook at the same time, at most",
        count(http::EndpointQueue::kTogetherMax, "deliveries")},
       {"attempts for an event, with the first", count(http::kDeliveryAttempts, "attempts")},
       {"a receiver's `Retry-After` that is kept, at most", time(http::kRetryAfterMax)},
       {"challenges of an address", count(EndpointProof::kAttempts, "attempts")},
       {"answer to a challenge, at most", size(EndpointProof::kAnswerBytesMax)},
       {"challenges that a client may begin, at most", to_text(http::kChallengeRate)},
       {"replays of a webhook, at most", to_text(http::kReplayRate)},
       {"for how long an earlier secret signs too, unless the caller says otherwise",
        time(kOldWebhookSecretSigns)}});
}

std::string of_reviewers() {
  using http::ConsolePlaces;
  using http::ReviewSessions;
  return table(
      "Reviewers",
      {{"a link that registers a passkey works for", time(kReviewerLinkTtl)},
       {"passkeys of a reviewer, at most", count(kPasskeysMax, "passkeys")},
       {"roles of a reviewer, at most", count(kRolesMax, "roles")},
       {"a challenge for a passkey is good for", time(http::SealedChallenges::kLifetime)},
       {"a login at the identity provider takes, at most",
        time(http::LoginTransactions::kLifetime)},
       {"a login ends without a call after", time(ReviewSessions::kIdle)},
       {"a login ends in any case after", time(ReviewSessions::kLongest)},
       {"logins of a reviewer at the same time, at most; one more ends the least recent",
        count(ReviewSessions::kOfOneReviewer, "logins")},
       {"cases that a reviewer has at once, at most; one more ends the oldest claim",
        count(kClaimsMax, "cases")},
       {"a claim of which nothing is heard ends after", time(http::kClaimTtl)},
       {"a claim is renewed for, at most", time(kClaimKeptMax)},
       {"side of a rendering, at most", count(kRenderingMaxSide, "pixels")},
       {"days of a report, at most", count(kReportedDaysMax, "days")},
       {"calls that wait for the identity provider, at most; of one address",
        fmt::format("{}; {} calls", ConsolePlaces::kProvider, ConsolePlaces::kProviderEach)},
       {"calls that wait to log in or register, at most; of one address",
        fmt::format("{}; {} calls", ConsolePlaces::kEntry, ConsolePlaces::kEntryEach)},
       {"calls of reviewers that wait, at most; of one reviewer",
        fmt::format("{}; {} calls", ConsolePlaces::kReviewers, ConsolePlaces::kReviewersEach)}});
}

std::string of_connections() {
  const http::EdgeSettings edge;
  return table(
      "Connections",
      {{"the head of a request, at most", size(edge.head_limit_bytes)},
       {"the target in a head, at most", size(edge.target_limit_bytes)},
       {"fields of a head, at most", count(edge.max_headers, "fields")},
       {"time for the handshake of TLS", time(edge.handshake_timeout)},
       {"time for a head, from its first byte", time(edge.head_timeout)},
       {"silence within a body, at most", time(edge.body_idle_timeout)},
       {"from when the rate of a body counts", time(edge.body_grace)},
       {"window in which a body comes at a quarter of its least rate", time(edge.body_window)},
       {"between two requests of a connection, at most", time(edge.keep_alive_timeout)},
       {"an answer of which its reader takes nothing is given up after",
        time(edge.write_idle_timeout)},
       {"the place of such an answer is free for others after", time(edge.reader_idle)},
       {"connections that are refused at the same time, at most",
        count(ServerSettings().max_refusals, "connections")}});
}

std::string of_documentation() {
  const http::DocLimits limits;
  return table("The documentation under /docs",
               {{"files, at most", count(limits.files, "files")},
                {"a file, at most", size(limits.file_bytes)},
                {"all files together, at most", size(limits.bytes)},
                {"answers under way, together at most", size(limits.answer_bytes)}});
}

std::string of_operators() {
  return table("Operators and the log",
               {{"an event in the log, at most", size(kEventBytesMax)},
                {"changes that wait for the log, at most; then calls get 503",
                 count(Writer::kQueueMax, "changes")},
                {"keys of a slot", count(kTreeLeaves, "keys")},
                {"time for the command that prints the master key", time(kKeyCommandTimeout)},
                {"time for what is in flight when the server stops", time(kStopDeadline)},
                {"a text of an operation, unless its table says otherwise, at most",
                 size(http::kOperationTextMaxBytes)},
                {"rows of a page of an operation, without another number",
                 count(http::kPageDefault, "rows")},
                {"rows of a page of an operation, at most", count(http::kPageMax, "rows")},
                {"how long `log tail` waits for an event, at most",
                 time(seconds(http::kTailWaitMaxSeconds))},
                {"time for one request to a witness", time(http::WitnessPush::kTimeout)},
                {"answer of an external engine, at most", size(http::kEngineAnswerBytesMax)}});
}

std::string limits_page() {
  return std::string(kHead) + settings_table() + of_devices() + of_backends() + of_pages() +
         of_webhooks() + of_reviewers() + of_connections() + of_documentation() + of_operators();
}

TEST_CASE("the page of limits says what the settings and the constants say") {
  const std::string path = COUNTERSIGN_SOURCE_DIR "/docs/limits.md";
  const std::string expected = limits_page();
  if (std::getenv("COUNTERSIGN_WRITE_DOCS") != nullptr) std::ofstream(path) << expected;
  std::ifstream file(path);
  const std::string actual{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(actual == expected);
}

}  // namespace countersign::limits_page_test
