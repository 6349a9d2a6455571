#include "events/vault/files/frame_marks.h"

#include <algorithm>
#include <cstddef>

#include "core/event/image_copy.h"
#include "core/text/bytes.h"
#include "events/crypto/hmac.h"
#include "events/vault/files/sealed_text.h"

namespace countersign {
namespace {

constexpr std::size_t kMarkBytes = 16;
static_assert(sizeof(FrameMark::Value) == kMarkBytes);

// Differs from the contexts of other sealed texts, so that none can be passed off as another.
std::string context_of_marks(const RequestId& request) {
  return "marks of the frames of request " + request.value();
}

}  // namespace

FrameMark FrameMarker::mark_of(const Sha256& pixels) const {
  const Digest digest = hmac_sha256(key_.reveal(), ByteView(pixels.value()));
  FrameMark::Value mark{};
  std::ranges::copy_n(digest.begin(), kMarkBytes, mark.begin());
  return FrameMark(mark);
}

std::vector<FrameMark> FrameMarker::marks_of(const std::vector<StoredFile>& images) const {
  std::vector<FrameMark> marks;
  for (const StoredFile& image : images) {
    if (is_known(image.pixels)) marks.push_back(mark_of(image.pixels));
  }
  return marks;
}

std::string seal_marks(const SessionKey& key,
                       const SessionId& session,
                       const RequestId& request,
                       const std::vector<FrameMark>& marks,
                       RandomSource& random) {
  std::string plain;
  for (const FrameMark& mark : marks) plain += text_of(ByteView(mark.value()));
  return seal_text(key, session, context_of_marks(request), plain, random);
}

std::optional<std::vector<FrameMark>> open_marks(const SessionKey& key,
                                                 const SessionId& session,
                                                 const RequestId& request,
                                                 std::string_view sealed) {
  const auto plain = open_text(key, session, context_of_marks(request), sealed);
  if (!plain || plain->size() % kMarkBytes != 0) return std::nullopt;
  std::vector<FrameMark> marks(plain->size() / kMarkBytes);
  const ByteView bytes = bytes_of(*plain);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    FrameMark::Value mark{};
    std::ranges::copy_n(
        bytes.begin() + static_cast<std::ptrdiff_t>(i * kMarkBytes), kMarkBytes, mark.begin());
    marks[i] = FrameMark(mark);
  }
  return marks;
}

}  // namespace countersign
