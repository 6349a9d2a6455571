#include "tests/torture/rig/crowd.h"

#include <chrono>
#include <iterator>
#include <utility>

#include "tests/torture/rig/visitor.h"

namespace countersign::torture {
namespace {

constexpr std::chrono::milliseconds kLook{1};

}  // namespace

Crowd::Crowd(std::uint16_t port,
             const tests::Credentials& sandbox,
             const std::string& name,
             std::uint64_t seed,
             Size size)
    : present_(size.threads) {
  records_.resize(size.threads);
  for (std::size_t i = 0; i < size.threads; ++i) {
    threads_.emplace_back(
        [this, port, sandbox, name = name + "-" + std::to_string(i), seed, i, size] {
          visit(port, sandbox, name, seed + i, records_[i], size);
          --present_;
        });
  }
}

void Crowd::visit(std::uint16_t port,
                  const tests::Credentials& sandbox,
                  const std::string& name,
                  std::uint64_t seed,
                  std::deque<Capture>& record,
                  const Size& size) {
  Visitor visitor(port, sandbox, name, seed, tally_, size.habits);
  for (std::size_t i = 0; i < size.captures_each && !stopping_; ++i) {
    if (!visitor.go(record.emplace_back())) return;
  }
}

bool Crowd::wait_for(std::uint64_t told) const {
  while (tally_.told < told) {
    if (present_ == 0) return tally_.told >= told;
    std::this_thread::sleep_for(kLook);
  }
  return true;
}

std::vector<Capture> Crowd::leave() {
  stopping_ = true;
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  std::vector<Capture> all;
  for (std::deque<Capture>& record : records_) {
    std::move(record.begin(), record.end(), std::back_inserter(all));
  }
  records_.clear();
  return all;
}

tests::Arguments unlimited() {
  tests::Arguments flags;
  for (const char* rate : {"create", "device", "read", "bundle", "purge", "auth-failure"}) {
    flags.push_back(std::string("--") + rate + "-rate=1000000/1m");
  }
  return flags;
}

}  // namespace countersign::torture
