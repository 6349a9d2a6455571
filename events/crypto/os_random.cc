#include "events/crypto/os_random.h"

#include <openssl/rand.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>

#include "core/check.h"
#include "events/crypto/secret.h"

namespace countersign {
namespace {

constexpr std::size_t kStockBytes = 1024;
constexpr std::size_t kLargeBytes = kStockBytes / 4;  // a larger request bypasses the stock

void draw(std::span<std::uint8_t> out) {
  check(out.size() <= INT_MAX, "at most INT_MAX random bytes are drawn at once");
  check(RAND_bytes(out.data(), static_cast<int>(out.size())) == 1,
        "OpenSSL fills a buffer with random bytes");
}

// The number of forks between the process that first called this function and this process.
std::atomic<std::uint64_t>& forks() {
  static std::atomic<std::uint64_t> count{0};
  static const int watched = ::pthread_atfork(nullptr, nullptr, [] { ++count; });
  check(watched == 0, "the handler that counts forks is registered");
  return count;
}

// The stock of one thread.
class Stock {
 public:
  ~Stock() { cleanse(bytes_); }

  void take(std::span<std::uint8_t> out) {
    const std::uint64_t now = forks().load(std::memory_order_relaxed);
    if (left_ < out.size() || forks_ != now) {
      draw(bytes_);
      left_ = bytes_.size();
      forks_ = now;
    }
    const auto taken = std::span(bytes_).subspan(left_ - out.size(), out.size());
    std::ranges::copy(taken, out.begin());
    cleanse(taken);
    left_ -= out.size();
  }

 private:
  std::array<std::uint8_t, kStockBytes> bytes_{};
  std::size_t left_ = 0;  // unused bytes, at the front of bytes_
  std::uint64_t forks_ = 0;
};

}  // namespace

void OsRandom::fill(std::span<std::uint8_t> out) {
  if (out.size() > kLargeBytes) return draw(out);
  thread_local Stock stock;
  stock.take(out);
}

}  // namespace countersign
