#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/inspection/confined/engine_calls.h"
#include "core/inspection/remote/remote_message.h"
#include "core/inspection/remote/wire.h"

namespace countersign::remote {

// The server's side of one submission, as engine_calls.h needs a conversation. An exchange that
// fails gives InspectionFailure::Busy, and lost() says what became of the other end.
//
// One thread. The stream outlives the conversation.
class RemoteConversation {
 public:
  // Why there is no answer.
  enum class Lost : std::uint8_t {
    No,       // there is an answer, or a picture was not loaded
    Gone,     // the connection has ended, or nothing came in time
    Late,     // nothing came until the end of the submission's time
    Garbled,  // what came is not allowed
    Busy,     // the inspector says that it had no place or time
    Broken,   // the inspector says that it cannot judge
  };
  struct Limits {
    std::uint64_t max_pixels = 0;
    std::uint64_t image_max_bytes = 0;
    // For the answer after the last picture was sent; and for each picture to be sent.
    std::chrono::milliseconds answer{};
    SteadyTime deadline{};  // of the submission
  };
  using Loader = std::function<std::optional<std::string>(std::uint32_t index)>;

  RemoteConversation(ByteStream& stream, const Limits& limits)
      : wire_(stream), limits_(limits), shown_(limits.max_pixels) {}

  Lost lost() const { return lost_; }
  // Whether the exchange came to its end, so that the next submission may use the stream.
  bool is_over() const { return over_; }
  std::string_view what() const { return what_; }  // of Garbled: a phrase for the operator
  std::uint64_t sent_bytes() const { return sent_bytes_; }

  bool put(std::string_view image) {
    if (image.size() > limits_.image_max_bytes) return false;
    body_ = image;
    shown_.add(image);
    return true;
  }
  const confined::ShownImages& shown() const { return shown_; }

  template <class Found, class Sound>
  Result<std::optional<Found>, InspectionFailure> ask(const confined::ToWorker& task,
                                                      std::uint32_t images,
                                                      const Loader& load,
                                                      const Sound& is_sound) {
    if (const auto end = send(task)) return lost_to<Found>(*end);
    for (;;) {
      const auto bytes = wire_.receive_message(next_deadline());
      if (!bytes) return lost_to<Found>(bytes.error());
      auto message = decode_from_host(*bytes);
      if (!message) return garbled<Found>("its message cannot be decoded");
      if (auto* found = std::get_if<Found>(&*message)) {
        if (!confined::names_are_sound(*found) || !is_sound(*found)) {
          return garbled<Found>("its answer is invalid");
        }
        over_ = true;
        return std::optional<Found>(std::move(*found));
      }
      if (const auto* none = std::get_if<NotJudged>(&*message)) {
        over_ = true;
        lost_ = none->busy ? Lost::Busy : Lost::Broken;
        return InspectionFailure::Busy;
      }
      const auto* wanted = std::get_if<confined::ImageWanted>(&*message);
      if (wanted == nullptr || wanted->index >= images || wanted->index != shown_.count()) {
        return garbled<Found>("its message is not expected now");
      }
      const auto image = load(wanted->index);
      if (!image || !put(*image)) return InspectionFailure::ImageNotLoaded;
      if (const auto end = send(confined::ImageGiven{image->size()})) return lost_to<Found>(*end);
    }
  }

  // Receives the bytes that follow an answer.
  Result<std::optional<std::string>, InspectionFailure> receive_bytes(std::size_t count) {
    over_ = false;
    auto body = wire_.receive_body(count, next_deadline());
    if (!body) return lost_to<std::string>(body.error());
    over_ = true;
    return std::optional<std::string>(std::move(*body));
  }

  template <class Found>
  Result<std::optional<Found>, InspectionFailure> garbled(std::string_view what) {
    over_ = false;
    lost_ = Lost::Garbled;
    what_ = what;
    return InspectionFailure::Busy;
  }

 private:
  SteadyTime next_deadline() const {
    return std::min(limits_.deadline, steady_now() + limits_.answer);
  }

  // Sends a message, and the picture that was put before it, if there is one.
  std::optional<WireEnd> send(const confined::ToWorker& message) {
    const SteadyTime deadline = next_deadline();
    const std::string bytes = encode(message);
    if (const auto end = wire_.send_message(bytes, deadline)) return end;
    sent_bytes_ += bytes.size();
    const auto body = std::exchange(body_, std::nullopt);
    if (!body) return std::nullopt;
    sent_bytes_ += body->size();
    return wire_.send_body(*body, deadline);
  }

  template <class Found>
  Result<std::optional<Found>, InspectionFailure> lost_to(WireEnd end) {
    over_ = false;
    switch (end) {
      case WireEnd::Closed:
        lost_ = Lost::Gone;
        break;
      case WireEnd::Late:
        lost_ = steady_now() < limits_.deadline ? Lost::Gone : Lost::Late;
        break;
      case WireEnd::Garbled:
        return garbled<Found>("its frame is not expected now");
    }
    return InspectionFailure::Busy;
  }

  Wire wire_;
  const Limits limits_;
  confined::ShownImages shown_;
  std::optional<std::string_view> body_{};  // put and not sent yet
  Lost lost_ = Lost::No;
  std::string_view what_{};
  std::uint64_t sent_bytes_ = 0;
  bool over_ = false;
};

// Why there was no welcome.
struct NotWelcomed {
  std::string why;           // a phrase for the operator
  bool turned_away = false;  // the inspector is there, and speaks another version
};

// The server's side of the greeting: opens, and returns what the inspector says of itself, which
// is not compared with anything yet.
Result<Welcome, NotWelcomed> greet(ByteStream& stream, SteadyTime deadline);

}  // namespace countersign::remote
