#include "http/edge/connection/input.h"

#include <algorithm>
#include <cstdint>

namespace countersign::http {

namespace {

using Status = IoResult::Status;

constexpr std::size_t kInputTurnBytes = 512 * 1024;
// The minimum that one read counts against the bytes of a turn: each byte may be in a TLS record of
// its own.
constexpr std::size_t kReadBytesLeast = 4 * 1024;
// The cost of reading a record without data, which may have changed a key.
constexpr std::size_t kNoDataBytes = 64 * 1024;
// The capacity that `kept_` may keep while it is empty.
constexpr std::size_t kKeptCapacityBytes = 4 * 1024;

}  // namespace

Input::Input(const EdgeSettings& settings, LoopCounters& counters)
    : counters_(counters),
      framer_({.head_bytes = settings.head_limit_bytes,
               .target_bytes = settings.target_limit_bytes,
               .max_headers = settings.max_headers}) {}

void Input::begin_turn() { turn_left_bytes_ = kInputTurnBytes; }

void Input::spend(std::size_t bytes) { turn_left_bytes_ -= std::min(turn_left_bytes_, bytes); }

Status Input::read(Socket& socket, Readiness& ready, std::span<char> buffer) {
  const IoResult result = socket.read(buffer);
  ready.after_read(result.status);
  ended_ = result.status == Status::End;
  if (result.status == Status::NoData) spend(kNoDataBytes);
  if (result.status != Status::Ok) return result.status;
  LoopCounters::add(counters_.received_bytes, result.bytes);
  spend(std::max(result.bytes, kReadBytesLeast));
  if (result.bytes < buffer.size() && !socket.has_buffered()) ready.drained();
  add({buffer.data(), result.bytes});
  return Status::Ok;
}

void Input::add(std::string_view bytes) {
  starved_ = false;
  lent_ = unread_.empty();
  if (lent_) {
    unread_ = bytes;
    return;
  }
  kept_.erase(0, kept_.size() - unread_.size());
  kept_.append(bytes);
  unread_ = kept_;
}

void Input::keep_unread() {
  if (unread_.empty()) {
    kept_.clear();
    if (kept_.capacity() > kKeptCapacityBytes) drop_unread();
    return;
  }
  if (!lent_) return;
  kept_.assign(unread_);
  unread_ = kept_;
  lent_ = false;
}

void Input::drop_unread() {
  unread_ = {};
  std::string().swap(kept_);  // an assignment would keep the memory
}

void Input::begin_message() {
  framer_.begin();
  starved_ = false;
}

RequestFramer::Outcome Input::took(const RequestFramer::Outcome& step) {
  unread_.remove_prefix(step.consumed);
  starved_ = step.step == RequestFramer::Step::NeedMore;
  return step;
}

bool Input::drop(const RequestFramer::Outcome& step) {
  if (std::max<std::uint64_t>(step.consumed, step.announced) > drop_left_bytes_) return false;
  drop_left_bytes_ -= step.consumed;
  return true;
}

Status Input::discard(Socket& socket, Readiness& ready) {
  const IoResult result = socket.discard(turn_left_bytes_);
  ready.after_read(result.status);
  if (result.status != Status::Ok) return result.status;
  if (result.bytes >= drop_left_bytes_) return Status::End;
  drop_left_bytes_ -= result.bytes;
  spend(result.bytes);
  return Status::Ok;
}

}  // namespace countersign::http
