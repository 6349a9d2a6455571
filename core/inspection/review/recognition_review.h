#pragma once
#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/judgement.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/review/document_contents.h"
#include "core/inspection/review/portrait_review.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/zone/found_document.h"

namespace countersign {

// The signs of an identity document that a picture shows.
struct DocumentSigns {
  bool zone = false;     // a legible machine-readable zone
  bool barcode = false;  // a bar code that was read
  // A face of a portrait's size within a document's border or a card's round corners, and print in
  // lines beside it: the front of a document. Other cards with a photograph have it too; the other
  // side tells them apart (core/session/conclusion.h).
  bool portrait = false;
  bool card_shape = false;  // the shape and the round corners of ID-1, which other cards have too
  // A portrait without print in lines beside it, or without a border and round corners: a
  // photograph of a person may have it.
  bool lone_portrait = false;
};

// Finds the signs on the flat document. `portrait` is of the document, if the claim expects one.
DocumentSigns signs_of(const Picture& picture,
                       const LumaImage& flat,
                       const FoundDocument& found,
                       const DocumentContents& contents,
                       const PortraitReview& portrait,
                       const DocumentClaim& claim,
                       const Thresholds& thresholds);

// Judges whether the picture shows an identity document at all, and not a sheet of paper or another
// card. Pure.
Judgement judge_recognition(const DocumentSigns& signs, const DocumentThresholds& thresholds);

}  // namespace countersign
