#include "tools/server/surveyor.h"

#include <chrono>

namespace countersign {
namespace {

// The survey takes at most a tenth of one core, and of the disk's time for one reader.
constexpr int kRestShare = 9;

}  // namespace

Surveyor::Surveyor(DataFolder& data)
    : thread_([this, &data] {
        data.survey().run([this](std::chrono::steady_clock::duration worked) {
          return stop_.sleep_for(worked * kRestShare);
        });
      }) {}

Surveyor::~Surveyor() {
  stop_.ask();
  thread_.join();
}

}  // namespace countersign
