#include "http/download/read_ahead.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <thread>
#include <vector>

namespace countersign::http::read_ahead_test {

constexpr FairPool::Limits kRoom{.each_client = 64, .all = 64};
constexpr std::chrono::seconds kLongEnough{60};

// Files that are read at once, but for those that the test holds.
class Files {
 public:
  ReadAhead::Read read() {
    return [this](std::size_t index) -> ReadAhead::Fetched {
      std::unique_lock lock(mutex_);
      begun_.push_back(index);
      by_[index] = std::this_thread::get_id();
      changed_.notify_all();
      changed_.wait(lock, [&] { return !held_.contains(index); });
      ended_.insert(index);
      if (lacks_memory.contains(index)) throw std::bad_alloc();
      if (damaged.contains(index)) return VaultError::Corrupt;
      return VerifiedFile();
    };
  }
  void hold(std::size_t index) {
    const std::lock_guard lock(mutex_);
    held_.insert(index);
  }
  void release(std::size_t index) {
    const std::lock_guard lock(mutex_);
    held_.erase(index);
    changed_.notify_all();
  }
  void wait_until_begun(std::size_t count) {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, kLongEnough, [&] { return begun_.size() >= count; }));
  }
  // The files whose reading has begun, sorted.
  std::vector<std::size_t> begun() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::size_t> sorted = begun_;
    std::ranges::sort(sorted);
    return sorted;
  }
  bool ended(std::size_t index) const {
    const std::lock_guard lock(mutex_);
    return ended_.contains(index);
  }
  std::thread::id reader_of(std::size_t index) const {
    const std::lock_guard lock(mutex_);
    return by_.at(index);
  }

  std::set<std::size_t> damaged;
  std::set<std::size_t> lacks_memory;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::size_t> begun_;
  std::map<std::size_t, std::thread::id> by_;
  std::set<std::size_t> held_;
  std::set<std::size_t> ended_;
};

// Holds all threads of a pool until it is destroyed.
class HeldThreads {
 public:
  HeldThreads(FairPool& pool, std::size_t threads) {
    const std::shared_future<void> opened(gate_.get_future());
    for (std::size_t i = 0; i < threads; ++i) {
      const auto begun = std::make_shared<std::promise<void>>();
      REQUIRE(pool.submit(ClientKey("other"), [begun, opened] {
        begun->set_value();
        opened.wait();
      }));
      begun->get_future().wait();
    }
  }
  ~HeldThreads() { gate_.set_value(); }
  HeldThreads(const HeldThreads&) = delete;
  HeldThreads& operator=(const HeldThreads&) = delete;

 private:
  std::promise<void> gate_;
};

std::shared_ptr<ReadAhead> ahead_of(FairPool& pool, Files& files, std::size_t count) {
  return std::make_shared<ReadAhead>(pool, ClientKey("client"), count, files.read());
}

TEST_CASE("the next two files are read while one is held, and no further file") {
  Files files;
  FairPool pool(2, kRoom);
  const auto ahead = ahead_of(pool, files, 6);
  CHECK(ahead->next().has_value());
  files.wait_until_begun(3);
  CHECK(files.reader_of(0) == std::this_thread::get_id());
  CHECK(files.reader_of(1) != std::this_thread::get_id());
  CHECK(files.reader_of(2) != std::this_thread::get_id());
  CHECK(ahead->next().has_value());
  files.wait_until_begun(4);
  pool.stop();
  CHECK(files.begun() == std::vector<std::size_t>{0, 1, 2, 3});
  ahead->end();
}

TEST_CASE("while all threads of the pool are held, the caller reads every file itself") {
  Files files;
  FairPool pool(2, kRoom);
  {
    const HeldThreads held(pool, 2);
    const auto ahead = ahead_of(pool, files, 20);
    for (std::size_t i = 0; i < 20; ++i) {
      CHECK(ahead->next().has_value());
      CHECK(files.reader_of(i) == std::this_thread::get_id());
      CHECK(pool.queued() <= ReadAhead::kFilesAhead);
    }
    ahead->end();
  }
  pool.stop();  // the jobs that were queued find nothing to do
  CHECK(files.begun().size() == 20);
}

TEST_CASE("a pool that is full or has stopped leaves the files to the caller") {
  Files files;
  FairPool full(1, {.each_client = 1, .all = 1});
  {
    const HeldThreads held(full, 1);
    REQUIRE(full.submit([] {}));
    const auto ahead = ahead_of(full, files, 4);
    for (int i = 0; i < 4; ++i) CHECK(ahead->next().has_value());
    ahead->end();
  }
  full.stop();
  const auto ahead = ahead_of(full, files, 4);
  for (int i = 0; i < 4; ++i) CHECK(ahead->next().has_value());
  ahead->end();
  CHECK(files.begun() == std::vector<std::size_t>{0, 0, 1, 1, 2, 2, 3, 3});
}

TEST_CASE("a file that a job reads already is waited for, and read once") {
  Files files;
  files.hold(1);
  FairPool pool(1, kRoom);
  const auto ahead = ahead_of(pool, files, 2);
  CHECK(ahead->next().has_value());
  files.wait_until_begun(2);
  std::thread releases([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    files.release(1);
  });
  CHECK(ahead->next().has_value());
  releases.join();
  CHECK(files.begun() == std::vector<std::size_t>{0, 1});
  ahead->end();
}

TEST_CASE("a failure of a file read ahead is returned in the file's place") {
  Files files;
  files.damaged = {1};
  files.lacks_memory = {2};
  FairPool pool(2, kRoom);
  const auto ahead = ahead_of(pool, files, 4);
  CHECK(ahead->next().has_value());
  files.wait_until_begun(3);
  const auto damaged = ahead->next();
  REQUIRE_FALSE(damaged.has_value());
  CHECK(damaged.error() == VaultError::Corrupt);
  const auto lacks_memory = ahead->next();
  REQUIRE_FALSE(lacks_memory.has_value());
  CHECK(lacks_memory.error() == VaultError::Io);
  CHECK(ahead->next().has_value());
  ahead->end();
}

TEST_CASE("the end waits for a file that is being read") {
  Files files;
  files.hold(1);
  FairPool pool(1, kRoom);
  const auto ahead = ahead_of(pool, files, 2);
  CHECK(ahead->next().has_value());
  files.wait_until_begun(2);
  std::thread releases([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    files.release(1);
  });
  ahead->end();
  CHECK(files.ended(1));
  releases.join();
}

TEST_CASE("a job that is in the queue at the end begins no file") {
  Files files;
  FairPool pool(1, kRoom);
  {
    const HeldThreads held(pool, 1);
    const auto ahead = ahead_of(pool, files, 6);
    CHECK(ahead->next().has_value());
    CHECK(pool.queued() == ReadAhead::kFilesAhead);
    ahead->end();
  }
  pool.stop();
  CHECK(files.begun() == std::vector<std::size_t>{0});
}

}  // namespace countersign::http::read_ahead_test
