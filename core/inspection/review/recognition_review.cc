#include "core/inspection/review/recognition_review.h"

namespace countersign {

Judgement judge_recognition(const DocumentSigns& signs, const DocumentThresholds& thresholds) {
  double value = 0;
  if (signs.card_shape || signs.borderless_portrait) value = 1;
  if (signs.zone || signs.barcode || signs.portrait) value = 2;
  return refuse_below(wording(Check::DocumentRecognition), value, thresholds.signs);
}

}  // namespace countersign
