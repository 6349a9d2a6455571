// All that an inspector on another machine may send to a server: its greeting, and the answers to a
// submission. The first byte chooses. An evaluation is believed as far as a worker's is, and an
// exchange that fails is never one.
#include <chrono>
#include <string>

#include "core/check.h"
#include "core/inspection/confined/engine_calls.h"
#include "core/inspection/remote/remote_conversation.h"
#include "tests/core/inspection/remote/memory_stream.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::remote_inspector_target {

using remote::RemoteConversation;

constexpr std::string_view kJpeg = "\xff\xd8\xff\xe0";

RemoteConversation::Limits limits() {
  return {.max_pixels = 1'000'000,
          .image_max_bytes = 64 * 1024,
          .answer = std::chrono::seconds(1),
          .deadline = steady_now() + std::chrono::seconds(1)};
}

template <class Found>
void check_outcome(const RemoteConversation& by, const Result<Found, InspectionFailure>& found) {
  check(found.has_value() == (by.lost() == RemoteConversation::Lost::No),
        "an exchange with an inspector has an answer, or a reason why there is none");
}

void check_document(ByteStream& stream) {
  RemoteConversation by(stream, limits());
  DocumentRequest request;
  request.image = kJpeg;
  const auto found = confined::evaluate_document_by(by, request);
  check_outcome(by, found);
  if (found && found->accepted()) check(found->image.has_value(), "what is accepted decoded");
}

void check_frames(ByteStream& stream) {
  RemoteConversation by(stream, limits());
  LivenessRequest request;
  request.frame_count = 2;
  request.load = [](std::size_t) { return std::optional<std::string>(kJpeg); };
  const auto found = confined::evaluate_liveness_by(by, request);
  check_outcome(by, found);
  if (found) check(found->frames.size() == 2, "each frame has its facts");
}

void check_rendering(ByteStream& stream) {
  RemoteConversation by(stream, limits());
  RenderingRequest request;
  request.image = kJpeg;
  const auto found = confined::render_by(by, request);
  if (found && *found) check((*found)->jpeg.size() <= kRenderingMaxBytes, "a rendering is bounded");
}

void check_greeting(ByteStream& stream) {
  const auto welcome = remote::greet(stream, steady_now() + std::chrono::seconds(1));
  const remote::Welcome ours = remote::welcome_of({}, true);
  if (welcome && !remote::unlike(ours, *welcome)) {
    check(welcome->thresholds == ours.thresholds && welcome->places > 0,
          "an inspector that may judge has the server's thresholds");
  }
}

void run(std::string_view input) {
  const auto kind = take_number<std::uint8_t>(input) % 4;
  test::ScriptedStream stream(input);
  if (kind == 0) return check_greeting(stream);
  if (kind == 1) return check_document(stream);
  if (kind == 2) return check_frames(stream);
  check_rendering(stream);
}

// A rendering has up to eight megabytes, and its head says so first.
const Target kTarget("remote_inspector", run, {.allocation_mb = 9});

}  // namespace countersign::fuzz::remote_inspector_target
