#include "tools/server/surveyor.h"

#include <chrono>

#include "core/machine/threads/given_up.h"

namespace countersign {
namespace {

// The survey takes at most a tenth of one core, and of the disk's time for one reader.
constexpr int kRestShare = 9;

}  // namespace

Surveyor::Surveyor(DataFolder& data)
    : thread_([this, &data] {
        // Submissions of faces may wait for this, so it does not rest.
        data.recall().run(data.writer(), GivenUp([this] { return stop_.asked(); }));
        data.survey().run([this](std::chrono::steady_clock::duration worked) {
          return stop_.sleep_for(worked * kRestShare);
        });
      }) {}

Surveyor::~Surveyor() {
  stop_.ask();
  thread_.join();
}

}  // namespace countersign
