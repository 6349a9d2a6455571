#include "core/inspection/guide/document_view.h"

#include <algorithm>
#include <array>

#include "core/inspection/judgement.h"

namespace countersign {
namespace {

// A border this near to the picture's, in shares of its side, is where a document leaves it.
constexpr double kAtEdge = 0.015;

struct HintOfCheck {
  Check check;
  GuideHint hint;
};
// The framing's hint has a direction, and is not here.
constexpr std::array kHints = {
    HintOfCheck{Check::DocumentResolution, GuideHint::LowResolution},
    HintOfCheck{Check::DocumentDetection, GuideHint::NoDocument},
    HintOfCheck{Check::DocumentLight, GuideHint::TooDark},
    HintOfCheck{Check::DocumentSize, GuideHint::MoveCloser},
    HintOfCheck{Check::DocumentSharpness, GuideHint::Blurry},
    HintOfCheck{Check::DocumentDetail, GuideHint::HoldStill},
    HintOfCheck{Check::DocumentOverexposure, GuideHint::TooBright},
    HintOfCheck{Check::DocumentGlare, GuideHint::Glare},
    HintOfCheck{Check::DocumentVisibility, GuideHint::Obscured},
    // Sensors are noisy where there is little light.
    HintOfCheck{Check::DocumentNoise, GuideHint::TooDark},
};

// Where the document reaches or leaves the picture, and with it the way back.
GuideHint way_into(const Quadrilateral& corners, const Picture& picture, double margin) {
  const Quadrilateral shares = scaled(corners, 1.0 / picture.width, 1.0 / picture.height);
  double left = 1;
  double right = 1;
  double top = 1;
  double bottom = 1;
  for (const PicturePoint& corner : shares) {
    left = std::min(left, corner.x);
    right = std::min(right, 1 - corner.x);
    top = std::min(top, corner.y);
    bottom = std::min(bottom, 1 - corner.y);
  }
  const double least = std::max(margin, kAtEdge);
  if (std::max(left, right) < least || std::max(top, bottom) < least) return GuideHint::MoveBack;
  const double across = std::min(left, right);
  const double down = std::min(top, bottom);
  if (across <= down) return left < right ? GuideHint::MoveRight : GuideHint::MoveLeft;
  return top < bottom ? GuideHint::MoveDown : GuideHint::MoveUp;
}

std::optional<GuideHint> hint_for(const Judgement& judgement,
                                  const DocumentGlance& glance,
                                  const Picture& picture,
                                  const DocumentThresholds& thresholds) {
  if (judgement.check == name_of(Check::DocumentFraming) && glance.found) {
    return way_into(glance.found->outline.corners, picture, thresholds.margin.error);
  }
  for (const HintOfCheck& row : kHints) {
    if (judgement.check == name_of(row.check)) return row.hint;
  }
  return std::nullopt;
}

bool seen(const DocumentGlance& glance) {
  return std::ranges::none_of(glance.judgements, [](const Judgement& judgement) {
    return judgement.check == name_of(Check::DocumentDetection) && refused(judgement);
  });
}

// Where no document is seen, only the light may be the reason: of a picture of something else, the
// sharpness and the reflections say nothing.
std::optional<GuideHint> hint_without_document(const std::vector<Judgement>& judgements) {
  for (const Judgement& judgement : judgements) {
    if (!refused(judgement)) continue;
    if (judgement.check == name_of(Check::DocumentLight)) return GuideHint::TooDark;
    if (judgement.check == name_of(Check::DocumentOverexposure)) return GuideHint::TooBright;
  }
  return GuideHint::NoDocument;
}

}  // namespace

std::optional<GuideHint> hint_of(const DocumentGlance& glance,
                                 const Picture& picture,
                                 const DocumentThresholds& thresholds) {
  if (!seen(glance)) return hint_without_document(glance.judgements);
  for (const CheckStatus status : {CheckStatus::Failed, CheckStatus::Warning}) {
    for (const Judgement& judgement : glance.judgements) {
      if (judgement.status != status) continue;
      if (const auto hint = hint_for(judgement, glance, picture, thresholds)) return hint;
    }
  }
  return std::nullopt;
}

GuideView view_document(const Picture& picture,
                        const DocumentClaim& claim,
                        const Thresholds& thresholds) {
  const DocumentGlance glance = glance_at_document(picture, claim, thresholds);
  GuideView view;
  view.hint = hint_of(glance, picture, thresholds.document);
  view.good = std::ranges::none_of(glance.judgements, refused);
  if (seen(glance)) {
    view.corners = scaled(glance.found->outline.corners, 1.0 / picture.width, 1.0 / picture.height);
  }
  return view;
}

}  // namespace countersign
