#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/inspection/engines/external_judge.h"
#include "core/random_source.h"
#include "events/crypto/secret.h"
#include "http/external/circuit_breaker.h"
#include "http/external/client_places.h"
#include "http/external/engine_address.h"
#include "http/external/engine_contract.h"
#include "http/external/engine_counters.h"

namespace countersign::http {

struct ExternalEngineSettings {
  EngineAddress address;
  std::string authorities_file{};  // PEM, see ClientRequest; "": those of the system
  // Of a question, from the first connection to the last byte of the last answer.
  std::chrono::milliseconds timeout{5'000};
  std::uint64_t retries = 2;  // of a question
  // Before the first retry, about; twice that before each further one.
  std::chrono::milliseconds back_off{100};
  std::uint64_t concurrency = 4;  // questions at the same time
  // Of a question that waits for its turn; none: patience_of().
  std::optional<std::chrono::milliseconds> patience{};
  std::chrono::milliseconds look_every{30'000};  // at what the engine says of itself
  CircuitBreaker::Rules breaker{};
};

// What an operator should know: told when it begins, not for each question.
struct EngineNews {
  enum class Kind : std::uint8_t {
    Answers,       // it has said what it can, for the first time or something new
    NoAnswer,      // it has never said what it can, and is asked again and again
    BreakerOpen,   // it is not asked for a while; checks are NOT_PERFORMED without waiting
    BreakerClosed  // it is asked again
  };
  Kind kind = Kind::NoAnswer;
  std::string why{};                               // of NoAnswer and BreakerOpen
  std::optional<EngineDescription> description{};  // of Answers
};

// The external engine at the address of the settings, by the contract of engine_contract.h.
//
// A question is asked at most `timeout`, and again only where no answer came or 429, 502, 503 or
// 504 did, after a back-off with jitter (M. Brooker, Exponential Backoff And Jitter, AWS, 2015).
// Nothing that goes wrong here is a pass, nor a failure of the person, and nothing that goes wrong
// for want of time is an outcome: who sends many questions at once, or images that take long, must
// not be able to choose NOT_PERFORMED in place of a verdict, for themselves or for others.
//
//   no place in time                         Busy: the device may come again, with nothing used up
//   no answer in time, no connection, or     Busy, if the engine says what it can when we ask it
//   429, 502, 503, 504                       at once (GET /v1/engine, in which no device has a
//                                            part); else NOT_PERFORMED, and a failure
//   another status, an answer that is none   NOT_PERFORMED; a failure if it does not say what it
//   can
//
// Five failures in a row open the circuit breaker: from then on questions are answered at once,
// with NOT_PERFORMED, until a probe succeeds. So an engine that says what it can, and then does not
// answer questions, is waited for: it must not say so while it cannot judge (docs/engines.md).
// A device whose images always take too long never ends its session; it is bounded by its rate, and
// by the session's life.
//
// Images go to the address alone, with a random id for each question, and with neither session nor
// client. Questions of several clients take turns.
//
// Thread-safe. A call holds its thread for patience_of() and twice `timeout` at most, and of all
// threads at most threads_held() at a time. `tell` is called on the threads that call, and on that
// of watch().
class ExternalEngine final : public ExternalJudge {
 public:
  using Tell = std::function<void(const EngineNews&)>;
  using Now = std::function<CircuitBreaker::Time()>;

  // `secret` is what the engine knows us by, "" for none: visible ASCII.
  ExternalEngine(
      const ExternalEngineSettings& settings,
      Secret secret,
      RandomSource& random,
      Tell tell,
      Now now = [] { return std::chrono::steady_clock::now(); });
  ~ExternalEngine() override;
  ExternalEngine(const ExternalEngine&) = delete;
  ExternalEngine& operator=(const ExternalEngine&) = delete;

  // Asks what the engine can. One thread at a time. False: it has not answered.
  bool look();
  // From now on a thread looks every `look_every`; sooner after a failure.
  void watch();
  // Ends what is being asked; from now on calls fail with InspectionFailure::Stopping.
  void stop();

  std::optional<Offer> offer() const override;
  // As it has said last; "unknown" before.
  EngineVersion version() const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;
  Result<Evaluation, InspectionFailure> judge_liveness(
      const LivenessRequest& request) const override;

  static std::size_t threads_held(const ExternalEngineSettings& settings) {
    return settings.concurrency + ClientPlaces::waiting_max(settings.concurrency);
  }
  // Whose turn is next gets the place of one of those that are being asked, and each of these ends
  // within its `timeout` and that of the look after it. No longer than devices, and proxies before
  // us, are used to wait.
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
  Result<std::optional<EngineVerdict>, InspectionFailure> ask(const Question& question) const;
  Attempt ask_in_turn(const Question& question) const;
  Attempt ask_until_answered(const Question& question,
                             HttpClient& client,
                             ClientRequest& request) const;
  Attempt ask_once(const Question& question,
                   HttpClient& client,
                   const ClientRequest& request) const;
  void tell_of(CircuitBreaker::News news, const std::string& why) const;
  Result<EngineDescription, std::string> ask_what_it_can(HttpClient& client) const;
  bool is_stopping() const;
  // False: it is stopping.
  bool pause(std::chrono::milliseconds length) const;
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
  mutable ClientPlaces places_;
  mutable EngineCounters counters_;
  HttpClient looking_;           // of look()
  bool told_no_answer_ = false;  // of look()

  mutable std::mutex mutex_;
  mutable std::condition_variable stopped_;
  std::optional<EngineDescription> description_;  // guarded by mutex_
  bool answers_ = false;                          // guarded by mutex_: the last look() was good
  bool stopping_ = false;                         // guarded by mutex_
  std::thread thread_;
};

}  // namespace countersign::http
