#pragma once
#include <chrono>
#include <optional>
#include <utility>

#include "core/machine/steady_now.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "http/oidc/provider_answers.h"

namespace countersign::http {

// An answer of a provider, or why there is none, until it is asked again. A failure is remembered
// for five seconds, so that nobody can use this server to flood a provider that fails.
//
// Thread-safe. One thread asks at a time, and those who need the answer wait for it; who can do
// with what is known never waits.
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

  // What is known, or what `ask` answers.
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
