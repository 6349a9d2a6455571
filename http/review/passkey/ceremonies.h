#pragma once
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/machine/threads/mutex.h"

namespace countersign::http {

// The challenges that wait for an answer, each under a name that only its own ceremony has: that of
// a link, of a login, of a random id. A challenge is taken once, is good for kLifetime, and the
// newest one of a name replaces those before. There are at most kMax; the oldest makes room, so
// that whoever begins many can only make others begin again.
//
// Thread-safe.
class Ceremonies {
 public:
  static constexpr std::chrono::minutes kLifetime{5};
  static constexpr std::size_t kMax = 4096;

  explicit Ceremonies(SteadyNow now = steady_now);

  void put(const std::string& name, const Digest& challenge);
  // nullopt if there is none, it was taken, or it is too old.
  std::optional<Digest> take(const std::string& name);

 private:
  struct Waiting {
    Digest challenge{};
    SteadyTime begun;
  };
  const SteadyNow now_;
  Mutex mutex_;
  std::map<std::string, Waiting> waiting_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
