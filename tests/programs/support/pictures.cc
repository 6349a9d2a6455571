#include "tests/programs/support/pictures.h"

#include <atomic>
#include <map>
#include <mutex>
#include <tuple>

#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tests/drawing/person/face.h"

namespace countersign::tests {

namespace {

std::string drawn(std::uint64_t seed, Side side, ImageFormat format, DocumentType type) {
  drawing::DocumentPlan plan;
  plan.type = type;
  plan.seed = seed;
  plan.side = side;
  plan.width = 960;
  plan.height = 660;
  drawing::Encoding encoding;
  encoding.format = format;
  return drawing::encode(drawing::draw_document(plan), encoding);
}

}  // namespace

const std::string& document_picture(Side side, ImageFormat format, DocumentType type) {
  static std::mutex mutex;
  static std::map<std::tuple<Side, ImageFormat, DocumentType>, std::string> pictures;
  const std::lock_guard lock(mutex);
  std::string& picture = pictures[{side, format, type}];
  if (picture.empty()) picture = drawn(1, side, format, type);
  return picture;
}

std::string fresh_document(std::uint64_t seed, Side side, DocumentType type) {
  return drawn(seed, side, ImageFormat::Jpeg, type);
}

std::uint64_t fresh_seed() {
  static std::atomic<std::uint64_t> next{500'000};
  return next++;
}

std::vector<std::string> fresh_frames(std::size_t count, ImageFormat format) {
  return fresh_recording({}, count, format);
}

std::vector<std::string> fresh_recording(std::span<const Action> actions,
                                         std::size_t count,
                                         ImageFormat format) {
  static std::atomic<std::uint64_t> next_seed{1000};
  drawing::FacePlan plan;
  plan.seed = next_seed++;
  drawing::Encoding encoding;
  encoding.format = format;
  std::vector<std::string> frames;
  for (const drawing::FacePlan& frame : drawing::recording_of(plan, actions, count)) {
    frames.push_back(drawing::encode(drawing::draw_face_frame(frame), encoding));
  }
  return frames;
}

}  // namespace countersign::tests
