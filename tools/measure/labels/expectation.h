#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/inspection/engine.h"

namespace countersign {

// The verdict that is right for a picture.
enum class Expected : std::uint8_t {
  Accepted,  // it is fit
  Refused,   // it is not
  Review,    // it is no document: refused, or accepted with a reason for a review
  Either,    // it lies between: anything is right
};

struct Expectation {
  Expected verdict = Expected::Accepted;
  // For a picture that is refused: the codes that say rightly why. Empty: any.
  std::vector<std::string> codes{};
};

// Returns whether an accepted picture leaves its capture to a review, as core/session/conclusion.h
// decides. Authenticity does not count, which no embedded engine examines.
bool needs_review(const Evaluation& found);

enum class Judged : std::uint8_t { Right, WronglyRefused, WronglyAccepted, OtherCode };
Judged judged(const Expectation& expectation, const Evaluation& found);

}  // namespace countersign
