#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "core/inspection/engines/external_judge.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/stop.h"
#include "core/random_source.h"
#include "events/crypto/secret.h"
#include "http/external/circuit_breaker.h"
#include "http/external/engine_address.h"
#include "http/external/engine_contract.h"
#include "http/external/engine_counters.h"
#include "http/external/http_client_pool.h"

namespace countersign::http {

struct ExternalEngineSettings {
  EngineAddress address;
  std::string authorities_file{};  // PEM, see ClientRequest; "": those of the system
  // For one question with its retries, from the first connection to the last byte of the last
  // answer.
  std::chrono::milliseconds timeout{5'000};
  std::uint64_t retries = 2;  // for one question
  // The approximate wait before the first retry; twice as long before each further one.
  std::chrono::milliseconds back_off{100};
  std::uint64_t concurrency = 4;  // questions at the same time
  // How long a question waits for its turn; none: the default of patience_of().
  std::optional<std::chrono::milliseconds> patience{};
  std::chrono::milliseconds look_every{30'000};  // between two looks at what the engine can do
  CircuitBreaker::Rules breaker{};
};

// Reported to the operator when a state begins, not for each question.
struct EngineNotice {
  enum class Kind : std::uint8_t {
    Answers,       // it said what it can do: the first description, or a different one
    NoAnswer,      // it has never said what it can do, and is asked again and again
    BreakerOpen,   // it is not asked for a while; checks are NOT_PERFORMED without waiting
    BreakerClosed  // it is asked again
  };
  Kind kind = Kind::NoAnswer;
  std::string why{};                               // of NoAnswer and BreakerOpen
  std::optional<EngineDescription> description{};  // of Answers
};

// The external engine at the address of the settings, by the contract of engine_contract.h.
//
// A question takes at most `timeout`. It is repeated only if the connection failed, or on 429, 502,
// 503 or 504, after a back-off with jitter (M. Brooker, Exponential Backoff And Jitter, AWS, 2015).
// No error here counts as a pass, or as a failure of the person. An error for lack of time is no
// outcome either: a client that sends many questions at once, or images that take long, must not be
// able to choose NOT_PERFORMED in place of an answer, for itself or for others.
//
//   no permit in time                         Busy: the device may come again, with nothing used up
//   no answer in time, no connection, or     Busy, if the engine at once says what it can do (GET
//   429, 502, 503, 504                       /v1/engine, in which no device has a part);
//                                            else NOT_PERFORMED, and a failure
//   400, 413, 415, 422                       NOT_PERFORMED
//   another status, an invalid answer        NOT_PERFORMED; also a failure if the engine does not
//                                            say what it can do
//
// Five failures in a row (Rules::failures) open the circuit breaker: from then on questions are
// answered at once, with NOT_PERFORMED, until a probe succeeds. An engine that says what it can do
// but does not answer questions does not open it, and devices wait for that engine: it must not say
// so while it cannot judge (docs/engines.md). A device whose images always take too long never ends
// its session; the rate limit and the session's lifetime bound it.
//
// Images go only to the address, with a random id for each question, and without session or client.
// Questions of several clients take turns.
//
// Thread-safe. A call holds its thread for at most patience_of() plus twice `timeout`, and all
// calls together hold at most threads_held() threads at a time. `tell` is called on the threads of
// the callers and of watch().
class ExternalEngine final : public ExternalJudge {
 public:
  using Tell = std::function<void(const EngineNotice&)>;
  using Now = std::function<CircuitBreaker::Time()>;

  // `secret` authenticates the server to the engine, in visible ASCII; "": none.
  ExternalEngine(
      const ExternalEngineSettings& settings,
      Secret secret,
      RandomSource& random,
      Tell tell,
      Now now = [] { return std::chrono::steady_clock::now(); });
  ~ExternalEngine() override;
  ExternalEngine(const ExternalEngine&) = delete;
  ExternalEngine& operator=(const ExternalEngine&) = delete;

  // Asks what the engine can do. One thread at a time. Returns false if it has not answered.
  bool look();
  // Starts a thread that looks every `look_every`, sooner after a failure.
  void watch();
  // Cancels the running questions. From now on a call that would ask the engine fails with
  // InspectionFailure::Stopping.
  void stop();

  std::optional<EngineCapabilities> offer() const override;
  // As in its last description; "unknown" before the first.
  EngineVersion version() const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;
  Result<Evaluation, InspectionFailure> judge_liveness(
      const LivenessRequest& request) const override;

  static std::size_t threads_held(const ExternalEngineSettings& settings) {
    return settings.concurrency + HttpClientPool::waiting_max(settings.concurrency);
  }
  // The next question in turn gets the permit of a running one, and each of these ends within its
  // `timeout` and that of the look after it. The limit is what devices, and proxies before the
  // server, usually wait.
  static std::chrono::milliseconds patience_of(const ExternalEngineSettings& settings) {
    constexpr std::chrono::milliseconds kLongest{60'000};
    return settings.patience.value_or(std::min(3 * settings.timeout, kLongest));
  }
  CircuitBreaker::State breaker_state() const { return breaker_.state(now_()); }
  const EngineCounters& counters() const { return counters_; }
  // Adds the families of the external engine to the metrics.
  void write(PrometheusText& page) const;

 private:
  struct Question;
  struct Attempt;

  ClientRequest request_to(std::string_view path) const;
  std::string request_id() const;
  Result<std::optional<EngineAnswer>, InspectionFailure> ask(const Question& question) const;
  Attempt ask_in_turn(const Question& question) const;
  Attempt ask_until_answered(const Question& question,
                             HttpClient& client,
                             ClientRequest& request) const;
  Attempt ask_once(const Question& question,
                   HttpClient& client,
                   const ClientRequest& request) const;
  void tell_of(CircuitBreaker::Change change, const std::string& why) const;
  Result<EngineDescription, std::string> ask_what_it_can(HttpClient& client) const;
  std::chrono::milliseconds delay(std::chrono::milliseconds first,
                                  std::uint64_t failures,
                                  std::chrono::milliseconds longest) const;
  void run();

  const ExternalEngineSettings settings_;
  const Secret secret_;
  RandomSource& random_;
  const Tell tell_;
  const Now now_;
  mutable CircuitBreaker breaker_;
  mutable HttpClientPool clients_;
  mutable EngineCounters counters_;
  HttpClient looking_;           // for look()
  bool told_no_answer_ = false;  // for look()

  Stop stop_;
  mutable Mutex mutex_;
  std::optional<EngineDescription> description_ GUARDED_BY(mutex_);
  bool answers_ GUARDED_BY(mutex_) = false;  // the last look() succeeded
  std::thread thread_;
};

}  // namespace countersign::http
