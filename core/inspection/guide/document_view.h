#pragma once
#include <cstdint>
#include <optional>

#include "core/enum_names.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/review/document_review.h"
#include "core/inspection/thresholds/thresholds.h"

// The hints of a page to a person who holds a document before the camera. Pure functions.
namespace countersign {

// The change that would make the picture better. The directions are those in which the document has
// to move in the picture, as the camera sees it. HoldStill: it moved; Blurry: it is out of focus,
// or it moved.
enum class GuideHint : std::uint8_t {
  NoDocument,
  LowResolution,
  TooDark,
  TooBright,
  MoveLeft,
  MoveRight,
  MoveUp,
  MoveDown,
  MoveBack,
  MoveCloser,
  HoldStill,
  Blurry,
  Glare,
  Obscured,
};
template <>
inline constexpr auto enum_names<GuideHint> = std::to_array<Named<GuideHint>>({
    {GuideHint::NoDocument, "NO_DOCUMENT"},
    {GuideHint::LowResolution, "LOW_RESOLUTION"},
    {GuideHint::TooDark, "TOO_DARK"},
    {GuideHint::TooBright, "TOO_BRIGHT"},
    {GuideHint::MoveLeft, "MOVE_LEFT"},
    {GuideHint::MoveRight, "MOVE_RIGHT"},
    {GuideHint::MoveUp, "MOVE_UP"},
    {GuideHint::MoveDown, "MOVE_DOWN"},
    {GuideHint::MoveBack, "MOVE_BACK"},
    {GuideHint::MoveCloser, "MOVE_CLOSER"},
    {GuideHint::HoldStill, "HOLD_STILL"},
    {GuideHint::Blurry, "BLURRY"},
    {GuideHint::Glare, "GLARE"},
    {GuideHint::Obscured, "OBSCURED"},
});

struct GuideView {
  std::optional<Quadrilateral> corners;  // in shares of the picture's sides; nullopt: nothing seen
  std::optional<GuideHint> hint;         // the first refusal's, else the first warning's
  bool good = false;                     // nothing that needs no reading would be refused
};

// One frame of the preview.
GuideView view_document(const Picture& picture,
                        const DocumentClaim& claim,
                        const Thresholds& thresholds);

// The hint that follows from a glance; nullopt if there is nothing to improve.
std::optional<GuideHint> hint_of(const DocumentGlance& glance,
                                 const Picture& picture,
                                 const DocumentThresholds& thresholds);

}  // namespace countersign
