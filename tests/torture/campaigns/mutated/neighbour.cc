#include "tests/torture/campaigns/mutated/neighbour.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/machine/files/owned_fd.h"
#include "tests/torture/rig/kept_wire.h"

namespace countersign::torture {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr int kQuietQuestions = 41;
constexpr milliseconds kBetween{20};
constexpr milliseconds kNap{5};
// Answers that are no fault of a neighbour's: too many questions, or a server that says it is busy.
constexpr bool is_put_off(int status) { return status == 429 || status == 503; }

microseconds since(Clock::time_point began) {
  return std::chrono::duration_cast<microseconds>(Clock::now() - began);
}

std::int64_t now_us() {
  return std::chrono::duration_cast<microseconds>(Clock::now().time_since_epoch()).count();
}

// Writes a byte to the disk, and naps.
std::function<void()> written_to(const std::filesystem::path& folder) {
  const auto file = std::make_shared<OwnedFd>(
      ::open((folder / "lateness").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  return [file] {
    const char byte = 0;
    const bool written = ::pwrite(file->get(), &byte, 1, 0) == 1 && ::fdatasync(file->get()) == 0;
    if (!written) throw std::runtime_error("no byte can be written beside the server's folder");
    std::this_thread::sleep_for(kBetween);
  };
}

std::string in_ms(microseconds time) {
  return std::to_string(std::chrono::duration_cast<milliseconds>(time).count()) + " ms";
}

}  // namespace

Lateness::Lateness(std::function<void()> small, microseconds usual)
    : small_(std::move(small)), usual_(usual), thread_([this] { watch(); }) {}

Lateness::~Lateness() {
  stopping_ = true;
  thread_.join();
}

void Lateness::watch() {
  while (!stopping_) {
    began_us_ = now_us();
    small_();
    const std::int64_t late = now_us() - began_us_ - usual_.count();
    std::int64_t before = longest_us_;
    while (before < late && !longest_us_.compare_exchange_weak(before, late)) {
    }
  }
}

microseconds Lateness::take() {
  const std::int64_t under_way = now_us() - began_us_ - usual_.count();
  return microseconds(std::max(longest_us_.exchange(0), under_way));
}

Neighbour::Neighbour(std::uint16_t port,
                     tests::Request question,
                     const Bounds& bounds,
                     const std::filesystem::path& folder)
    : port_(port),
      question_(std::move(question)),
      bounds_(bounds),
      nap_([] { std::this_thread::sleep_for(kNap); }, kNap),
      disk_(written_to(folder), kBetween) {
  KeptWire wire;
  std::vector<microseconds> times;
  for (int i = 0; i < kQuietQuestions; ++i) {
    const auto began = Clock::now();
    const tests::Answer answer = wire.ask(port_, question_);
    times.push_back(since(began));
    if (answer.status != 200) {
      throw std::runtime_error("a second login is answered " + std::to_string(answer.status));
    }
    std::this_thread::sleep_for(kBetween);
  }
  const auto middle = times.begin() + kQuietQuestions / 2;
  std::nth_element(times.begin(), middle, times.end());
  quiet_ = *middle;
  thread_ = std::thread([this] { work(); });
}

void Neighbour::stop() {
  stopping_ = true;
  if (thread_.joinable()) thread_.join();
}

std::vector<std::string> Neighbour::complaints() const {
  const std::lock_guard lock(mutex_);
  return complaints_;
}

void Neighbour::work() {
  KeptWire wire;
  while (!stopping_) {
    (void)nap_.take();
    (void)disk_.take();
    const auto began = Clock::now();
    const tests::Answer answer = wire.ask(port_, question_);
    const microseconds took = since(began);
    // A server ends idle connections: the next question opens another.
    if (answer.status != 0) judge(took, answer.status);
    std::this_thread::sleep_for(kBetween);
  }
}

void Neighbour::judge(microseconds took, int status) {
  ++questions_;
  slowest_us_ = std::max<std::int64_t>(slowest_us_, took.count());
  const std::lock_guard lock(mutex_);
  if (status != 200 && !is_put_off(status)) {
    complaints_.push_back("a second login is answered " + std::to_string(status));
  }
  if (is_put_off(status)) return;
  const microseconds machine = 4 * std::max(nap_.take(), disk_.take());
  const microseconds bound =
      std::max<microseconds>(bounds_.factor * quiet_, bounds_.least) + machine;
  slow_in_a_row_ = took > bound ? slow_in_a_row_ + 1 : 0;
  if (took > bounds_.once + machine) {
    complaints_.push_back("a second login's call took " + in_ms(took));
  } else if (slow_in_a_row_ >= bounds_.in_a_row) {
    complaints_.push_back(std::to_string(slow_in_a_row_) +
                          " calls in a row of a second login took more than " + in_ms(bound) +
                          ", the last " + in_ms(took));
    slow_in_a_row_ = 0;
  }
}

}  // namespace countersign::torture
