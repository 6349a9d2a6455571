#include "http/edge/body_pipe.h"

#include <algorithm>
#include <utility>

#include "core/check.h"

namespace countersign::http {

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
// A write of up to this size is joined to the chunk before it: the small headers of a zip must not
// become a chunk each.
constexpr std::size_t kJoinBytes = 4 * 1024;
constexpr std::size_t kMaxSpentChunks = 4;

}  // namespace

BodyPipe::BodyPipe(std::size_t capacity_bytes, std::chrono::milliseconds stall_limit)
    : capacity_bytes_(capacity_bytes), stall_limit_(stall_limit) {
  check(capacity_bytes > 0, "the capacity of a body pipe is above 0 bytes");
}

bool BodyPipe::write(std::string_view bytes) {
  if (bytes.size() <= kJoinBytes) {
    const MutexLock lock(mutex_);
    check(state_ == State::Open, "a body pipe that is written to is open");
    if (!chunks_.empty() && !reader_gone_ && used_bytes_ < capacity_bytes_ &&
        chunks_.back().size() + bytes.size() <= kPieceBytes) {
      chunks_.back().append(bytes);
      used_bytes_ += bytes.size();
      return true;
    }
  }
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, std::min(kPieceBytes, capacity_bytes_));
    bytes.remove_prefix(piece.size());
    std::string chunk = take_buffer();
    chunk.assign(piece);
    if (!write_chunk(std::move(chunk))) return false;
  }
  return !reader_gone();
}

bool BodyPipe::write_chunk(std::string chunk) {
  {
    const MutexLock lock(mutex_);
    check(state_ == State::Open, "a body pipe that is written to is open");
    if (!wait_for_room()) return false;
    if (chunk.empty()) return true;
    used_bytes_ += chunk.size();
    chunks_.push_back(std::move(chunk));
    if (!std::exchange(reader_waits_, false)) return true;
  }
  wake_reader();
  return true;
}

std::string BodyPipe::take_buffer() {
  const MutexLock lock(mutex_);
  if (spent_.empty()) return {};
  std::string buffer = std::move(spent_.back());
  spent_.pop_back();
  buffer.clear();
  return buffer;
}

// Returns false if nobody reads, or if the reader took nothing for the stall limit.
bool BodyPipe::wait_for_room() {
  while (is_full()) {
    const std::size_t seen = given_back_bytes_;
    writer_waits_ = true;
    const auto end = std::chrono::steady_clock::now() + stall_limit_;
    while (is_full() && room_.wait_until(mutex_, end)) continue;
    if (is_full() && given_back_bytes_ == seen) reader_gone_ = true;
    writer_waits_ = false;
  }
  return !reader_gone_;
}

void BodyPipe::finish() { end(State::Finished); }

void BodyPipe::fail() { end(State::Failed); }

void BodyPipe::end(State state) {
  {
    const MutexLock lock(mutex_);
    if (state_ != State::Open) return;
    state_ = state;
    if (!std::exchange(reader_waits_, false)) return;
  }
  wake_reader();
}

bool BodyPipe::reader_gone() const {
  const MutexLock lock(mutex_);
  return reader_gone_;
}

void BodyPipe::attach(std::function<void()> wake) {
  const MutexLock lock(mutex_);
  check(!wake_, "a body pipe has at most one reader");
  wake_ = std::move(wake);
}

BodyPipe::Taken BodyPipe::take() {
  const MutexLock lock(mutex_);
  Taken taken{.chunks = std::exchange(chunks_, {}), .state = state_};
  reader_waits_ = taken.chunks.empty() && state_ == State::Open && wake_;
  return taken;
}

void BodyPipe::give_back(std::size_t bytes, std::string spent) {
  bool notify = false;
  {
    const MutexLock lock(mutex_);
    used_bytes_ -= bytes;
    given_back_bytes_ += bytes;
    if (spent.capacity() >= kJoinBytes && spent_.size() < kMaxSpentChunks) {
      spent_.push_back(std::move(spent));
    }
    // Notifies at half, not at the first free byte: fewer switches between the two threads.
    notify = writer_waits_ && used_bytes_ <= capacity_bytes_ / 2;
  }
  if (notify) room_.notify_one();
}

void BodyPipe::close_reader() {
  const MutexLock lock(mutex_);
  reader_gone_ = true;
  chunks_.clear();
  spent_.clear();
  room_.notify_one();
}

}  // namespace countersign::http
