#include "http/edge/connection/output.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "http/edge/http1/response_head.h"

namespace countersign::http {

namespace {

using Status = IoResult::Status;

constexpr std::size_t kOutputTurnBytes = 2 * 1024 * 1024;
// A client that takes less in a window while output waits for it is given up: 8 KiB/s. The window
// is long because a large socket buffer empties in jumps.
constexpr std::chrono::seconds kTakenWindow{30};
constexpr std::uint64_t kTakenWindowMinBytes = 30 * 8 * 1024;

}  // namespace

void Output::begin_turn() { turn_left_bytes_ = kOutputTurnBytes; }

bool Output::send(Socket& socket, Readiness& ready, std::string_view bytes) {
  std::size_t sent = 0;
  if (empty() && ready.can_write()) {
    const iovec piece{const_cast<char*>(bytes.data()), bytes.size()};
    const IoResult result = socket.write({&piece, 1});
    if (result.status == Status::Failed || result.status == Status::End) return false;
    ready.after_write(result.status);
    sent = result.bytes;
    LoopCounters::add(counters_.sent_bytes, sent);
  }
  push(std::string(bytes.substr(sent)));
  return true;
}

IoResult Output::flush(Socket& socket, Readiness& ready, Time now) {
  if (!ready.can_write() || turn_left_bytes_ == 0) return {Status::NeedsWrite, 0};
  const auto give_back = [this](std::size_t bytes, std::string chunk) {
    if (pipe_) pipe_->give_back(bytes, std::move(chunk));
  };
  const IoResult result = queue_.send(socket, turn_left_bytes_, give_back);
  ready.after_write(result.status);
  if (result.bytes > 0) {
    LoopCounters::add(counters_.sent_bytes, result.bytes);
    turn_left_bytes_ -= std::min(turn_left_bytes_, result.bytes);
    note_taken(now, result.bytes);
  }
  return result;
}

// A client that takes a byte now and then must not hold a writer for hours.
void Output::note_taken(Time now, std::size_t bytes) {
  if (!full_) {
    taken_ = WindowPace(kTakenWindow, kTakenWindowMinBytes);
    taken_.begin(now);
  }
  taken_.moved(now, bytes);
  full_ = !empty();
}

void Output::attach(std::shared_ptr<BodyPipe> pipe,
                    std::optional<std::uint64_t> length,
                    bool chunked,
                    std::function<void()> wake) {
  pipe_ = std::move(pipe);
  pipe_left_bytes_ = length;
  chunked_ = chunked;
  first_chunk_ = true;
  pipe_->attach(std::move(wake));
}

Output::Pulled Output::pull() {
  BodyPipe::Taken taken = pipe_->take();
  std::size_t bytes = 0;
  for (const std::string& chunk : taken.chunks) bytes += chunk.size();
  if (pipe_left_bytes_) {
    if (bytes > *pipe_left_bytes_) return Pulled::Broken;  // a bug that the client sees
    *pipe_left_bytes_ -= bytes;
  }
  if (bytes > 0 && chunked_) push(chunk_line(bytes, std::exchange(first_chunk_, false)));
  for (std::string& chunk : taken.chunks) queue_.push_chunk(std::move(chunk));
  if (taken.state != BodyPipe::State::Open) return end_pipe(taken.state);
  return bytes > 0 ? Pulled::Bytes : Pulled::Nothing;
}

Output::Pulled Output::end_pipe(BodyPipe::State state) {
  if (state == BodyPipe::State::Failed || pipe_left_bytes_.value_or(0) > 0) return Pulled::Broken;
  if (chunked_) push(first_chunk_ ? "0\r\n\r\n" : "\r\n0\r\n\r\n");
  pipe_.reset();
  return Pulled::Bytes;
}

void Output::drop() {
  if (pipe_) pipe_->close_reader();
  pipe_.reset();
  queue_.clear();
}

}  // namespace countersign::http
