#pragma once
#include <chrono>
#include <optional>
#include <utility>

#include "core/machine/steady_now.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "http/oidc/provider_answers.h"

namespace countersign::http {

// Remembers an answer of a provider, or the reason why the provider gave none, until it is
// requested again. A failure is remembered for five seconds, so that nobody can use this server to
// flood a provider that fails.
//
// Thread-safe. One thread asks at a time, and the threads that need the answer wait for it. A
// thread to which known() is enough never waits.
template <class T>
class Remembered {
 public:
  using Answer = Result<T, ProviderFailure>;

  // The answer, if it is younger than `fresh_for`, or a failure of just now.
  std::optional<Answer> known(SteadyTime now, std::chrono::seconds fresh_for) const {
    const MutexLock lock(mutex_);
    if (!answer_) return std::nullopt;
    const auto good_for = *answer_ ? fresh_for : kPauseAfterFailure;
    return now - asked_at_ < good_for ? answer_ : std::nullopt;
  }

  // Returns the remembered answer, or else the answer of `ask`.
  template <class Ask>
  Answer get(const SteadyNow& now, std::chrono::seconds fresh_for, const Ask& ask) {
    if (auto answer = known(now(), fresh_for)) return *std::move(answer);
    const MutexLock turn(asking_);
    if (auto answer = known(now(), fresh_for)) return *std::move(answer);
    Answer answer = ask();
    remember(answer, now());
    return answer;
  }

 private:
  static constexpr std::chrono::seconds kPauseAfterFailure{5};

  void remember(const Answer& answer, SteadyTime now) {
    const MutexLock lock(mutex_);
    answer_ = answer;
    asked_at_ = now;
  }

  Mutex asking_;  // held while the provider is asked
  mutable Mutex mutex_;
  std::optional<Answer> answer_ GUARDED_BY(mutex_);
  SteadyTime asked_at_ GUARDED_BY(mutex_){};
};

}  // namespace countersign::http
