#include "core/inspection/guide/document_view.h"

#include <algorithm>
#include <array>

#include "core/inspection/guide/unseen_document.h"
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

bool refused_for(const DocumentGlance& glance, Check check) {
  return std::ranges::any_of(glance.judgements, [check](const Judgement& judgement) {
    return judgement.check == name_of(check) && refused(judgement);
  });
}

// Whether the check refuses or warns.
bool is_doubted_for(const DocumentGlance& glance, Check check) {
  return std::ranges::any_of(glance.judgements, [check](const Judgement& judgement) {
    return judgement.check == name_of(check) &&
           (judgement.status == CheckStatus::Failed || judgement.status == CheckStatus::Warning);
  });
}

// Whether the print may have been there before a fault of the picture took it away. Tiles of a
// floor that measure as soft are small, or nearer to the limit.
constexpr double kWashedOut = 2;  // in limits of sharpness

bool is_washed_out(const DocumentGlance& glance, const DocumentThresholds& thresholds) {
  return std::ranges::any_of(glance.judgements, [&](const Judgement& judgement) {
    if (!refused(judgement)) return false;
    if (judgement.check == name_of(Check::DocumentSharpness)) {
      return judgement.value.value_or(0) > kWashedOut * thresholds.edge_width_mm.error &&
             !refused_for(glance, Check::DocumentSize);
    }
    return judgement.check == name_of(Check::DocumentLight) ||
           judgement.check == name_of(Check::DocumentOverexposure);
  });
}

// The share of squares with print of the documents that have the least.
constexpr double kLeastPrint = 0.08;

bool has_little_print(const DocumentGlance& glance) {
  return std::ranges::any_of(glance.judgements, [](const Judgement& judgement) {
    return judgement.check == name_of(Check::DocumentPrint) &&
           (refused(judgement) || judgement.value.value_or(1) < kLeastPrint);
  });
}

// Whether a document is seen. A small shape whose sides are seen poorly is a part of the print of a
// document, and a shape without print is no document.
bool is_seen(const DocumentGlance& glance,
             const Picture& picture,
             const DocumentThresholds& thresholds) {
  if (!glance.found || refused_for(glance, Check::DocumentDetection)) return false;
  const FoundDocument& found = *glance.found;
  if (found.known_by == KnownBy::Border && refused_for(glance, Check::DocumentSize) &&
      found.least_seen < thresholds.side_seen.error) {
    return false;
  }
  if (!has_little_print(glance) || is_washed_out(glance, thresholds)) return true;
  const bool bare = refused_for(glance, Check::DocumentPrint) &&
                    std::ranges::count_if(glance.judgements, refused) == 1;
  return !bare && is_printed(picture, found.outline.corners);
}

// Whether what was taken for sides may be print of a document that is wider than the picture: the
// picture cuts it off, or two sides that face each other are seen poorly.
bool may_be_part(const Outline& outline, const DocumentThresholds& thresholds) {
  const double least = thresholds.side_seen.error;
  const std::array<double, 4>& seen = outline.uncovered;
  return outline.cut || std::max(seen[0], seen[2]) < least || std::max(seen[1], seen[3]) < least;
}

bool is_too_near(const DocumentGlance& glance,
                 const Picture& picture,
                 const DocumentThresholds& thresholds) {
  return glance.found->known_by == KnownBy::Border &&
         may_be_part(glance.found->outline, thresholds) && reaches_across(picture);
}

// The faults that hide a side of a document, so that it seems to go on beyond the picture.
constexpr std::array kHiding = {
    Check::DocumentSharpness, Check::DocumentOverexposure, Check::DocumentGlare};

bool is_hidden(const DocumentGlance& glance) {
  return std::ranges::any_of(kHiding, [&](Check check) { return refused_for(glance, check); });
}

// Where a document has sides that are seen this well, and others that are not, something hides it.
constexpr double kWellSeen = 0.85;
constexpr double kLeastClear = 0.45;

// The reason in the document that may be there, whose border is too poor for a document's.
std::optional<GuideHint> hint_of_poor_border(const DocumentGlance& glance,
                                             const Picture& picture,
                                             const DocumentThresholds& thresholds) {
  if (reaches_across(picture)) return GuideHint::MoveBack;
  const bool poor = glance.found && refused_for(glance, Check::DocumentDetection);
  if (!poor || glance.found->outline.clearness < kLeastClear) return std::nullopt;
  if (is_doubted_for(glance, Check::DocumentSharpness)) return GuideHint::Blurry;
  const Outline& outline = glance.found->outline;
  const auto [worst, best] = std::ranges::minmax(outline.uncovered);
  if (worst < thresholds.side_seen.error && best >= kWellSeen) return GuideHint::Obscured;
  if (outline.clearness < thresholds.far_outline) return std::nullopt;
  if (outline.cut) return way_into(outline.corners, picture, thresholds.margin.error);
  return GuideHint::MoveCloser;
}

// Where no document is seen, what may be the reason.
GuideHint hint_without_document(const DocumentGlance& glance,
                                const Picture& picture,
                                const DocumentThresholds& thresholds) {
  if (refused_for(glance, Check::DocumentOverexposure)) return GuideHint::TooBright;
  if (refused_for(glance, Check::DocumentGlare)) return GuideHint::Glare;
  if (has_small_document(picture, thresholds)) return GuideHint::MoveCloser;
  if (refused_for(glance, Check::DocumentLight)) return GuideHint::TooDark;
  if (is_doubted_for(glance, Check::DocumentNoise)) return GuideHint::TooDark;
  return hint_of_poor_border(glance, picture, thresholds).value_or(GuideHint::NoDocument);
}

// The hint for a document that is seen: the first refusal's, else the first warning's.
std::optional<GuideHint> hint_of_document(const DocumentGlance& glance,
                                          const Picture& picture,
                                          const DocumentThresholds& thresholds) {
  const bool hidden = glance.found->outline.cut && is_hidden(glance);
  if (!hidden && is_too_near(glance, picture, thresholds)) return GuideHint::MoveBack;
  for (const CheckStatus status : {CheckStatus::Failed, CheckStatus::Warning}) {
    for (const Judgement& judgement : glance.judgements) {
      if (judgement.status != status) continue;
      if (hidden && judgement.check == name_of(Check::DocumentFraming)) continue;
      if (const auto hint = hint_for(judgement, glance, picture, thresholds)) return hint;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<GuideHint> hint_of(const DocumentGlance& glance,
                                 const Picture& picture,
                                 const DocumentThresholds& thresholds) {
  if (!is_seen(glance, picture, thresholds)) {
    return hint_without_document(glance, picture, thresholds);
  }
  return hint_of_document(glance, picture, thresholds);
}

GuideView view_document(const Picture& picture,
                        const DocumentClaim& claim,
                        const Thresholds& thresholds) {
  const DocumentThresholds& levels = thresholds.document;
  const DocumentGlance glance = glance_at_document(picture, claim, thresholds);
  GuideView view;
  if (!is_seen(glance, picture, levels)) {
    view.hint = hint_without_document(glance, picture, levels);
    return view;
  }
  view.corners = scaled(glance.found->outline.corners, 1.0 / picture.width, 1.0 / picture.height);
  view.hint = hint_of_document(glance, picture, levels);
  view.good = view.hint != GuideHint::MoveBack && std::ranges::none_of(glance.judgements, refused);
  return view;
}

}  // namespace countersign
