#include "http/objects/s3_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "events/crypto/os_random.h"
#include "http/objects/s3_answers.h"

namespace countersign::http {
namespace {

using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

constexpr milliseconds kFirstPause{50};
constexpr milliseconds kLongestPause{2'000};
constexpr int kPausesMost = 16;  // of them a pause no longer grows
constexpr std::size_t kIdleMost = 32;

constexpr int kForbidden = 403;
constexpr int kTooMany = 429;

S3Ability ability_of(const S3Call& call) {
  if (call.object.empty()) return S3Ability::AskBucket;
  switch (call.method) {
    case SignedRequest::Method::Get:
      return S3Ability::GetObject;
    case SignedRequest::Method::Put:
      return S3Ability::PutObject;
    case SignedRequest::Method::Delete:
      return S3Ability::DeleteObject;
  }
  return S3Ability::AskBucket;
}

bool is_answer(S3Ability ability, int status, std::string_view code) {
  constexpr auto kAnswers = std::to_array<int>({200, 204, 206, 416});
  if (std::ranges::find(kAnswers, status) != kAnswers.end()) return true;
  if (ability != S3Ability::AskBucket) return status == kNotFound && code == "NoSuchKey";
  // 501: a store that does not know a configuration has none of it.
  return status == 501 || (status == kNotFound && !code.empty() && code != "NoSuchBucket");
}

bool is_worth_a_try(int status) {
  return status == kTooMany || status == 500 || (status >= 502 && status <= 504);
}

std::string why_of(int status, const std::string& code) {
  const std::string what = fmt::format("{}{}{}", status, code.empty() ? "" : " ", code);
  if (code == "RequestTimeTooSkewed") {
    return fmt::format("it answers {}: the clock of this machine, or its own, is wrong", what);
  }
  if (status == kForbidden || status == 401) {
    return fmt::format(
        "it answers {}: the credentials of --s3-key-file are wrong, or may not do what is needed",
        what);
  }
  if (status == kNotFound && code == "NoSuchBucket") {
    return fmt::format("it answers {}: there is no such bucket", what);
  }
  if (status >= 300 && status < 400) {
    return fmt::format(
        "it answers {}: the bucket is elsewhere; check --s3-endpoint and --s3-region", what);
  }
  if (is_worth_a_try(status)) return fmt::format("it answers {}: it is overloaded or ill", what);
  return fmt::format("it answers {}, which is no answer to the call", what);
}

milliseconds drawn_up_to(milliseconds most) {
  OsRandom random;
  std::array<std::uint8_t, 4> bytes{};
  random.fill(bytes);
  std::uint32_t drawn = 0;
  for (const std::uint8_t byte : bytes) drawn = drawn << 8 | byte;
  return milliseconds(drawn % (static_cast<std::uint32_t>(most.count()) + 1));
}

// `Retry-After` in seconds; a date is not waited for.
milliseconds asked_for(std::string_view retry_after) {
  int seconds = 0;
  const auto [end, error] =
      std::from_chars(retry_after.data(), retry_after.data() + retry_after.size(), seconds);
  const bool is_number = error == std::errc() && end == retry_after.data() + retry_after.size();
  return is_number && seconds > 0 && seconds < 60 ? std::chrono::seconds(seconds) : milliseconds(0);
}

milliseconds pause_before(int tries) {
  const milliseconds doubled = kFirstPause * (1 << std::min(tries, kPausesMost));
  return drawn_up_to(std::min(doubled, kLongestPause));
}

}  // namespace

S3Client::S3Client(S3Settings settings) : settings_(std::move(settings)) {}
S3Client::~S3Client() = default;

std::unique_ptr<SignedTransfer> S3Client::take_transfer() {
  {
    const MutexLock lock(mutex_);
    if (!idle_.empty()) {
      auto taken = std::move(idle_.back());
      idle_.pop_back();
      return taken;
    }
  }
  return std::make_unique<SignedTransfer>();
}

void S3Client::give_back(std::unique_ptr<SignedTransfer> transfer) {
  const MutexLock lock(mutex_);
  if (idle_.size() < kIdleMost) idle_.push_back(std::move(transfer));
}

SignedRequest S3Client::request_of(const S3Call& call) const {
  const S3Address& address = settings_.address;
  SignedRequest request{.method = call.method,
                        .url = address.bucket_url(),
                        .region = address.region,
                        .key_id = settings_.key_id,
                        .secret = settings_.secret.reveal(),
                        .payload_sha256 = call.payload_sha256,
                        .headers = call.headers,
                        .source = call.source,
                        .source_bytes = call.source_bytes,
                        .sink = call.sink,
                        .sink_offset = call.sink_offset,
                        .sink_bytes_max = call.sink_bytes_max,
                        .authorities_file = address.authorities_file};
  if (!call.object.empty()) request.url += address.prefix + call.object;
  if (!call.query.empty()) request.url += '?' + call.query;
  if (request.payload_sha256.empty()) request.payload_sha256 = kSha256OfNothing;
  return request;
}

Result<SignedAnswer, S3Fault> S3Client::ask(const S3Call& call) {
  if (stop_.asked()) return S3Fault{"this server is stopping"};
  const S3Ability ability = ability_of(call);
  const bool fails = fault(ability).has_value();
  const Steady::time_point end =
      Steady::now() + (fails ? settings_.impatience : settings_.patience);
  SignedRequest request = request_of(call);
  auto transfer = take_transfer();
  for (int tries = 0;; ++tries) {
    request.timeout =
        std::max(milliseconds(1), std::chrono::duration_cast<milliseconds>(end - Steady::now()));
    auto answer = transfer->ask(request);
    std::string why;
    bool again = true;
    milliseconds pause = pause_before(tries);
    if (answer) {
      const std::string code = s3_code_of(answer->body);
      const bool is_refusal = answer->status >= 400 && answer->status < 500;
      if (is_answer(ability, answer->status, code) || (is_refusal && call.may_be_refused)) {
        give_back(std::move(transfer));
        note(ability, std::nullopt);
        return *std::move(answer);
      }
      why = why_of(answer->status, code);
      again = is_worth_a_try(answer->status);
      pause = std::max(pause, asked_for(answer->retry_after));
    } else {
      why = "it does not answer: " + answer.error().why;
      again = answer.error().kind != NoAnswer::Kind::TooLong;
    }
    if (!again || fails || Steady::now() + pause >= end || !stop_.sleep_for(pause)) {
      note(ability, why);
      return S3Fault{std::move(why)};
    }
  }
}

std::optional<std::string> S3Client::fault(S3Ability ability) const {
  const MutexLock lock(mutex_);
  return faults_.at(static_cast<std::size_t>(ability));
}

std::optional<std::string> S3Client::fault() const {
  const MutexLock lock(mutex_);
  return first_fault();
}

std::optional<std::string> S3Client::first_fault() const {
  const auto found =
      std::ranges::find_if(faults_, [](const auto& each) { return each.has_value(); });
  return found == faults_.end() ? std::nullopt : *found;
}

void S3Client::note(S3Ability ability, std::optional<std::string> fault) {
  {
    const MutexLock lock(mutex_);
    const bool failed = first_fault().has_value();
    faults_.at(static_cast<std::size_t>(ability)) = fault;
    if (failed == first_fault().has_value()) return;
  }
  const std::string name = settings_.address.name();
  if (fault && settings_.warn) {
    settings_.warn(
        fmt::format("files: {}: {}: files are neither taken nor given out until it serves again",
                    name,
                    *fault));
  }
  if (!fault && settings_.tell) settings_.tell(fmt::format("files: {}: it serves again", name));
}

}  // namespace countersign::http
