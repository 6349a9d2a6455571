#pragma once
#include <doctest/doctest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "http/edge/body_pipe.h"

namespace countersign::http {

// Reads a pipe to its end, in place of the edge.
class PipeReader {
 public:
  explicit PipeReader(std::shared_ptr<BodyPipe> pipe) : pipe_(std::move(pipe)) {
    pipe_->attach([this] {
      const std::lock_guard lock(mutex_);
      woken_ = true;
      changed_.notify_all();
    });
  }
  ~PipeReader() { pipe_->close_reader(); }

  // One step: takes the waiting chunks, or waits until there are some. Returns false at the end.
  bool read_some() {
    BodyPipe::Taken taken = pipe_->take();
    if (taken.chunks.empty() && taken.state == BodyPipe::State::Open) {
      std::unique_lock lock(mutex_);
      REQUIRE(changed_.wait_for(lock, std::chrono::seconds(60), [&] { return woken_; }));
      woken_ = false;
      return true;
    }
    for (std::string& chunk : taken.chunks) {
      bytes += chunk;
      const std::size_t size = chunk.size();
      pipe_->give_back(size, std::move(chunk));
    }
    state = taken.state;
    return state == BodyPipe::State::Open;
  }
  // Makes every write return false from now on.
  void leave() { pipe_->close_reader(); }
  PipeReader& read_all() {
    while (read_some()) {
    }
    return *this;
  }

  std::string bytes;
  BodyPipe::State state = BodyPipe::State::Open;

 private:
  std::shared_ptr<BodyPipe> pipe_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
};

}  // namespace countersign::http
