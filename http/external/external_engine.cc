#include "http/external/external_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/bytes.h"
#include "http/wire/random_ids.h"

namespace countersign::http {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds kLookAgainFirst{1'000};

bool is_json(std::string_view content_type) {
  constexpr std::string_view kJson = "application/json";
  return equal_ignoring_case(content_type.substr(0, kJson.size()), kJson) &&
         (content_type.size() == kJson.size() || content_type[kJson.size()] == ';' ||
          content_type[kJson.size()] == ' ');
}

std::string what_engine_said(int status) { return fmt::format("it answered {}", status); }

// Returns what is wrong with an answer before its body is read; "" if nothing is.
std::string wrong_with_head(const ClientAnswer& answer) {
  if (answer.status != 200) return what_engine_said(answer.status);
  if (!is_json(answer.content_type))
    return "the Content-Type of its answer is not application/json";
  return "";
}

bool shows_that_it_is_there(CallOutcome outcome) {
  return outcome == CallOutcome::Answered || outcome == CallOutcome::Refused;
}

std::uint64_t number_of(CircuitBreaker::State state) {
  switch (state) {
    case CircuitBreaker::State::Closed:
      return 0;
    case CircuitBreaker::State::HalfOpen:
      return 1;
    case CircuitBreaker::State::Open:
      return 2;
  }
  check(false, "the state of a circuit breaker is an enumerator of CircuitBreaker::State");
  return 0;
}

}  // namespace

// One question to the engine.
struct ExternalEngine::Question {
  EngineCall call;
  const ClientKey& client;  // whose turn the question takes
  std::string_view path;
  std::function<std::optional<std::string>()> body;  // none: an image could not be loaded
  std::function<Result<EngineAnswer, std::string>(const std::string& body)> read;
};

struct ExternalEngine::Attempt {
  CallOutcome outcome = CallOutcome::NotReached;
  std::optional<EngineAnswer> answer{};  // for Answered
  std::string why{};                     // for all others
  bool may_be_repeated = false;
  bool was_busy = false;  // the engine is there, but it or something in between had no time
};

ExternalEngine::ExternalEngine(
    const ExternalEngineSettings& settings, Secret secret, RandomSource& random, Tell tell, Now now)
    : settings_(settings),
      secret_(std::move(secret)),
      random_(random),
      tell_(std::move(tell)),
      now_(std::move(now)),
      breaker_(settings.breaker),
      clients_(settings.concurrency) {}

ExternalEngine::~ExternalEngine() { stop(); }

void ExternalEngine::stop() {
  stop_.ask();
  clients_.stop();
  looking_.cancel();
  if (thread_.joinable()) thread_.join();
}

// ---- what the engine can do -------------------------------------------------

Result<EngineDescription, std::string> ExternalEngine::ask_what_it_can(HttpClient& client) const {
  ClientRequest request = request_to("/v1/engine");
  request.timeout = settings_.timeout;
  const auto answer = client.ask(request);
  if (!answer) return answer.error().why;
  if (std::string wrong = wrong_with_head(*answer); !wrong.empty()) return wrong;
  return read_engine_description(answer->body);
}

bool ExternalEngine::look() {
  const auto described = ask_what_it_can(looking_);
  bool known = false;
  bool has_changed = false;
  {
    const MutexLock lock(mutex_);
    known = description_.has_value();
    answers_ = described.has_value();
    if (described) {
      has_changed = description_ != *described;
      description_ = *described;
    }
  }
  if (stop_.asked()) return false;
  if (has_changed) tell_({.kind = EngineNotice::Kind::Answers, .description = *described});
  if (described) return true;
  if (known) {
    tell_of(breaker_.found_dead(now_()), described.error());
  } else if (!told_no_answer_) {
    tell_({.kind = EngineNotice::Kind::NoAnswer, .why = described.error()});
    told_no_answer_ = true;
  }
  return false;
}

void ExternalEngine::watch() {
  thread_ = std::thread([this] { run(); });
}

void ExternalEngine::run() {
  std::uint64_t failures = 0;
  {
    const MutexLock lock(mutex_);
    failures = answers_ ? 0 : 1;
  }
  while (stop_.sleep_for(failures == 0 ? settings_.look_every
                                       : delay(kLookAgainFirst, failures, settings_.look_every))) {
    failures = look() ? 0 : failures + 1;
  }
}

std::optional<EngineCapabilities> ExternalEngine::offer() const {
  const MutexLock lock(mutex_);
  if (!description_) return std::nullopt;
  return description_->offer;
}

EngineVersion ExternalEngine::version() const {
  const MutexLock lock(mutex_);
  return description_ ? description_->engine : EngineVersion{"unknown", "unknown"};
}

// ---- questions --------------------------------------------------------------

Result<MatchEvaluation, InspectionFailure> ExternalEngine::match_faces(
    const MatchRequest& request) const {
  const std::string id = request_id();
  const auto answer = ask({
      .call = EngineCall::Match,
      .client = request.client,
      .path = "/v1/match",
      .body = [&]() -> std::optional<std::string> {
        const auto reference = request.load_reference();
        const auto probe = request.load_frame(0);
        if (!reference || !probe) return std::nullopt;
        return match_request(id, *reference, *probe);
      },
      .read = [&](const std::string& body) { return read_match_answer(body, id); },
  });
  if (!answer) return answer.error();
  return match_evaluation(*answer);
}

Result<Evaluation, InspectionFailure> ExternalEngine::judge_liveness(
    const LivenessRequest& request) const {
  const std::string id = request_id();
  const auto answer = ask({
      .call = EngineCall::Liveness,
      .client = request.client,
      .path = "/v1/liveness",
      .body = [&]() -> std::optional<std::string> {
        LivenessRequestText text(id, request.actions);
        for (std::size_t i = 0; i < request.frame_count; ++i) {
          const auto frame = request.load(i);
          if (!frame) return std::nullopt;
          text.add_frame(*frame);
        }
        return std::move(text).finish();
      },
      .read = [&](const std::string& body) { return read_liveness_answer(body, id); },
  });
  if (!answer) return answer.error();
  return liveness_evaluation(*answer);
}

Result<std::optional<EngineAnswer>, InspectionFailure> ExternalEngine::ask(
    const Question& question) const {
  const auto begun = now_();
  Attempt last = ask_in_turn(question);
  counters_.ended(question.call,
                  last.outcome,
                  std::chrono::duration_cast<std::chrono::microseconds>(now_() - begun));
  if (last.outcome == CallOutcome::NotLoaded) return InspectionFailure::ImageNotLoaded;
  if (last.outcome == CallOutcome::Stopped) return InspectionFailure::Stopping;
  if (last.outcome == CallOutcome::Busy || last.was_busy) return InspectionFailure::Busy;
  return std::move(last.answer);
}

ExternalEngine::Attempt ExternalEngine::ask_in_turn(const Question& question) const {
  if (!offer()) return {.outcome = CallOutcome::Unknown};
  if (breaker_state() == CircuitBreaker::State::Open) return {.outcome = CallOutcome::BreakerOpen};
  const auto permit = clients_.take(question.client, patience_of(settings_));
  if (!permit) return {.outcome = stop_.asked() ? CallOutcome::Stopped : CallOutcome::Busy};
  HttpClient& http = *(*permit)->client;
  auto leave = breaker_.ask(now_());
  if (!leave) return {.outcome = CallOutcome::BreakerOpen};
  auto body = question.body();
  if (!body) return {.outcome = CallOutcome::NotLoaded};
  ClientRequest request = request_to(question.path);
  request.method = "POST";
  request.headers.emplace_back("Content-Type: application/json");
  request.body = std::move(*body);
  Attempt last = ask_until_answered(question, http, request);
  if (last.outcome == CallOutcome::Stopped) return last;
  const bool is_there = shows_that_it_is_there(last.outcome) || ask_what_it_can(http).has_value();
  if (is_there) {
    last.was_busy = last.may_be_repeated || last.outcome == CallOutcome::TimedOut;
    tell_of(breaker_.succeeded(*std::move(leave)), "");
    return last;
  }
  if (stop_.asked()) return {.outcome = CallOutcome::Stopped};  // stop() has ended the look too
  tell_of(breaker_.failed(*std::move(leave), now_()), last.why);
  return last;
}

ExternalEngine::Attempt ExternalEngine::ask_until_answered(const Question& question,
                                                           HttpClient& client,
                                                           ClientRequest& request) const {
  const auto deadline = now_() + settings_.timeout;
  // Never 0, which would mean no limit.
  const auto left = [&] {
    return std::max(milliseconds(1), std::chrono::ceil<milliseconds>(deadline - now_()));
  };
  for (std::uint64_t failures = 0;;) {
    request.timeout = left();
    Attempt attempt = ask_once(question, client, request);
    if (!attempt.may_be_repeated || ++failures > settings_.retries) return attempt;
    const milliseconds wait = delay(settings_.back_off, failures, settings_.timeout);
    if (wait >= left()) return attempt;
    if (!stop_.sleep_for(wait)) return {.outcome = CallOutcome::Stopped};
    counters_.retried();
  }
}

ExternalEngine::Attempt ExternalEngine::ask_once(const Question& question,
                                                 HttpClient& client,
                                                 const ClientRequest& request) const {
  const auto answer = client.ask(request);
  if (!answer) {
    switch (answer.error().kind) {
      case NoAnswer::Kind::NotReached:
      case NoAnswer::Kind::Broken:
        return {
            .outcome = CallOutcome::NotReached, .why = answer.error().why, .may_be_repeated = true};
      case NoAnswer::Kind::TimedOut:
        return {.outcome = CallOutcome::TimedOut, .why = answer.error().why};
      case NoAnswer::Kind::TooLong:
        return {.outcome = CallOutcome::TooLong, .why = answer.error().why};
      case NoAnswer::Kind::Cancelled:
        return {.outcome = CallOutcome::Stopped};
    }
  }
  switch (answer->status) {
    case 200:
      break;
    case 400:
    case 413:
    case 415:
    case 422:
      return {.outcome = CallOutcome::Refused, .why = what_engine_said(answer->status)};
    case 429:
    case 502:
    case 503:
    case 504:
      return {.outcome = CallOutcome::ErrorStatus,
              .why = what_engine_said(answer->status),
              .may_be_repeated = true};
    default:
      return {.outcome = CallOutcome::ErrorStatus, .why = what_engine_said(answer->status)};
  }
  if (std::string wrong = wrong_with_head(*answer); !wrong.empty()) {
    return {.outcome = CallOutcome::Senseless, .why = std::move(wrong)};
  }
  auto read = question.read(answer->body);
  if (!read) return {.outcome = CallOutcome::Senseless, .why = read.error()};
  return {.outcome = CallOutcome::Answered, .answer = std::move(*read)};
}

void ExternalEngine::tell_of(CircuitBreaker::Change change, const std::string& why) const {
  switch (change) {
    case CircuitBreaker::Change::None:
      return;
    case CircuitBreaker::Change::Opened:
      return tell_({.kind = EngineNotice::Kind::BreakerOpen, .why = why});
    case CircuitBreaker::Change::Closed:
      return tell_({.kind = EngineNotice::Kind::BreakerClosed});
  }
}

ClientRequest ExternalEngine::request_to(std::string_view path) const {
  ClientRequest request;
  request.url = settings_.address.url + std::string(path);
  request.unix_socket = settings_.address.unix_socket;
  request.authorities_file = settings_.authorities_file;
  request.answer_bytes_max = kEngineAnswerBytesMax;
  request.headers.emplace_back("Accept: application/json");
  if (!secret_.empty()) {
    request.headers.push_back("Authorization: Bearer " + std::string(secret_.reveal()));
  }
  return request;
}

std::string ExternalEngine::request_id() const { return to_string(random_uuid(random_)); }

// Returns between half of the delay and all of it, so that questions that failed together do not
// come back together.
milliseconds ExternalEngine::delay(milliseconds first,
                                   std::uint64_t failures,
                                   milliseconds longest) const {
  const milliseconds full =
      std::min(longest, first * (std::int64_t{1} << std::min<std::uint64_t>(failures - 1, 10)));
  std::array<std::uint8_t, sizeof(std::uint32_t)> bytes{};
  random_.fill(bytes);
  const auto drawn = big_endian<std::uint32_t>(text_of(bytes));
  return full - milliseconds(drawn % (full.count() / 2 + 1));
}

void ExternalEngine::write(PrometheusText& page) const {
  counters_.write(page);
  bool answers = false;
  {
    const MutexLock lock(mutex_);
    answers = answers_;
  }
  page.gauge("countersign_engine_up",
             "1 while the external engine describes its checks.",
             answers ? 1 : 0);
  page.gauge("countersign_engine_breaker",
             "Of the external engine: 0 closed, 1 half-open, 2 open, when it is not asked.",
             number_of(breaker_state()));
  page.gauge("countersign_engine_in_flight",
             "Questions that the external engine is being asked.",
             clients_.taken());
}

}  // namespace countersign::http
