#pragma once
#include <vector>

#include "core/inspection/judgement.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// The signs of an identity document that a picture shows.
struct DocumentSigns {
  bool zone = false;        // a legible machine-readable zone
  bool barcode = false;     // a bar code that was read
  bool portrait = false;    // a face of a portrait's size, within a document's border
  bool card_shape = false;  // the shape and the round corners of ID-1, which other cards have too
  // A portrait in a picture of a document's shape, without a border: a photograph of a person may
  // have it.
  bool borderless_portrait = false;
};

// Judges whether the picture shows an identity document at all, and not a sheet of paper or another
// card. Pure.
Judgement judge_recognition(const DocumentSigns& signs, const DocumentThresholds& thresholds);

}  // namespace countersign
