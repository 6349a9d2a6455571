#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/result.h"

namespace countersign::matcher {

// How a presentation model is to be used, as its own file says: the size of its input, and its
// metadata properties. The hash of the file so names the whole of it. The meaning of each property
// is in docs/operators/faces.md.
struct PresentationForm {
  int width = 0;     // of the input, in pixels
  int height = 0;    // likewise
  double scale = 1;  // sides of the crop, in sides of the detector's box
  bool blue_first = false;
  bool up_to_one = false;  // the input's values are 0 to 1, otherwise 0 to 255
  bool logits = false;     // the output is not yet a probability
  std::size_t live = 0;    // the place of a person who is present in an output of several numbers
};

// Sides of an input, in pixels. On fewer than 16 no face is seen, and a worker's memory is limited.
inline constexpr int kPresentationSideMin = 16;
inline constexpr int kPresentationSideMax = 512;
// Numbers of an output: far more kinds of attacks than a model tells apart.
inline constexpr std::size_t kPresentationClassesMax = 64;

// Returns the form, or what the file lacks, as the end of a sentence about it. Pure; safe for any
// bytes.
Result<PresentationForm, std::string> presentation_form_of(std::string_view model);

// Returns the probability of a person who is present, 0 to 1; nullopt if the output is not finite,
// is not a probability where it should be one, or has no such place. Pure.
std::optional<double> liveness_in(std::span<const float> output, const PresentationForm& form);

// A part of a picture, in pixels.
struct CropBox {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
  bool operator==(const CropBox&) const = default;
};
// A detector's box, in pixels.
struct FaceBox {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;
};
// Returns the box, grown about its middle to `scale` times its sides, or to as much as fits into
// the picture, and moved into the picture. Nullopt for a box without an area. Pure.
//
// This is the geometry of Silent-Face-Anti-Spoofing (Minivision, src/generate_patches.py), which
// the models of that family were trained with.
std::optional<CropBox> presentation_crop(const FaceBox& face,
                                         double scale,
                                         std::uint32_t picture_width,
                                         std::uint32_t picture_height);

}  // namespace countersign::matcher
