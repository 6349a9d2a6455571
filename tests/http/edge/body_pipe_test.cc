#include "http/edge/body_pipe.h"

#include <doctest/doctest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace countersign::http::body_pipe_test {

// A reader that sleeps until it is woken: it hangs if a wake-up is lost.
struct SleepingReader {
  explicit SleepingReader(BodyPipe& read) : pipe(read) {
    pipe.attach([this] {
      const std::lock_guard lock(mutex);
      woken = true;
      condition.notify_one();
    });
  }

  // Reads to the end. Returns false if nothing came for too long.
  bool read_all() {
    for (;;) {
      BodyPipe::Taken taken = pipe.take();
      for (std::string& chunk : taken.chunks) {
        bytes += chunk;
        const std::size_t size = chunk.size();
        pipe.give_back(size, std::move(chunk));
      }
      state = taken.state;
      if (state != BodyPipe::State::Open) return true;
      if (taken.chunks.empty() && !wait()) return false;
    }
  }

  bool wait() {
    std::unique_lock lock(mutex);
    const bool came = condition.wait_for(lock, std::chrono::seconds(20), [&] { return woken; });
    woken = false;
    return came;
  }

  BodyPipe& pipe;
  std::mutex mutex;
  std::condition_variable condition;
  bool woken = false;
  std::string bytes;
  BodyPipe::State state = BodyPipe::State::Open;
};

TEST_CASE("written bytes come out in order, without a lost wake-up") {
  BodyPipe pipe(1000);
  SleepingReader reader(pipe);
  std::string expected;
  std::thread writer([&] {
    for (int i = 0; i < 50'000; ++i) {
      const std::string piece = std::to_string(i) + ",";
      expected += piece;
      const bool written = i % 2 == 0 ? pipe.write(piece) : pipe.write_chunk(piece);
      CHECK(written);
    }
    pipe.finish();
  });
  CHECK(reader.read_all());
  writer.join();
  CHECK(reader.state == BodyPipe::State::Finished);
  CHECK(reader.bytes == expected);
}

TEST_CASE("a writer waits for room and never holds more than the capacity and a chunk") {
  BodyPipe pipe(1000);
  pipe.attach([] {});
  std::atomic<int> written{0};
  std::thread writer([&] {
    for (int i = 0; i < 10 && pipe.write_chunk(std::string(400, 'a')); ++i) {
      ++written;
    }
  });
  std::size_t total = 0;
  while (total < 4000) {
    BodyPipe::Taken taken = pipe.take();
    std::size_t held = 0;
    for (const std::string& chunk : taken.chunks) {
      held += chunk.size();
    }
    CHECK(held <= 1400);
    total += held;
    for (std::string& chunk : taken.chunks) {
      pipe.give_back(400, std::move(chunk));
    }
    std::this_thread::yield();
  }
  writer.join();
  CHECK(written == 10);
}

TEST_CASE("a writer is told that its reader is gone, also while it waits") {
  BodyPipe pipe(10);
  CHECK(pipe.write("0123456789"));
  std::thread writer([&] { CHECK_FALSE(pipe.write("more")); });
  pipe.close_reader();
  writer.join();
  CHECK(pipe.reader_gone());
  CHECK_FALSE(pipe.write_chunk("more"));
}

TEST_CASE("a reader that takes nothing for the limit is given up") {
  BodyPipe pipe(10, std::chrono::milliseconds(20));
  CHECK(pipe.write("0123456789"));
  CHECK_FALSE(pipe.write("more"));
  CHECK(pipe.reader_gone());
}

TEST_CASE("a failed pipe says so after what was written before") {
  BodyPipe pipe;
  SleepingReader reader(pipe);
  CHECK(pipe.write("abc"));
  pipe.fail();
  CHECK(reader.read_all());
  CHECK(reader.bytes == "abc");
  CHECK(reader.state == BodyPipe::State::Failed);
}

TEST_CASE("small writes are joined, and sent chunks are used again") {
  BodyPipe pipe;
  pipe.attach([] {});
  for (int i = 0; i < 100; ++i) {
    CHECK(pipe.write("0123456789"));
  }
  BodyPipe::Taken taken = pipe.take();
  REQUIRE(taken.chunks.size() == 1);
  CHECK(taken.chunks[0].size() == 1000);
  std::string large(64 * 1024, 'x');
  const char* const storage = large.data();
  CHECK(pipe.write_chunk(std::move(large)));
  taken = pipe.take();
  pipe.give_back(64 * 1024, std::move(taken.chunks[0]));
  std::string again = pipe.take_buffer();
  CHECK(again.empty());
  CHECK(again.data() == storage);
}

}  // namespace countersign::http::body_pipe_test
