#include "bench/drawn_captures.h"

#include <algorithm>
#include <utility>

#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tests/drawing/person/face.h"

namespace countersign::bench {
namespace {

// Writes the bits of a number as light and dark squares, which survive JPEG.
void mark(RgbImage& picture, std::uint32_t number) {
  constexpr std::uint32_t kSquarePx = 16;  // the blocks of a JPEG with subsampled colours
  for (std::uint32_t bit = 0; bit < 32; ++bit) {
    const std::uint8_t shade = (number >> bit & 1U) != 0 ? 160 : 96;
    for (std::uint32_t y = 0; y < kSquarePx; ++y) {
      std::fill_n(picture.row(y) + std::size_t{3} * kSquarePx * bit, 3 * kSquarePx, shade);
    }
  }
}

drawing::FacePlan person() {
  drawing::FacePlan plan;
  plan.seed = 3;
  plan.width = 864;
  plan.height = 1152;
  return plan;
}

}  // namespace

DrawnCaptures::DrawnCaptures(std::uint32_t width, std::uint32_t height)
    : width_(width), height_(height) {
  std::uint32_t index = 0;
  const auto drawn = [&](drawing::FacePlan plan) {
    plan.index = index++;
    return drawing::draw_face_frame(plan);
  };
  for (const Action action : {Action::LookStraight,
                              Action::TurnLeft,
                              Action::TurnRight,
                              Action::TiltLeft,
                              Action::TiltRight,
                              Action::MoveCloser}) {
    performing_.emplace(action, drawn(drawing::performing(person(), action)));
  }
  for (std::size_t i = 0; i < kFramesOfCapture; ++i) straight_.push_back(drawn(person()));
}

DrawnCard DrawnCaptures::next_card(const Engine& engine, UtcTime now) {
  for (;;) {
    const std::uint64_t seed = next_seed_++;
    const auto side = [&](Side of) {
      return drawing::encode(drawing::draw_document({.seed = seed,
                                                     .side = of,
                                                     .type = DocumentType::IdCard,
                                                     .width = width_,
                                                     .height = height_}),
                             {});
    };
    const auto accepted = [&](const std::string& file, Side of) {
      return engine.evaluate_document({file, of, DocumentType::IdCard, now})->accepted();
    };
    DrawnCard card{side(Side::Front), side(Side::Back)};
    if (accepted(card.front, Side::Front) && accepted(card.back, Side::Back)) return card;
  }
}

std::vector<std::string> DrawnCaptures::frames(const std::vector<Action>& actions,
                                               std::uint32_t number) const {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < kFramesOfCapture; ++i) {
    RgbImage frame = i < actions.size() ? performing_.at(actions[i]) : straight_[i];
    mark(frame, number);
    files.push_back(drawing::encode(frame, {}));
  }
  return files;
}

}  // namespace countersign::bench
